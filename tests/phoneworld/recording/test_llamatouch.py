from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.recording.files import BadRecording
from phoneworld.recording.llamatouch import read_action
from phoneworld.recording.llamatouch_traces import read_event
from phoneworld.recording.sources import import_all
from runtime.actions import Click, Point, PressButton, Scroll, Type

VIEWS = (
    '<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="org.example" '
    'bounds="[0,0][1080,2400]"><node text="{text}" class="android.widget.Button" '
    'package="org.example" clickable="true" bounds="[0,100][200,200]"/></node></hierarchy>'
)


def capture(folder: Path, *actions: str) -> Path:
    """A task with a state before every action and one after the last."""
    inner = folder / "task" / "captured_data"
    for part in ("xml", "action", "activity"):
        (inner / part).mkdir(parents=True)
    for number in range(len(actions) + 1):
        (inner / "xml" / f"{number}.xml").write_text(VIEWS.format(text=f"State {number}"))
        (inner / "activity" / f"{number}.activity").write_text("org.example/.Main")
    (inner / "action" / "-1.action").write_text("None|None|None")
    for number, action in enumerate(actions):
        (inner / "action" / f"{number}.action").write_text(action)
    return folder


def test_a_captured_task_is_steps_from_state_to_state(tmp_path: Path) -> None:
    found = import_all(
        [
            capture(
                tmp_path,
                "CLICK|[0.1, 0.0625]|NULL|1080|2400",
                "TYPE|a|b and c|NULL|1080|2400",
                "SWIPE|[0.5 0.8]|[0.5 0.2]|1080|2400",
                "PRESS_BACK|NULL|NULL|1080|2400",
            )
        ]
    )
    (episode,) = found.episodes
    assert [type(step.action) for step in episode.steps] == [Click, Type, Scroll, PressButton]
    assert episode.steps[0].action == Click(Point(100.0, 62.5))
    assert episode.steps[1].action == Type("a|b and c")
    assert episode.steps[0].before.activity == ".Main"
    assert found.package == "org.example"
    assert found.refusals == ()


def test_what_ends_a_task_and_what_is_no_action_are_refused_file_by_file(tmp_path: Path) -> None:
    folder = capture(
        tmp_path,
        "CLICK|[1, 2]|NULL|1080|2400",
        "PRESS_ENTER|NULL|NULL|1080|2400",
        "STATUS_TASK_COMPLETE|NULL|NULL|1080|2400",
    )
    found = import_all([folder])
    assert [Path(one.file).name for one in found.refusals] == ["0.action", "2.action"]
    assert sum(len(one.steps) for one in found.episodes) == 1


@given(st.text(max_size=60))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        found = read_action(text, "file")
    except BadRecording:
        return
    assert found is not None


@pytest.mark.parametrize("text", ["[0.5]", "[0.5, 0.5, 0.5]", "[true, 0.1]", "[NaN, 0]", "[2, 0]"])
def test_what_is_no_point_is_refused(text: str) -> None:
    with pytest.raises(BadRecording):
        read_action(f"CLICK|{text}|NULL|1080|2400", "file")


def trace(folder: Path, *events: str) -> Path:
    """An annotated trace with a state before every action and one after the last."""
    inner = folder / "general" / "trace_0"
    inner.mkdir(parents=True)
    for number in range(len(events) + 1):
        (inner / f"{number}.xml").write_text(VIEWS.format(text=f"State {number}"))
        (inner / f"{number}.activity").write_text("org.example/.Main\n\n")
    (inner / "1.ess").write_text("exact<1>")
    (inner / "eventStructs.txt").write_text("\n".join(events))
    (inner / "instruction.txt").write_text("18\nPractise French in Duolingo.")
    return folder


def test_an_annotated_trace_is_a_demonstration(tmp_path: Path) -> None:
    found = import_all(
        [
            trace(
                tmp_path,
                "[Home]",
                "[Click] Screen Resolution (320, 720), Click Position (160, 180)",
                "[Input] best rated games",
                "[Swipe] Screen Resolution (320, 720), Start Position (160, 540), End Position (160, 72)",
            )
        ]
    )
    (episode,) = found.episodes
    assert (episode.goal, episode.whole) == ("Practise French in Duolingo.", True)
    assert [type(step.action) for step in episode.steps] == [PressButton, Click, Type, Scroll]
    assert episode.steps[1].action == Click(Point(500.0, 250.0))
    assert episode.steps[0].before.activity == ".Main"
    assert found.refusals == ()


def test_a_trace_belongs_to_the_app_that_it_opens_and_not_to_the_home_screen(
    tmp_path: Path,
) -> None:
    folder = trace(tmp_path, "[Home]", "[Home]", "[Back]")
    for number in (0, 1, 2):
        path = folder / "general" / "trace_0" / f"{number}.xml"
        path.write_text(
            path.read_text().replace("org.example", "com.google.android.apps.nexuslauncher")
        )
    assert import_all([folder]).package == "org.example"


def test_a_line_that_is_no_action_parts_a_trace(tmp_path: Path) -> None:
    found = import_all([trace(tmp_path, "[Home]", "[Jump] high", "[Back]")])
    assert [len(episode.steps) for episode in found.episodes] == [1, 1]
    assert [(one.goal, one.whole) for one in found.episodes][1] == ("", False)
    assert "line 2" in found.refusals[0].file


@given(st.text(max_size=80))
def test_any_line_is_an_action_or_refused(line: str) -> None:
    try:
        action = read_event(line, "x")
    except BadRecording:
        return
    assert isinstance(action, Click | Type | Scroll | PressButton)
