"""A model edits a rebuilt app: what is kept, what is refused, and that nothing else can be done by it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.agent.chat_model import (
    ChatMessage,
    NoChatReply,
    ServedChatModel,
    chat_model,
)
from phoneworld.reconstruction.agent.edits import document_of, patched, spec_of
from phoneworld.reconstruction.agent.json_patch import BadPatch, apply_patch
from phoneworld.reconstruction.agent.judgement import (
    CannotJudge,
    JudgedApp,
    LimitedJudge,
    Scores,
    judge_app,
)
from phoneworld.reconstruction.agent.rounds import AgentRound, finish_app, patch_in
from phoneworld.reconstruction.rebuild import Rebuilt
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.model import Recording


class ScriptedChat:
    """Answers with what it was given, one after another, and keeps what it was asked."""

    def __init__(self, *replies: str) -> None:
        self._replies = list(replies)
        self.asked: list[str] = []

    def reply(self, messages: Sequence[ChatMessage]) -> str:
        self.asked.append(messages[-1].text)
        if not self._replies:
            raise NoChatReply("the script is over")
        return self._replies.pop(0)


def count_transitions(spec: AppSpec) -> JudgedApp:
    """As true as it has transitions."""
    return JudgedApp(Scores(replayed=len(spec.transitions)), ("a transition is missing",))


def rounds_of(spec: AppSpec, *replies: str) -> tuple[AppSpec, list[AgentRound], ScriptedChat]:
    seen: list[AgentRound] = []
    model = ScriptedChat(*replies)
    found = finish_app(spec, model, count_transitions, rounds=4, report=seen.append)
    return found, seen, model


def test_an_edit_that_raises_the_scores_is_kept_and_one_that_lowers_them_is_not(
    rebuilt: Rebuilt,
) -> None:
    whole = rebuilt.spec
    less = replace(whole, transitions=whole.transitions[1:])
    missing = document_of(whole)["app"]["transitions"][0]
    add = [{"op": "add", "path": "/app/transitions/0", "value": missing}]
    drop = [{"op": "remove", "path": "/app/transitions/0"}]
    found, seen, model = rounds_of(
        less, f"Here you are:\n```json\n{json.dumps(add)}\n```", json.dumps(drop), "[]"
    )
    assert [one.kept for one in seen] == [True, False, False]
    assert found == whole
    assert "a transition is missing" in model.asked[0]
    assert "not kept" in model.asked[2]


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot do that.",
        '[{"op": "add", "path": "/app/code", "value": "import os"}]',
        '[{"op": "replace", "path": "/app/start", "value": "nowhere"}]',
        '[{"op": "replace", "path": "/app/package", "value": "com.other"}]',
        '[{"op": "remove", "path": "/app/transitions/999999"}]',
        pytest.param(
            f'[{{"op": "remove", "path": "/app/transitions/{"9" * 5_000}"}}]', id="5000 digits"
        ),
        '[{"op": "replace", "path": "", "value": {}}]',
        '[{"op": "add", "path": "/screens/extra", "value": {"name": "extra"}}]',
        '[{"op": "add", "path": "/app/tables/-", "value": {"name": "x; drop", "columns": [], "rows": []}}]',
    ],
)
def test_what_is_no_sound_edit_is_refused_with_the_reason(rebuilt: Rebuilt, reply: str) -> None:
    found, seen, model = rounds_of(rebuilt.spec, reply)
    assert found == rebuilt.spec
    assert not any(one.kept for one in seen)
    assert "refused" in model.asked[1]


def test_an_app_cannot_become_truer_by_losing_its_screens(rebuilt: Rebuilt) -> None:
    name = rebuilt.spec.screens[-1].name
    with pytest.raises(BadPatch):
        patched(rebuilt.spec, [{"op": "remove", "path": f"/screens/{name}"}])


def test_an_app_cannot_grow_without_end(rebuilt: Rebuilt) -> None:
    grow = {"op": "replace", "path": "/app/recordings", "value": ["x" * 9_000_000]}
    with pytest.raises(BadPatch, match="twice as large"):
        patched(rebuilt.spec, [grow])


def test_an_app_cannot_be_doubled_again_and_again(rebuilt: Rebuilt) -> None:
    double = {"op": "copy", "from": "", "path": "/app/again"}
    with pytest.raises(BadPatch, match=r"operation \d: the document grows too large"):
        patched(rebuilt.spec, [double] * 200)


def test_a_patch_that_is_nested_without_end_is_refused(rebuilt: Rebuilt) -> None:
    nested: list[Any] = []
    for _ in range(5_000):
        nested = [nested]
    with pytest.raises(BadPatch, match="nested too deeply"):
        patched(rebuilt.spec, [{"op": "add", "path": "/app/deep", "value": nested}])


def test_the_document_of_an_app_is_the_app(rebuilt: Rebuilt) -> None:
    document = json.loads(json.dumps(document_of(rebuilt.spec)))
    assert spec_of(document, rebuilt.spec) == rebuilt.spec


def test_a_server_that_does_not_answer_leaves_the_app_as_it_is(rebuilt: Rebuilt) -> None:
    found, seen, _ = rounds_of(rebuilt.spec)
    assert found == rebuilt.spec
    assert [one.told for one in seen] == ["the script is over"]


def test_the_real_judge_sees_what_a_lost_transition_costs(
    notes: Recording, rebuilt: Rebuilt
) -> None:
    most = max(rebuilt.spec.transitions, key=lambda one: one.count)
    less = replace(
        rebuilt.spec,
        transitions=tuple(t for t in rebuilt.spec.transitions if t.screen != most.screen),
    )
    whole, cut = judge_app(rebuilt.spec, notes), judge_app(less, notes)
    assert whole.scores.rises_from(cut.scores)
    assert cut.failures


@pytest.mark.exhaustive
def test_a_judgement_that_takes_too_long_is_given_up(notes: Recording, rebuilt: Rebuilt) -> None:
    with pytest.raises(CannotJudge):
        LimitedJudge(notes, time_limit_s=0.01)(rebuilt.spec)
    assert LimitedJudge(notes)(rebuilt.spec) == judge_app(rebuilt.spec, notes)


def test_scores_that_rise_in_one_and_fall_in_another_do_not_rise() -> None:
    assert Scores(replayed=2).rises_from(Scores(replayed=1))
    assert not Scores(replayed=2).rises_from(Scores(replayed=1, held_back=1))
    assert not Scores(replayed=2).rises_from(Scores(replayed=2))


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("http://127.0.0.1:8000/v1#qwen", "http://127.0.0.1:8000/v1"),
        ("https://models.example/v1/#a/b", "https://models.example/v1"),
        ("ollama:qwen3", "http://127.0.0.1:11434/v1"),
    ],
)
def test_models_are_named_as_for_a_run(name: str, url: str) -> None:
    key = {"PHONEBUDDY_KEY_MODELS_EXAMPLE": "secret"}
    found = chat_model(name, key)
    assert found.url == url
    assert found.key == ("secret" if "models.example" in url else "")


@pytest.mark.parametrize("name", ["qwen", "http://10.0.0.7/v1#qwen", "file:///etc#x", "openai:"])
def test_a_name_that_is_none_or_an_open_line_is_refused(name: str) -> None:
    with pytest.raises(PhoneWorldError):
        chat_model(name, {})


@contextmanager
def answering(status: int, body: bytes) -> Iterator[tuple[str, list[tuple[str, str, Any]]]]:
    """A server that gives one answer to everything; its address, and what it was asked."""
    asked: list[tuple[str, str, Any]] = []

    class OneAnswer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, self.headers.get("Authorization", ""), sent))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            del format, args

    with HTTPServer(("127.0.0.1", 0), OneAnswer) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1", asked
        finally:
            server.shutdown()
            thread.join()


def test_a_server_is_asked_by_chat_completions_with_the_key() -> None:
    body = json.dumps({"choices": [{"message": {"content": "[]"}}]}).encode()
    with answering(200, body) as (url, asked):
        model = ServedChatModel(url, "small", "secret")
        assert model.reply((ChatMessage("user", "What now?"),)) == "[]"
    messages = [{"role": "user", "content": "What now?"}]
    sent = {"model": "small", "messages": messages}
    assert asked == [("/v1/chat/completions", "Bearer secret", sent)]


@pytest.mark.parametrize(
    ("status", "body"), [(500, b"{}"), (200, b"no json"), (200, b'{"choices": []}'), (200, b"[]")]
)
def test_an_answer_without_a_message_is_no_reply(status: int, body: bytes) -> None:
    with answering(status, body) as (url, _), pytest.raises(NoChatReply, match="gave no reply of"):
        ServedChatModel(url, "small").reply((ChatMessage("user", "What now?"),))


def test_patches_do_what_the_standard_says() -> None:
    document = {"a": [1, 2], "b": {"c/d": 3}}
    operations = [
        {"op": "test", "path": "/a/0", "value": 1},
        {"op": "add", "path": "/a/-", "value": 9},
        {"op": "move", "from": "/b/c~1d", "path": "/e"},
        {"op": "copy", "from": "/a/0", "path": "/a/1"},
        {"op": "replace", "path": "/b", "value": None},
    ]
    assert apply_patch(document, operations) == {"a": [1, 1, 2, 9], "b": None, "e": 3}
    assert document == {"a": [1, 2], "b": {"c/d": 3}}


keys = st.sampled_from(["a", "b", "0", "1", "~"])
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
)
pointers = st.lists(keys | st.just("-"), max_size=3).map(
    lambda parts: "".join(f"/{p}" for p in parts)
)
operations = st.fixed_dictionaries(
    {"op": st.sampled_from(["add", "remove", "replace", "move", "copy", "test"]), "path": pointers},
    optional={"from": pointers, "value": json_values},
)


@given(document=json_values, patch=st.lists(operations | json_values, max_size=4) | json_values)
def test_any_patch_gives_a_document_or_a_refusal(document: object, patch: object) -> None:
    before = json.dumps(document), json.dumps(patch)
    with suppress(BadPatch):
        json.dumps(apply_patch(document, patch))
    assert (json.dumps(document), json.dumps(patch)) == before


def test_a_list_of_operations_is_found_among_words() -> None:
    assert patch_in('I see [1]. Then: [{"op": "test"}] ok') == [{"op": "test"}]
