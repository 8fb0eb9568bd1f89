import base64
import json
import logging
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trustme
from model_server import Call, ModelServer, serve_model
from plain_format import PlainFormat

from runtime.actions import Click, ElementRef, Finish, OpenApp
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt
from runtime.engines.remote.engine import RemoteEngine
from runtime.engines.remote.exchange import RemoteLimits
from runtime.engines.remote.model import RemoteConstraint, RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.episode import Unparsed
from runtime.errors import (
    Cancelled,
    EngineClosed,
    EngineOverloaded,
    PromptTooLong,
    RemoteError,
    UnsupportedPolicy,
)
from runtime.prompts.format import ObservationKind
from runtime.testing import FakeDevice, check_engine

FINISH = ['<tool_call>{"name": "finish", ', '"arguments": {"text"', ': "bye"}}', "</tool_call>"]
QUICK = RemoteLimits(
    silence_s=20, whole_s=20, backoff_s=0.01, most_wait_s=1, most_answer_bytes=2_000_000
)
"""Quick to ask again; patient, for the machine may be busy."""
KEY = "sk-very-secret-key"


def prompt(*, screenshot: bool = False) -> Prompt:
    return Prompt("go", FakeDevice().observe(screenshot=screenshot))


def engine_of(server: ModelServer, **options: Any) -> RemoteEngine:  # noqa: ANN401 - RemoteEngine's own
    remote = RemoteModel(
        server.url,
        "tiny",
        key_variable="PHONEBUDDY_KEY_TINY",
        constraint=options.pop("constraint", RemoteConstraint.NONE),
    )
    prompt_format = options.pop("prompt_format", PlainFormat())
    return RemoteEngine(remote, prompt_format, **{"limits": QUICK, "key": KEY, **options})


def ask(answer: Callable[[Call], None], **options: Any) -> Decided:  # noqa: ANN401 - RemoteEngine's own
    """One question to a server that answers like that."""
    with serve_model(answer) as server:
        engine = engine_of(server, **options)
        try:
            return engine.decide(prompt())
        finally:
            engine.close()


def test_contract_holds() -> None:
    with serve_model(lambda call: call.say(*FINISH, pause_s=0.03)) as server:
        check_engine(lambda: engine_of(server))


def test_prompt_is_one_message_with_the_sampling_of_the_bundle() -> None:
    with serve_model(lambda call: call.say(*FINISH)) as server:
        engine = engine_of(server, sampling=TokenSampling(0.5, 0.9, 7, 99))
        engine.decide(prompt())
        engine.close()
    call = server.calls[0]

    assert call.path == "/v1/chat/completions"
    assert call.headers["Authorization"] == f"Bearer {KEY}"
    (message,) = call.body["messages"]
    assert message["role"] == "user"
    assert message["content"].startswith("Goal: go\n0 steps behind\n0 ")
    given = {
        name: call.body[name] for name in ("model", "temperature", "top_p", "seed", "max_tokens")
    }
    assert given == {"model": "tiny", "temperature": 0.5, "top_p": 0.9, "seed": 7, "max_tokens": 99}
    assert call.body["stream"] is True
    assert "tools" not in call.body


def test_screenshot_goes_along_between_the_texts() -> None:
    with serve_model(lambda call: call.say(*FINISH)) as server:
        engine = engine_of(server, prompt_format=PlainFormat(ObservationKind.BOTH))
        assert engine.wants_screenshot
        asked = prompt(screenshot=True)
        engine.decide(asked)
        engine.close()
    first, image, last = server.calls[0].body["messages"][0]["content"]
    kind, _, data = image["image_url"]["url"].partition(";base64,")

    assert (first["type"], image["type"], last["type"]) == ("text", "image_url", "text")
    assert asked.observation.screenshot is not None
    assert kind == f"data:{asked.observation.screenshot.mime}"
    assert base64.b64decode(data) == asked.observation.screenshot.data


@pytest.mark.parametrize(
    ("constraint", "field"),
    [
        (RemoteConstraint.GRAMMAR, ("grammar", "%llguidance {}\nstart: /.+/")),
        (RemoteConstraint.EBNF, ("ebnf", "%llguidance {}\nstart: /.+/")),
        (RemoteConstraint.STRUCTURED_OUTPUTS, ("structured_outputs", {"grammar": "start: /.+/"})),
        (RemoteConstraint.GUIDED_GRAMMAR, ("guided_grammar", "start: /.+/")),
        (RemoteConstraint.TOOLS, ("tool_choice", "required")),
    ],
)
def test_constraint_is_asked_for_as_the_server_wants_it(
    constraint: RemoteConstraint, field: tuple[str, object]
) -> None:
    with serve_model(lambda call: call.say(*FINISH)) as server:
        engine = engine_of(server, constraint=constraint)
        engine.decide(prompt())
        engine.close()

    assert server.calls[0].body[field[0]] == field[1]


