"""Songs and videos tell their own length, tags and pictures."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from phoneworld.packs.androidworld.recordings import (
    RecordingError,
    Song,
    read_song,
    read_video,
    silent_song,
    titled_video,
    video_frame,
)


@settings(max_examples=20, deadline=None)
@given(
    title=st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=40),
    seconds=st.integers(1, 600),
)
def test_song_tells_title_artist_and_length(title: str, seconds: int) -> None:
    song = read_song(silent_song(title, "Somebody", seconds * 1000))

    assert (song.title, song.artist) == (title, "Somebody")
    assert song.duration_ms == pytest.approx(seconds * 1000, abs=40)


def test_video_shows_one_title_after_the_other() -> None:
    data = titled_video(["Amina", "Viola"], seconds_each=3)
    first, second, after = (
        Image.open(io.BytesIO(video_frame(data, at_ms))) for at_ms in (1000, 5000, 60_000)
    )

    assert read_video(data).duration_ms == 6000
    assert first.size == (320, 240)
    assert first.tobytes() != second.tobytes()
    assert after.tobytes() == second.tobytes()


def test_the_same_titles_give_the_same_bytes() -> None:
    assert titled_video(["Amina"]) == titled_video(["Amina"])


@pytest.mark.parametrize("data", [b"", b"nonsense", b"ID3" + bytes(50)])
def test_what_is_no_recording_is_refused(data: bytes) -> None:
    with pytest.raises(RecordingError):
        read_video(data)
    with pytest.raises(RecordingError):
        read_song(data)


def test_a_song_is_no_video_and_a_video_no_song() -> None:
    with pytest.raises(RecordingError, match="no video"):
        read_video(silent_song("A", "B", 1000))
    with pytest.raises(RecordingError, match="no sound"):
        read_song(titled_video(["A"]))
    assert isinstance(read_song(silent_song("A", "B", 1000)), Song)
