"""Demonstrations as DroidTask writes them, on states that DroidBot recorded."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_recordings import droidbot_view, write_state

from phoneworld.recording.droidbot import import_droidbot
from phoneworld.recording.droidtask import MOST_CHARACTERS, read_lines
from phoneworld.recording.model import RecordedStep, Recording
from runtime.actions import Click, Point, PressButton, SystemButton, Type

HOME = """\
<button id=0 text='Create a new note'></button>
<p id=1>Diary</p>
<button id=2>Theme<br>Dark</button>
<button id=3>go back</button>"""
FORM = """\
<input id=0 >Label</input>
<button id=1>OK</button>
<button id=2>OK</button>
<button id=3>go back</button>"""


def two_states(folder: Path) -> None:
    """A home screen and a form with two buttons of the same name."""
    said = [("", "Create a new note"), ("Diary", ""), ("Theme", ""), ("Dark", "")]
    write_state(folder, "home", _views(said))
    write_state(folder, "form", _views([("Label", ""), ("OK", ""), ("OK", "")]))


def _views(said: list[tuple[str, str]]) -> list[dict[str, object]]:
    places = range(1, len(said) + 1)
    return [
        droidbot_view(0, -1, list(places)),
        *(
            droidbot_view(
                place,
                0,
                [],
                text=text,
                content_description=description,
                bounds=[[0, 100 * place], [1080, 100 * place + 100]],
            )
            for place, (text, description) in zip(places, said, strict=True)
        ),
    ]


def record(state: str, shown: str, choice: int, typed: str = "null") -> str:
    lines = "\n".join(f"    {line}" for line in shown.splitlines())
    return f"- Choice: {choice}\n  Input: '{typed}'\n  State: |\n{lines}\n  state_str: {state}\n"


def write_task(folder: Path, *records: str) -> None:
    text = f"records:\n{''.join(records)}task_name: Make a note\n"
    (folder / "task1.yaml").write_text(text, encoding="utf-8")


def steps_of(recording: Recording) -> list[RecordedStep]:
    return [step for episode in recording.episodes for step in episode.steps]


def row_of(action: object) -> int:
    """Which of the views, each 100 pixels high, an action is meant for."""
    assert isinstance(action, Click | Type)
    assert isinstance(action.target, Point)
    return int(action.target.y * 1920 / 1000) // 100


def test_a_demonstration_becomes_steps_between_recorded_states(tmp_path: Path) -> None:
    two_states(tmp_path)
    write_task(
        tmp_path,
        record("[state-unknown, state-home]", HOME, 0),
        record("state-form", FORM, 0, "Shopping"),
        record("state-form", FORM, 2),
        record("state-home", HOME, 2),
        record("state-home", HOME, 3),
        record("state-home", HOME, -1),
    )
    recording = import_droidbot(tmp_path)
    assert not recording.refusals
    (episode,) = recording.episodes
    tap, typing, second, themed, back = [step.action for step in episode.steps]
    assert row_of(tap) == 1
    assert isinstance(typing, Type)
    assert (typing.text, row_of(typing)) == ("Shopping", 1)
    assert row_of(second) == 3, "the second of two that are called alike"
    assert row_of(themed) == 3, "a row is found by its first words"
    assert back == PressButton(SystemButton.BACK)
    assert episode.steps[0].after is episode.steps[1].before


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (record("state-gone", HOME, 0), "made on a state that was not recorded"),
        (record("state-home", HOME, 9), "line 9 was chosen, and is not there"),
        (record("state-home", HOME, -1), "the task is done, and goes on"),
        (record("state-home", FORM, 0), "1 lines and 0 views of the screen say 'Label'"),
        (record("state-home", "<button id=0></button>", 0), "has no words to find it by"),
        ("- Choice: x\n  state_str: state-home\n", "does not say what was chosen"),
        pytest.param(
            record("state-home", f"<p id={'1' * 5000}>Diary</p>", 1),
            "line 1 was chosen, and is not there",
            id="a line with thousands of digits",
        ),
        pytest.param(
            record("state-home", f"<p id=1>&#{'1' * 5000};</p>", 1),
            "its lines cannot be read",
            id="a character with thousands of digits",
        ),
        pytest.param(
            f"- Choice: 0x{'f' * 5000}\n  State: '<p id=1>Diary</p>'\n  state_str: state-home\n",
            "does not say what was chosen",
            id="a choice with thousands of digits",
        ),
        (
            "- Choice: 1\n  Input: [[x]]\n  State: '<p id=1>Diary</p>'\n  state_str: state-home\n",
            "what was typed is no text",
        ),
    ],
)
def test_a_step_that_cannot_be_used_is_refused_and_the_others_kept(
    tmp_path: Path, wrong: str, why: str
) -> None:
    two_states(tmp_path)
    good = record("state-home", HOME, 0)
    end = record("state-form", FORM, -1)
    write_task(tmp_path, good, record("state-form", FORM, 1), wrong, good, end)
    recording = import_droidbot(tmp_path)
    assert any(why in refusal.reason for refusal in recording.refusals), recording.refusals
    assert all("task1.yaml record " in refusal.file for refusal in recording.refusals)
    assert [row_of(step.action) for step in steps_of(recording)][-1] == 1
    assert len(recording.episodes) == 2, "what is before and after is not one episode"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"records: 5",
        b"[",
        b"records: []",
        b"- 1",
        b"records: [1]",
        b"\xff\xfe",
        b"[" * 50_000,
        pytest.param(b"records: [{Choice: 1}]\n" + b"#" * MOST_CHARACTERS, id="too long"),
    ],
)
def test_damaged_files_are_refused_by_name(tmp_path: Path, content: bytes) -> None:
    two_states(tmp_path)
    (tmp_path / "task1.yaml").write_bytes(content)
    recording = import_droidbot(tmp_path)
    assert [refusal.file.endswith("task1.yaml") for refusal in recording.refusals] == [True]
    assert len(recording.screens) == 2


def test_no_object_is_made_from_a_file(tmp_path: Path) -> None:
    two_states(tmp_path)
    (tmp_path / "task1.yaml").write_text("records: !!python/object/apply:os.getcwd []\n")
    (refusal,) = import_droidbot(tmp_path).refusals
    assert "no YAML" in refusal.reason


def test_aliases_that_would_stand_for_gigabytes_are_refused(tmp_path: Path) -> None:
    two_states(tmp_path)
    doubled = "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
    merged = "".join(f"m{n}: &m{n} {{<<: [*m{n - 1}, *m{n - 1}], k{n}: 1}}\n" for n in range(1, 40))
    for name, start, rest in (("task1", "a0: &a0 [x]", doubled), ("task2", "m0: &m0 {}", merged)):
        (tmp_path / f"{name}.yaml").write_text(f"{start}\n{rest}records: []\n")
    refusals = import_droidbot(tmp_path).refusals
    assert [Path(refusal.file).name for refusal in refusals] == ["task1.yaml", "task2.yaml"]
    assert all("aliases" in refusal.reason for refusal in refusals)


def test_what_was_typed_stays_as_it_was_written(tmp_path: Path) -> None:
    two_states(tmp_path)
    task = record("state-form", FORM, 0) + record("state-form", FORM, -1)
    for written, text in (("12:30", "12:30"), ("007", "007"), (r'"\ud83d!"', "\ufffd!")):
        write_task(tmp_path, task.replace("'null'", written, 1))
        (step,) = steps_of(import_droidbot(tmp_path))
        assert isinstance(step.action, Type)
        assert step.action.text == text


@pytest.mark.timeout(120)
@pytest.mark.parametrize("part", ["<p id=1>", "<p id=1 ", "<p id=1><br>", "<p id=1 <br>", "</p>"])
def test_lines_that_never_end_are_read_in_one_go(part: str) -> None:
    assert read_lines(part * 100_000) == {}
    assert read_lines(f"{part * 100_000}<b id=2>x</b>") == {2: "x"}


def test_a_break_inside_what_a_line_says_of_itself_does_not_end_it() -> None:
    assert read_lines("<button id=4 text='No tabs<br>Tap'>0</button>") == {4: "0"}


@given(st.text())
def test_any_text_is_read_as_lines(shown: str) -> None:
    assert all(number >= 0 for number in read_lines(shown))