def test_tool_calls_and_reasoning_are_put_together() -> None:
    def answer(call: Call) -> None:
        call.begin()
        call.deltas(
            [
                {"role": "assistant", "content": None, "reasoning_content": "The field "},
                {"reasoning": "is 3."},
                {"tool_calls": [{"index": 0, "id": "x", "function": {"name": "click"}}]},
                {"tool_calls": [{"index": 0, "function": {"arguments": '{"ind'}}]},
                {"tool_calls": [{"index": 0, "function": {"arguments": 'ex": 3}'}}]},
            ]
        )
        call.finish(reason="tool_calls")

    decision = ask(answer).decision
    assert decision.action == Click(ElementRef(3))
    assert decision.thought == "The field is 3."
    assert decision.reply.startswith("<think>\nThe field is 3.\n</think>\n<tool_call>")


@pytest.mark.parametrize("arguments", ['{"app": "Notes"}', {"app": "Notes"}])
def test_answer_that_is_not_streamed_is_read_too(arguments: object) -> None:
    message = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"function": {"name": "open_app", "arguments": arguments}}],
    }
    answer = {
        "choices": [{"message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 4},
    }
    decided = ask(lambda call: call.answer(200, answer))

    assert decided.decision.action == OpenApp("Notes")
    assert (decided.usage.prompt_tokens, decided.usage.reply_tokens) == (9, 4)


def test_two_calls_of_a_message_are_kept_apart() -> None:
    calls = [{"function": {"name": "finish", "arguments": ""}}] * 2
    answer = {"choices": [{"message": {"tool_calls": calls}}]}

    decision = ask(lambda call: call.answer(200, answer)).decision
    assert decision.reply.count("<tool_call>") == decision.reply.count("</tool_call>") == 2
    assert decision.action == Finish()


def test_usage_is_the_servers() -> None:
    def answer(call: Call) -> None:
        call.begin()
        call.deltas([{"content": piece} for piece in FINISH], pause_s=0.03)
        details = {"cached_tokens": 80}
        call.finish(
            usage={
                "prompt_tokens": 100,
                "completion_tokens": 12,
                "prompt_tokens_details": details,
            }
        )

    usage = ask(answer).usage
    assert (usage.prompt_tokens, usage.cached_tokens, usage.reply_tokens) == (100, 80, 12)
    assert usage.decode_ms > 50
    assert usage.first_token_ms > 0


@pytest.mark.parametrize(
    "usage", [{"prompt_tokens": -1}, {"prompt_tokens": "many"}, {"prompt_tokens": 1e99}, None]
)
def test_usage_that_makes_no_sense_is_none(usage: dict[str, Any] | None) -> None:
    def answer(call: Call) -> None:
        call.begin()
        call.deltas([{"content": "".join(FINISH)}])
        call.event({"choices": [], "usage": usage})
        call.finish()

    assert ask(answer).usage.prompt_tokens == 0


def test_reply_that_cannot_be_read_is_a_decision() -> None:
    decision = ask(lambda call: call.say("I would rather ", "not.")).decision

    assert isinstance(decision.action, Unparsed)
    assert decision.reply == "I would rather not."


def test_keep_alive_comments_and_odd_events_are_passed_over() -> None:
    def answer(call: Call) -> None:
        call.begin()
        call.write(b": keep-alive\r\n\r\nevent: message\r\nid: 4\r\nretry: 9\r\n\r\n")
        call.event({"object": "ping"})
        call.event({"choices": [{"delta": None}]})
        text = json.dumps({"choices": [{"delta": {"content": "".join(FINISH) + "ä€😀"}}]})
        for byte in f"data:{text}\r\n\r\n".encode():
            call.write(bytes([byte]))
        call.finish()

    assert ask(answer).decision.reply == "".join(FINISH) + "ä€😀"


def test_stream_without_done_is_whole_if_it_says_that_it_finished() -> None:
    def answer(call: Call) -> None:
        call.begin()
        call.event({"choices": [{"delta": {"content": "".join(FINISH)}, "finish_reason": "stop"}]})

    assert ask(answer).decision.action == Finish("bye")


REFUSALS = [
    (
        401,
        {"error": {"message": f"bad key {KEY}"}},
        RemoteError,
        r"the key in PHONEBUDDY_KEY_TINY .*bad key",
    ),
    (
        404,
        {"error": {"message": "The model `tiny` does not exist."}},
        RemoteError,
        "no model 'tiny'",
    ),
    (400, {"message": "maximum context length is 512 tokens"}, PromptTooLong, "does not fit"),
    (
        500,
        {"error": {"code": 500, "type": "exceed_context_size_error", "message": "too big"}},
        PromptTooLong,
        "too big",
    ),
    (422, {"detail": [{"msg": "field required"}]}, RemoteError, "field required"),
    (500, "", RemoteError, "gave no reason"),
    (502, "<html><body>Bad gateway</body></html>", RemoteError, "a web page"),
    (500, "[" * 100_000, RemoteError, "status 500"),
    (200, "<!DOCTYPE html><html></html>", RemoteError, "a web page"),
    (200, "not json", RemoteError, "no answer: not json"),
    (200, {"fine": True}, RemoteError, "no chat completion"),
    (200, [], RemoteError, "no chat completion"),
    (200, {"error": {"message": "no slot"}}, RemoteError, "no slot"),
]


@pytest.mark.parametrize(("status", "body", "kind", "words"), REFUSALS)
def test_refusal_is_reported_with_its_reason(
    status: int, body: object, kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words) as caught:
        ask(lambda call: call.answer(status, body))
    assert KEY not in str(caught.value)
    assert len(str(caught.value)) < 600


def test_key_shows_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serve_model(lambda call: call.answer(401, f"your {KEY} is no good")) as server:
        engine = engine_of(server)
        with pytest.raises(RemoteError) as caught:
            engine.decide(prompt())
        assert KEY not in repr(engine)
        engine.close()

    error: BaseException | None = caught.value
    while error is not None:
        assert KEY not in str(error)
        error = error.__cause__ or error.__context__
    assert KEY not in caplog.text


def test_redirect_is_not_followed() -> None:
    with (
        serve_model(lambda call: call.say(*FINISH)) as other,
        pytest.raises(RemoteError, match=r"redirects to .* not followed"),
    ):
        ask(lambda call: call.answer(307, "", Location=other.url))

    assert other.calls == []


def test_busy_server_is_asked_again_after_the_time_it_names() -> None:
    times: list[float] = []

    def answer(call: Call) -> None:
        times.append(time.monotonic())
        if len(times) == 1:
            call.answer(429, "slow down", Retry_After="1")
        elif len(times) == 2:
            call.answer(503, "loading")
        else:
            call.say(*FINISH)

    decided = ask(answer)
    assert decided.decision.action == Finish("bye")
    assert times[1] - times[0] >= 1
    assert decided.usage.queue_ms >= 1000


@pytest.mark.parametrize(("after", "attempts"), [("3600", 1), ("soon", 3), ("0", 3)])
def test_server_that_stays_busy_is_left_alone(after: str, attempts: int) -> None:
    asked: list[Call] = []

    def answer(call: Call) -> None:
        asked.append(call)
        call.answer(503, {"error": "full"}, Retry_After=after)

    with pytest.raises(EngineOverloaded, match="full; ask again later"):
        ask(answer)
    assert len(asked) == attempts


def test_server_that_hangs_up_before_it_answers_is_asked_again() -> None:
    asked: list[Call] = []

    def answer(call: Call) -> None:
        asked.append(call)
        if len(asked) == 1:
            call.hang_up()
        else:
            call.say(*FINISH)

    assert ask(answer).decision.action == Finish("bye")


def test_server_that_is_not_there_is_reported() -> None:
    with serve_model(lambda _call: None) as server:
        pass
    engine = engine_of(server)
    with pytest.raises(RemoteError, match=r"cannot be reached: .*is the server running"):
        engine.decide(prompt())
    engine.close()


def cut_off(call: Call) -> None:
    call.begin()
    call.deltas([{"content": "half a"}])


def torn(call: Call) -> None:
    call.begin(Transfer_Encoding="chunked")
    call.write(b"8\r\ndata: {\r\n")


def silent(call: Call) -> None:
    time.sleep(10)


def endless(call: Call) -> None:
    call.begin()
    while True:
        call.deltas([{"content": "a"}], pause_s=0.01)


def one_endless_event(call: Call) -> None:
    call.begin()
    call.write(b"data: ")
    while True:
        call.write(b"a" * 100_000)


def flood(call: Call) -> None:
    call.begin()
    while True:
        call.deltas([{"content": "a" * 100_000}])


def comments(call: Call) -> None:
    call.begin()
    while True:
        call.write(b": nothing\n" * 10_000)


def broken_json(call: Call) -> None:
    call.begin()
    call.event("{'choices': []")


def no_text(call: Call) -> None:
    call.begin()
    call.write(b"data: \xff\xfe\n\n")


def failing(call: Call) -> None:
    call.begin()
    call.deltas([{"content": "half"}])
    call.event({"error": {"message": f"out of memory {KEY}", "code": 500}})


def zipped(call: Call) -> None:
    call.begin(Content_Encoding="gzip")
    call.write(b"\x1f\x8b")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (cut_off, "in the middle of the answer"),
        (torn, "broke off in the middle"),
        (one_endless_event, "an event of more than"),
        (flood, "longer than 1,000,000 characters"),
        (comments, "more than 2,000,000 bytes"),
        (broken_json, "no JSON"),
        (no_text, "not UTF-8"),
        (failing, r"failed while it answered: out of memory \*\*\*"),
        (zipped, "compressed"),
    ],
)
def test_answer_that_goes_wrong_is_reported_and_not_asked_for_again(
    answer: Callable[[Call], None], words: str
) -> None:
    _fails_once(answer, words, QUICK)


