"""A reader: what a goal means, with which of its words as values, and what is refused."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiny_reader import MakeReader

from runtime.actions import Finish, FinishStatus, Output
from runtime.engine import Decided, Prompt
from runtime.engines.limits import EngineLimits
from runtime.engines.reader.about import Capitals, ValueSlot, read_facts
from runtime.engines.reader.engine import ReaderEngine, whole_words, written
from runtime.engines.reader.load import load_reader
from runtime.errors import BadBundle, EngineClosed, EngineError, UnsupportedPolicy
from runtime.policies.bundle import PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.engine_loader import load_engine
from runtime.testing import FakeDevice

SCREEN = FakeDevice().observe()


def load(about: Path) -> ReaderEngine:
    engine = load_reader(about, lambda path: about.parent.parent / path)
    assert isinstance(engine, ReaderEngine)
    return engine


def ask(engine: ReaderEngine, goal: str) -> Decided:
    return engine.decide(Prompt(goal, SCREEN, restating=True))


@pytest.mark.parametrize(
    ("goal", "meant"),
    [
        ("pls wake me half seven", "Set an alarm for 7:30."),
        ("tell ada hello", "Tell Ada: Hello"),
        ("hello bob, tell him so", "Tell Bob: Hello"),
    ],
)
def test_a_goal_is_read_with_its_values(make_reader: MakeReader, goal: str, meant: str) -> None:
    answer = ask(load(make_reader()), goal)
    assert answer.decision.action == Output(meant)
    assert 0 < (answer.confidence or 0) <= 1


def test_two_values_are_never_the_same_words(make_reader: MakeReader) -> None:
    # "ada" is the likeliest name and the likeliest text.
    assert ask(load(make_reader()), "tell ada bob").decision.action == Output("Tell Ada: Bob")


def test_what_is_no_request_is_declined(make_reader: MakeReader) -> None:
    decision = ask(load(make_reader()), "tell me a joke").decision
    assert isinstance(decision.action, Finish)
    assert decision.action.status is FinishStatus.IMPOSSIBLE


def test_the_likeliest_requests_are_told_in_order(make_reader: MakeReader) -> None:
    near = ask(load(make_reader()), "tell me a joke").near
    assert near[0] == "Tell {name}: {text}"
    assert len(set(near)) == len(near) > 1


def test_a_request_whose_values_have_no_room_is_not_read(make_reader: MakeReader) -> None:
    # One word cannot be a name and a text; that it is an alarm is unlikely, and can be said.
    answer = ask(load(make_reader()), "tell")
    assert answer.decision.action == Output("Set an alarm for tell.")
    assert (answer.confidence or 0) < 0.01


@pytest.mark.parametrize("goal", ["", "   ", "\n\n"])
def test_nothing_said_is_declined(make_reader: MakeReader, goal: str) -> None:
    assert isinstance(ask(load(make_reader()), goal).decision.action, Finish)


def test_half_characters_are_in_no_value(make_reader: MakeReader) -> None:
    action = ask(load(make_reader()), "wake me half seven\ud800").decision.action
    assert isinstance(action, Output)
    assert action.text.isascii()


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(goal=st.text(max_size=400))
def test_any_goal_has_an_answer(reader: ReaderEngine, goal: str) -> None:
    assert isinstance(ask(reader, goal).decision.action, Output | Finish)


@pytest.fixture
def reader(make_reader: MakeReader) -> ReaderEngine:
    return load(make_reader())


def test_a_very_long_goal_is_read_from_its_beginning(reader: ReaderEngine) -> None:
    answer = ask(reader, "wake me half seven " + "please " * 50_000)
    assert answer.decision.action == Output("Set an alarm for 7:30.")


def test_it_decides_nothing_and_ends_with_its_policy(reader: ReaderEngine) -> None:
    with pytest.raises(EngineError, match="decides nothing"):
        reader.decide(Prompt("wake me", SCREEN))
    reader.close()
    with pytest.raises(EngineClosed):
        ask(reader, "wake me half seven")


@pytest.mark.parametrize(
    ("said", "capitals", "value"),
    [
        ("film night", Capitals.WORDS, "Film Night"),
        ("roof inspection", Capitals.FIRST, "Roof inspection"),
        ("milk", Capitals.AS_SAID, "milk"),
        ("iPhone case", Capitals.WORDS, "iPhone case"),
        ('"Toll road"', Capitals.AS_SAID, "Toll road"),
        ('Yes, see you then."', Capitals.AS_SAID, "Yes, see you then."),
        ("O'Brien", Capitals.AS_SAID, "O'Brien"),
    ],
)
def test_values_are_written_as_the_slot_has_them(said: str, capitals: Capitals, value: str) -> None:
    assert written(said, ValueSlot("title", (), capitals)) == value


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("Kathman", "Kathmandu"),
        ("mandu", "Kathmandu"),
        ("clock", "clock"),
        ("Mocha", "Mocha"),
        ("(to", "(to"),
    ],
)
def test_a_value_ends_where_its_word_does(part: str, whole: str) -> None:
    goal = "Kathmandu (to my clock), Mochas"
    begin = goal.index(part)
    first, end = whole_words(goal, begin, begin + len(part))
    assert goal[first:end] == whole


def test_a_graph_that_scores_too_little_is_refused(make_reader: MakeReader) -> None:
    with pytest.raises(UnsupportedPolicy, match="begins, ends"):
        load(make_reader("fewer", outputs=2))
    with pytest.raises(BadBundle, match="does not score"):
        load(make_reader("narrow", slots=2))


def test_files_that_are_something_else_are_refused(make_reader: MakeReader) -> None:
    about = make_reader()
    for name in ("model.onnx", "tokenizer.json"):
        kept = (about.parent / name).read_bytes()
        (about.parent / name).write_bytes(b"\0 nothing")
        with pytest.raises((BadBundle, UnsupportedPolicy)):
            load(about)
        (about.parent / name).write_bytes(kept)
    load(about).close()


@pytest.mark.parametrize(
    "change",
    [
        lambda about: about["requests"].clear(),
        lambda about: about["requests"][0]["slots"].clear(),
        lambda about: about["requests"][1]["slots"].reverse(),
        lambda about: about.update(most_tokens=0),
        lambda about: about.pop("weights"),
    ],
)
def test_a_list_of_requests_that_contradicts_itself_is_refused(
    make_reader: MakeReader, change: object
) -> None:
    about = make_reader()
    listed = json.loads(about.read_text())
    assert callable(change)
    change(listed)
    about.write_text(json.dumps(listed))
    with pytest.raises(BadBundle):
        read_facts(about)


def bundle(about: Path, folder: Path, *, without: str = "") -> PolicyManifest:
    """A policy that follows a script, with a reader; one of its files may be there and not listed."""
    script = about.parent.parent / "script.jsonl"
    script.write_text(
        json.dumps({"action": {"name": "finish", "arguments": {"text": "done"}}}) + "\n"
    )
    manifest = PolicyManifest(
        "two", "scripted", "compact", weights="script.jsonl", reader="reader/reader.json"
    )
    files = {f"reader/{path.name}": path for path in about.parent.iterdir() if path.name != without}
    return write_bundle(folder, manifest, files | {"script.jsonl": script})


def test_any_policy_may_have_a_reader(make_reader: MakeReader, tmp_path: Path) -> None:
    manifest = bundle(make_reader(), tmp_path / "bundle")
    with closing(load_engine(tmp_path / "bundle", manifest, EngineLimits())) as engine:
        answer = engine.decide(Prompt("pls wake me half seven", SCREEN, restating=True))
    assert answer.decision.action == Output("Set an alarm for 7:30.")


def test_a_file_that_was_not_verified_is_not_read(make_reader: MakeReader, tmp_path: Path) -> None:
    about = make_reader()
    manifest = bundle(about, tmp_path / "bundle", without="model.onnx")
    (tmp_path / "bundle" / "reader" / "model.onnx").write_bytes(
        (about.parent / "model.onnx").read_bytes()
    )
    with pytest.raises(BadBundle, match="does not list"):
        load_engine(tmp_path / "bundle", manifest, EngineLimits())
