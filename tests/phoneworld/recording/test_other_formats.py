from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.recording.appagent import import_appagent, labelled_middles
from phoneworld.recording.dumps import import_dumps, screen_of
from phoneworld.recording.files import BadRecording
from phoneworld.recording.sources import import_all
from runtime.actions import Click
from runtime.hierarchy_xml import parse_hierarchy


def node(text: str, bounds: str, **flags: str) -> str:
    more = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in flags.items())
    return (
        f'<node text="{text}" class="android.widget.Button" package="org.example" '
        f'bounds="{bounds}" {more}/>'
    )


def dump(*nodes: str) -> str:
    inside = "".join(nodes)
    return (
        '<?xml version="1.0"?><hierarchy rotation="0"><node class="android.widget.FrameLayout" '
        f'package="org.example" bounds="[0,0][1080,1920]">{inside}</node></hierarchy>'
    )


ONE = dump(node("Go", "[0,100][200,200]", clickable="true"))
TWO = dump(node("Done", "[0,300][200,400]", clickable="true"))


def test_dumps_with_a_list_of_actions_are_steps(tmp_path: Path) -> None:
    (tmp_path / "0.xml").write_text(ONE)
    (tmp_path / "1.xml").write_text(TWO)
    line = {
        "before": "0.xml",
        "action": {"name": "click", "arguments": {"points": [[90, 80]]}},
        "after": "1.xml",
    }
    (tmp_path / "actions.jsonl").write_text(json.dumps(line) + "\nnonsense\n")
    recording = import_dumps(tmp_path)
    assert isinstance(recording.episodes[0].steps[0].action, Click)
    assert [refusal.file.endswith("line 2") for refusal in recording.refusals] == [True]


def test_dumps_without_actions_are_screens_and_no_steps(tmp_path: Path) -> None:
    (tmp_path / "0.xml").write_text(ONE)
    (tmp_path / "1.xml").write_text(TWO)
    recording = import_dumps(tmp_path)
    assert (len(recording.screens), recording.episodes) == (2, ())


@pytest.mark.parametrize(
    "content",
    [b"", b"<hierarchy>", b"no xml at all", ONE[:150].encode(), b"<!DOCTYPE a><hierarchy/>"],
)
def test_dumps_that_cannot_be_read_are_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.xml"
    path.write_bytes(content)
    with pytest.raises(BadRecording, match=r"bad\.xml"):
        import_dumps(path)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_screen_or_refused(data: bytes) -> None:
    try:
        screen = screen_of(data, name="x")
    except BadRecording:
        return
    assert screen.root.children


def test_appagent_numbers_what_can_be_clicked_then_what_can_be_focused() -> None:
    root = parse_hierarchy(
        dump(
            node("f", "[0,500][200,600]", focusable="true"),
            node("a", "[0,100][200,200]", clickable="true", focusable="true"),
            node("near a", "[4,104][200,200]", clickable="true"),
        )
    )
    assert labelled_middles(root) == [(100, 150), (100, 550)]


def test_appagent_logs_are_read_up_to_the_first_call(tmp_path: Path) -> None:
    for number, text in ((1, ONE), (2, TWO)):
        (tmp_path / f"task_{number}.xml").write_text(text)
    replies = ['Action: tap(1), text("x")', "Action: tap(7)", "I am done"]
    lines = [
        json.dumps({"step": n, "response": {"choices": [{"message": {"content": reply}}]}})
        for n, reply in zip((1, 2, 2), replies, strict=True)
    ]
    (tmp_path / "log_task.txt").write_text("\n".join(lines))
    recording = import_appagent(tmp_path)
    assert isinstance(recording.episodes[0].steps[0].action, Click)
    assert len(recording.refusals) == 2


def test_a_folder_without_recordings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecording, match="no recording"):
        import_all([tmp_path])