def test_server_that_says_nothing_is_left_and_not_asked_again() -> None:
    _fails_once(silent, "was silent for 0.5 s", replace(QUICK, silence_s=0.5))


def test_answer_without_an_end_is_left_and_not_asked_for_again() -> None:
    _fails_once(endless, "did not finish its answer in 1 s", replace(QUICK, whole_s=1))


def _fails_once(answer: Callable[[Call], None], words: str, limits: RemoteLimits) -> None:
    with serve_model(answer) as server:
        engine = engine_of(server, limits=limits)
        with pytest.raises(RemoteError, match=words):
            engine.decide(prompt())
        assert len(server.calls) == 1
        engine.close()


def test_cancelling_closes_the_connection() -> None:
    left = threading.Event()

    def answer(call: Call) -> None:
        call.begin()
        try:
            while True:
                call.deltas([{"content": "a "}], pause_s=0.02)
        except OSError:
            left.set()

    with serve_model(answer) as server:
        engine = engine_of(server)
        cancel = Cancellation()
        threading.Timer(0.2, cancel.cancel).start()
        with pytest.raises(Cancelled):
            engine.decide(prompt(), cancel=cancel)
        assert left.wait(120)
        engine.close()


def test_cancelling_ends_the_wait_for_a_busy_server() -> None:
    limits = RemoteLimits(most_wait_s=60)
    with serve_model(lambda call: call.answer(429, "", Retry_After="30")) as server:
        engine = engine_of(server, limits=limits)
        cancel = Cancellation()
        threading.Timer(0.2, cancel.cancel).start()
        started = time.monotonic()
        with pytest.raises(Cancelled):
            engine.decide(prompt(), cancel=cancel)
        assert time.monotonic() - started < 20
        engine.close()


