"""Songs and videos on shared storage: what a file itself says, and such files for tasks to put there.

Whatever was pushed is decoded by FFmpeg's libraries (PyAV, of the extra `androidworld`). A file that is
no recording is `RecordingError`; nothing is guessed from its name.
"""

# PyAV's own types leave packets and pictures open.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from phoneworld.errors import PhoneWorldError

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.stream import VideoStream

FRAME_HEADER = bytes.fromhex("fff318c4")
"""MPEG-2 layer III, 8 kbit/s, 16 kHz, mono: a frame is 36 bytes and lasts 36 ms."""
FRAME_BYTES = 36
FRAME_MS = 36
SIDE_INFO_BYTES = 9
VIDEO_PX = (320, 240)


class RecordingError(PhoneWorldError):
    """The bytes are no song, or no video, that can be read."""


@dataclass(frozen=True, slots=True)
class Song:
    """What an audio file says of itself; texts are empty where it says nothing."""

    title: str
    artist: str
    album: str
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Video:
    """What a video file says of itself."""

    width_px: int
    height_px: int
    duration_ms: int


def read_song(data: bytes) -> Song:
    """Tags and length of an audio file."""
    with _open(data) as container:
        if not container.streams.audio:
            raise RecordingError("these bytes hold no sound")
        tags = {key.lower(): value for key, value in container.metadata.items()}
        return Song(
            tags.get("title", ""),
            tags.get("artist", ""),
            tags.get("album", ""),
            _duration_ms(container),
        )


def read_video(data: bytes) -> Video:
    """Size and length of a video file."""
    with _open(data) as container:
        stream = _video_stream(container)
        return Video(stream.width, stream.height, _duration_ms(container))


def video_frame(data: bytes, at_ms: int) -> bytes:
    """The picture that a video shows at a moment, as PNG; after its end, the last one."""
    import av.error

    with _open(data) as container:
        stream = _video_stream(container)
        shown = None
        try:
            # To the key frame before it, and on from there.
            container.seek(max(0, at_ms) * 1000)
            for frame in container.decode(stream):
                if shown is not None and (frame.time or 0.0) * 1000 > at_ms:
                    break
                shown = frame
        except av.error.FFmpegError as error:
            raise RecordingError(f"the video cannot be decoded: {error}") from error
        if shown is None:
            raise RecordingError("the video has no picture")
        file = io.BytesIO()
        shown.to_image().save(file, "PNG")
        return file.getvalue()


def silent_song(title: str, artist: str, duration_ms: int) -> bytes:
    """An mp3 of silence with tags. Its header tells the length; it holds no more than a few frames."""
    frames = max(1, round(duration_ms / FRAME_MS))
    # The first frame tells how many there are (`Xing`, flag 1), as encoders with a variable rate write it.
    told = FRAME_HEADER + bytes(SIDE_INFO_BYTES) + b"Xing" + struct.pack(">II", 1, frames)
    silence = FRAME_HEADER.ljust(FRAME_BYTES, b"\0")
    return _id3({"TIT2": title, "TPE1": artist}) + told.ljust(FRAME_BYTES, b"\0") + silence * 8


def titled_video(titles: Sequence[str], *, seconds_each: int = 1) -> bytes:
    """An mp4 that shows one title after the other, each on a plain ground, a frame a second."""
    import av
    from PIL import Image, ImageDraw

    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as container:
        stream = container.add_stream("mpeg4", rate=1)
        stream.width, stream.height = VIDEO_PX
        stream.pix_fmt = "yuv420p"
        stream.thread_count = 1
        for title in titles:
            picture = Image.new("RGB", VIDEO_PX, "#101828")
            ImageDraw.Draw(picture).text((24, 100), title, fill="#ffd54f", font_size=28)
            for _ in range(seconds_each):
                container.mux(stream.encode(av.VideoFrame.from_image(picture)))
        container.mux(stream.encode(None))
    return file.getvalue()


def _open(data: bytes) -> InputContainer:
    try:
        import av.error
    except ImportError as error:
        raise RecordingError(
            "songs and videos are read with PyAV: pip install 'phonebuddy[androidworld]'"
        ) from error
    try:
        return av.open(io.BytesIO(data), "r")
    except (av.error.FFmpegError, ValueError) as error:
        raise RecordingError(f"these bytes are no recording: {error}") from error


def _video_stream(container: InputContainer) -> VideoStream:
    if not container.streams.video:
        raise RecordingError("these bytes hold no video")
    return container.streams.video[0]


def _duration_ms(container: InputContainer) -> int:
    # FFmpeg counts in microseconds.
    return round((container.duration or 0) / 1000)


def _id3(frames: dict[str, str]) -> bytes:
    body = b"".join(
        name.encode() + struct.pack(">IH", len(text.encode()) + 1, 0) + b"\x03" + text.encode()
        for name, text in frames.items()
    )
    # The size of the whole is written with seven bits a byte.
    size = bytes((len(body) >> shift) & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\x04\x00\x00" + size + body
