import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.action_text import parse_reply
from runtime.engines.remote.address import completions_url
from runtime.engines.remote.answer import RemoteReply
from runtime.engines.remote.dialect import JsonObject
from runtime.engines.remote.dialects import dialect_of
from runtime.engines.remote.events import EventReader
from runtime.engines.remote.failures import error_text, retry_after_s
from runtime.engines.remote.model import RemoteDialect, RemoteModel
from runtime.episode import Unparsed
from runtime.errors import UnsupportedPolicy
from runtime.lenient_json import JsonValue


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/chat/completions"),
        ("http://localhost/v1/", "http://localhost/v1/chat/completions"),
        ("http://[::1]:9", "http://[::1]:9/chat/completions"),
        (
            "https://models.example/v1/chat/completions",
            "https://models.example/v1/chat/completions",
        ),
    ],
)
def test_address_of_completions(url: str, wanted: str) -> None:
    assert completions_url(RemoteModel(url, "m")) == wanted


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://models.example/v1", "unencrypted: use https"),
        ("http://127.0.0.1.example/v1", "unencrypted"),
        ("http://10.0.0.2/v1", "unencrypted"),
        ("http://localhost.example", "unencrypted"),
        ("https://user:secret@models.example", "holds a user or password"),
        ("ftp://models.example", "no http or https"),
        ("models.example", "no http or https"),
        ("https://", "no http or https"),
        ("https://models.example/v1?key=1", "must end with its path"),
        ("https://models.example:port", "is none"),
        ("https://\u0430pi.openai.com/v1", "plain letters"),
        ("https://api.openai.com\\.evil.example/v1", "plain letters"),
        ("https://x\u202emoc.ianepo/v1", "plain letters"),
    ],
)
def test_address_that_prompts_must_not_go_to(url: str, words: str) -> None:
    with pytest.raises(UnsupportedPolicy, match=words) as caught:
        completions_url(RemoteModel(url, "m"))
    assert "secret" not in str(caught.value)


def test_trusted_network_may_be_plain() -> None:
    remote = RemoteModel("http://10.0.0.2/v1", "m", allow_plain_http=True)

    assert completions_url(remote) == "http://10.0.0.2/v1/chat/completions"


texts = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), min_size=1)


@given(st.lists(texts), st.data())
def test_events_are_the_same_however_the_bytes_are_cut(
    data: list[str], draw: st.DataObject
) -> None:
    stream = "".join(f": c\ndata: {text}\r\n\n" for text in data).encode()
    reader = EventReader(most_bytes=10_000)
    found: list[str] = []
    while stream:
        size = draw.draw(st.integers(1, len(stream)))
        found += reader.feed(stream[:size])
        stream = stream[size:]
    found += reader.end()

    assert found == data


def test_event_of_several_lines_is_one() -> None:
    reader = EventReader(most_bytes=100)

    assert list(reader.feed(b"data: a\ndata:b\n\n")) == ["a\nb"]
    assert list(reader.feed(b"data: last")) == []
    assert list(reader.end()) == ["last"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "choices delta message content reasoning_content tool_calls function name "
                "arguments index usage prompt_tokens timings finish_reason".split()
            ),
            inner,
        )
    ),
    max_leaves=20,
)


def anything_as_an_event(value: JsonValue) -> list[JsonObject]:
    """A value in the places where each API has something to read."""
    kinds = ("response.output_item.added", "response.completed", "response.output_text.delta")
    kinds += ("message_start", "content_block_start", "content_block_delta", "message_delta")
    return [
        {"choices": [value], "usage": value, "timings": value},
        {"candidates": [value], "usageMetadata": value, "promptFeedback": value},
        {"candidates": [{"content": {"parts": [value]}, "finishReason": value}]},
        {"message": value, "done": True, "done_reason": value, "eval_count": value},
        *({"type": kind, "item": value, "delta": value, "response": value} for kind in kinds),
        *({"type": kind, "content_block": value, "message": value} for kind in kinds),
    ]


@given(st.lists(json_values, max_size=5))
def test_answer_takes_anything_that_is_json(values: list[JsonValue]) -> None:
    for dialect in map(dialect_of, RemoteDialect):
        answer = RemoteReply(most_chars=100_000)
        pieces: list[str] = []
        for value in values:
            for event in anything_as_an_event(value):
                pieces += dialect.read(event, answer)
        pieces += answer.end()

        assert "".join(pieces) == answer.reply
        assert answer.usage.cached_tokens <= answer.usage.prompt_tokens
        parse_reply(answer.reply)


def test_reasoning_and_text_take_turns() -> None:
    dialect = dialect_of(RemoteDialect.CHAT_COMPLETIONS)
    answer = RemoteReply(most_chars=1000)
    for delta in (
        {"reasoning": "a"},
        {"content": "b"},
        {"reasoning_content": "c"},
        {"content": "d"},
    ):
        list(dialect.read({"choices": [{"delta": dict(delta)}]}, answer))
    list(answer.end())

    assert answer.reply == "<think>\na\n</think>\nb<think>\nc\n</think>\nd"
    assert (answer.content, answer.reasoning) == ("bd", "ac")
    assert isinstance(parse_reply(answer.reply).action, Unparsed)


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_error_body_makes_a_short_line(body: str) -> None:
    line = error_text(body)

    assert 0 < len(line) <= 301
    assert "\n" not in line


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("5", 5),
        ("-5", 0),
        ("Wed, 21 Oct 2015 07:28:10 GMT", 10),
        ("Wed, 21 Oct 2015 07:27:00 GMT", 0),
        ("soon", None),
        ("", None),
        ("1" * 400, None),
        ("1" * 5000, None),
    ],
)
def test_retry_after_in_both_forms(header: str, seconds: float | None) -> None:
    assert retry_after_s(header, now_s=1445412480) == seconds