def test_closing_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    with serve_model(lambda _call: time.sleep(0.3)) as server:
        engine = engine_of(server)
        errors: list[BaseException] = []

        def decide() -> None:
            try:
                engine.decide(prompt())
            except EngineClosed as error:
                errors.append(error)

        caller = threading.Thread(target=decide)
        caller.start()
        time.sleep(0.1)
        engine.close()
        caller.join(120)

        assert len(errors) == 1
        assert not [t for t in set(threading.enumerate()) - before if t.name.startswith("remote")]


def test_servers_certificate_must_be_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(tls)
    with serve_model(lambda call: call.say(*FINISH), tls=tls) as server:
        stranger = engine_of(server)
        with pytest.raises(RemoteError, match=r"cannot be reached: .*certificate verify failed"):
            stranger.decide(prompt())
        stranger.close()

        authority.cert_pem.write_to_path(tmp_path / "authority.pem")
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
        trusting = engine_of(server)
        assert trusting.decide(prompt()).decision.action == Finish("bye")
        trusting.close()
    assert len(server.calls) == 1


@pytest.mark.parametrize("key", ["a b", "a\nb", "schlüssel"])
def test_key_that_no_header_takes_is_refused_unshown(key: str) -> None:
    with pytest.raises(UnsupportedPolicy, match="PHONEBUDDY_KEY_TINY") as caught:
        RemoteEngine(
            RemoteModel("http://127.0.0.1:1", "m", "PHONEBUDDY_KEY_TINY"), PlainFormat(), key=key
        )
    assert key not in str(caught.value)
