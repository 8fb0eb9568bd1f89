from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_recordings import droidbot_view, two_screens, write_event, write_state

from phoneworld.recording.droidbot import bounds_of, import_droidbot, tree_of
from phoneworld.recording.files import BadRecording
from runtime.actions import Click, Direction, PressButton, Scroll, Type

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


def test_states_and_events_become_steps(tmp_path: Path) -> None:
    two_screens(tmp_path)
    recording = import_droidbot(tmp_path)
    actions = [step.action for episode in recording.episodes for step in episode.steps]
    assert [type(action) for action in actions] == [Click, PressButton]
    assert recording.package == "org.example.app"
    assert not recording.refusals


def test_what_nobody_sees_is_left_out_and_its_children_take_its_place() -> None:
    views: list[object] = [
        droidbot_view(0, -1, [1]),
        droidbot_view(1, 0, [2], visible=False),
        droidbot_view(2, 1, [], text="shown", bounds=[[0, 10], [50, 20]]),
    ]
    root = tree_of(views, "a state")
    assert [node.text for node in root.children[0].children] == ["shown"]


def test_inverted_bounds_enclose_nothing() -> None:
    assert bounds_of([[10, 10], [5, 20]]) is None


def test_swapped_width_and_height_are_put_right(tmp_path: Path) -> None:
    write_state(tmp_path, "a", [droidbot_view(0, -1, [], text="x")], width=1920, height=1080)
    screen = import_droidbot(tmp_path).screens[0]
    assert (screen.width_px, screen.height_px) == (1080, 1920)


def test_a_step_to_a_state_that_is_missing_is_refused_by_name(tmp_path: Path) -> None:
    button = two_screens(tmp_path)
    write_event(tmp_path, "9", "a", "gone", event_type="touch", view=button)
    refusals = import_droidbot(tmp_path).refusals
    assert [refusal.file.endswith("event_9.json") for refusal in refusals] == [True]
    assert "not recorded" in refusals[0].reason


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe\x00", b"null", b"[" * 100_000])
def test_damaged_files_are_refused_and_the_rest_is_used(tmp_path: Path, content: bytes) -> None:
    two_screens(tmp_path)
    (tmp_path / "states" / "state_z.json").write_bytes(content)
    (tmp_path / "events" / "event_z.json").write_bytes(content)
    recording = import_droidbot(tmp_path)
    assert len(recording.refusals) == 2
    assert len(recording.screens) == 2


def test_views_that_hang_together_in_circles_are_refused(tmp_path: Path) -> None:
    write_state(tmp_path, "a", [droidbot_view(0, -1, [1]), droidbot_view(1, 0, [0])])
    with pytest.raises(BadRecording, match="circles"):
        import_droidbot(tmp_path)


def test_typing_and_scrolling_are_read(tmp_path: Path) -> None:
    button = two_screens(tmp_path)
    write_event(tmp_path, "3", "a", "a", event_type="set_text", view=button, text="Hi")
    write_event(tmp_path, "4", "a", "a", event_type="scroll", view=button, direction="DOWN")
    steps = [s.action for e in import_droidbot(tmp_path).episodes for s in e.steps]
    assert isinstance(steps[2], Type)
    assert steps[2].text == "Hi"
    assert isinstance(steps[3], Scroll)
    assert steps[3].motion is Direction.DOWN


def test_half_an_emoji_is_replaced_and_a_whole_one_kept(tmp_path: Path) -> None:
    write_state(tmp_path, "a", [droidbot_view(0, -1, [], text="cut \ud83d", hint="\U0001f600")])
    write_state(tmp_path, "b", [droidbot_view(0, -1, [], text="whole \U0001f600")])
    texts = [screen.root.children[0].text for screen in import_droidbot(tmp_path).screens]
    assert texts == ["cut \ufffd", "whole \U0001f600"]


@given(views=st.lists(JSON | st.fixed_dictionaries({"bounds": JSON, "children": JSON}), max_size=6))
def test_any_views_make_a_tree_or_are_refused(views: list[object]) -> None:
    try:
        root = tree_of(json.loads(json.dumps(views)), "a state")
    except BadRecording:
        return
    assert root.children
