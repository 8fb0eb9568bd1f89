"""Links inside recordings, which could lead anywhere, are not followed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from small_recordings import two_screens

from phoneworld.recording.droidbot import import_droidbot
from phoneworld.recording.dumps import import_dumps
from phoneworld.recording.episodes import is_episode
from phoneworld.recording.files import BadRecording
from phoneworld.recording.sources import import_all, places_in

DUMP = (
    '<hierarchy rotation="0"><node text="{}" class="android.widget.Button" package="org.example" '
    'bounds="[0,0][1080,1920]"/></hierarchy>'
)


def outside(tmp_path: Path) -> Path:
    """A recording that lies elsewhere."""
    two_screens(tmp_path / "elsewhere")
    return tmp_path / "elsewhere"


def test_linked_files_are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.xml"
    secret.write_text(DUMP.format("secret"))
    folder = tmp_path / "dumps"
    folder.mkdir()
    (folder / "0.xml").write_text(DUMP.format("own"))
    for name in ("1.xml", "0.png", "actions.jsonl"):
        (folder / name).symlink_to(secret)
    recording = import_dumps(folder)
    assert [Path(screen.name).name for screen in recording.screens] == ["0.xml"]
    assert recording.screens[0].picture is None
    assert not recording.refusals, "the list of actions is not looked at"


@pytest.mark.parametrize("part", ["events", "screens"])
def test_linked_parts_of_a_recording_are_not_read(tmp_path: Path, part: str) -> None:
    elsewhere = outside(tmp_path)
    (elsewhere / "screens").mkdir()
    (elsewhere / "screens" / "screen_a.png").write_bytes(b"picture")
    folder = tmp_path / "recording"
    shutil.copytree(elsewhere, folder)
    assert import_droidbot(folder).episodes
    assert import_droidbot(folder).screens[0].picture
    shutil.rmtree(folder / part)
    (folder / part).symlink_to(elsewhere / part)
    recording = import_droidbot(folder)
    assert not (recording.episodes if part == "events" else recording.screens[0].picture)


def test_a_recording_of_links_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "recording"
    folder.mkdir()
    (folder / "states").symlink_to(outside(tmp_path) / "states")
    (folder / "episode.jsonl").symlink_to("/etc/passwd")
    assert not is_episode(folder)
    assert not list(places_in(folder))
    with pytest.raises(BadRecording, match="no recording"):
        import_all([folder])


@pytest.mark.timeout(120)
def test_links_in_circles_are_not_walked(tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / f"link{number}").symlink_to(".")
    assert not list(places_in(tmp_path))
    with pytest.raises(BadRecording, match="no recording"):
        import_all([tmp_path])


def test_a_place_that_is_given_may_be_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(outside(tmp_path))
    assert import_all([link]).episodes
    assert list(places_in(link)) == [link]
