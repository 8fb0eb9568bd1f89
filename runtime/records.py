"""Episodes on disk: written as they happen, readable after a crash, never rewritten.

A folder per episode:

    episode.jsonl        a header, a line for each step, a line for the outcome
    screens/0003.jpg     screenshots, each written once and named by the steps that show it

Each line ends with the checksum of what stands before it, and is on the disk before `step`
returns (unless `durable=False`, for bulk rollouts that can be made again). A last line that was cut
off by a crash is ignored; damage anywhere else, or to a screenshot, is a `RecordError`.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, cast

from runtime.device import DeviceInfo
from runtime.episode import Episode, Outcome, Step
from runtime.errors import RecordError
from runtime.observation import Screenshot
from runtime.private_files import OWN_FOLDER, open_private
from runtime.record_codec import from_record, to_json
from runtime.record_lines import JsonObject, checksum, line_of, object_of, read_lines

FORMAT = "phonebuddy-episode"
VERSION = 1
FILE = "episode.jsonl"
SCREENS = "screens"

_SUFFIXES = {"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}
_SCREEN_NAME = re.compile(r"screens/[0-9]{4,}\.[a-z]+")


@dataclasses.dataclass(frozen=True, slots=True)
class EpisodeHeader:
    """What is known of an episode when it begins; the fields are those of `Episode`."""

    id: str
    goal: str
    device: DeviceInfo
    policy: str
    task: str = ""
    started_s: float = 0.0


@dataclasses.dataclass(frozen=True, slots=True)
class _ScreenFile:
    """Where a screenshot is kept, and how to tell that it is whole."""

    file: str
    mime: str
    width_px: int
    height_px: int
    crc32: str


class EpisodeWriter:
    """Appends to the record of one episode. Leaving without `finish` leaves it without outcome."""

    def __init__(self, folder: Path | str, header: EpisodeHeader, *, durable: bool = True) -> None:
        self._folder = Path(folder)
        self._durable = durable
        self._steps = 0
        self._last_screen: tuple[bytes, str] = (b"", "")
        self._broken = ""
        first = _header_line(header)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=OWN_FOLDER)
            (self._folder / SCREENS).mkdir(exist_ok=True, mode=OWN_FOLDER)
            self._file = open_private(self._folder / FILE)
        except FileExistsError as error:
            raise RecordError(
                f"{self._folder} already holds an episode, which is never written over: "
                "choose another folder"
            ) from error
        except OSError as error:
            raise RecordError(f"no episode can be written to {self._folder}: {error}") from error
        try:
            self._write(self._file, first)
            self._sync_folder(self._folder)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def step(self, step: Step) -> None:
        """Record a step, and its screenshot if it has one."""
        self._check_open()
        screenshot = step.observation.screenshot
        body = _step_body(step)
        screen = self._screen_of(screenshot) if screenshot is not None else None
        if screen is not None:
            object_of(body["observation"])["screenshot"] = to_json(_ScreenFile, screen)
        line = line_of({"kind": "step", "n": self._steps, **body})
        if screen is not None and screenshot is not None:
            self._keep_screen(screen.file, screenshot.data)
        self._write(self._file, line)
        self._steps += 1

    def finish(self, outcome: Outcome) -> None:
        """Record how the episode ended, and close the record."""
        self._check_open()
        self._write(self._file, _outcome_line(outcome))
        self.close()

    def close(self) -> None:
        """Let the file go. Closing again does nothing."""
        self._file.close()

    def _check_open(self) -> None:
        if self._broken:
            raise RecordError(f"the record in {self._folder} failed before: {self._broken}")
        if self._file.closed:
            raise RecordError(f"the record in {self._folder} is closed: nothing more can follow")

    def _write(self, file: BinaryIO, data: bytes) -> None:
        try:
            _write_all(file, data)
            if self._durable:
                os.fsync(file.fileno())
        except OSError as error:
            # Half a line may stand there now: another one after it would be damage.
            self._broken = str(error)
            raise RecordError(f"cannot write to {self._folder}: {error}") from error

    def _screen_of(self, screenshot: Screenshot) -> _ScreenFile:
        """Where the screenshot goes, which is where it is already if the screen stayed the same."""
        suffix = _SUFFIXES.get(screenshot.mime)
        if suffix is None:
            raise RecordError(
                f"a screenshot of type {screenshot.mime!r} cannot be recorded: "
                f"use one of {', '.join(_SUFFIXES)}"
            )
        data, name = self._last_screen
        if not name or data != screenshot.data:
            name = f"{SCREENS}/{self._steps:04}.{suffix}"
        width_px, height_px = screenshot.width_px, screenshot.height_px
        crc32 = checksum(screenshot.data)
        return _ScreenFile(name, screenshot.mime, width_px, height_px, crc32)

    def _keep_screen(self, name: str, data: bytes) -> None:
        if name == self._last_screen[1]:
            return
        try:
            with open_private(self._folder / name) as file:
                self._write(cast("BinaryIO", file), data)
            self._sync_folder(self._folder / SCREENS)
        except OSError as error:
            self._broken = str(error)
            raise RecordError(f"cannot write {self._folder / name}: {error}") from error
        self._last_screen = (data, name)

    def _sync_folder(self, folder: Path) -> None:
        """Make the names in a folder as durable as the files."""
        if not self._durable:
            return
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_episode(folder: Path | str, episode: Episode, *, durable: bool = True) -> None:
    """Record an episode that is there already."""
    with EpisodeWriter(folder, _header_of(episode), durable=durable) as writer:
        for step in episode.steps:
            writer.step(step)
        if episode.outcome is not None:
            writer.finish(episode.outcome)


def read_episode(folder: Path | str, *, screenshots: bool = True) -> Episode:
    """The episode recorded in a folder; without an outcome if it was never finished.

    Without `screenshots`, the image files are not touched and the observations have none.
    """
    folder = Path(folder)
    path = folder / FILE
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"no episode can be read from {folder}: {error}") from error
    bodies = read_lines(data, path)
    if not bodies:
        raise RecordError(f"{path} ends before its header: nothing was recorded, remove the folder")
    try:
        return episode_of(bodies, folder if screenshots else None)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error


def episode_lines(episode: Episode) -> Iterator[bytes]:
    """The lines of an episode's record, for files that hold many; without screenshots."""
    yield _header_line(_header_of(episode))
    for number, step in enumerate(episode.steps):
        yield line_of({"kind": "step", "n": number, **_step_body(step)})
    if episode.outcome is not None:
        yield _outcome_line(episode.outcome)


def episode_of(bodies: Sequence[JsonObject], folder: Path | None = None) -> Episode:
    """The episode that lines hold, the header's first; with screenshots only if `folder` has them."""
    header = _header(bodies[0])
    steps, outcome = _steps_and_outcome(bodies[1:], folder)
    return Episode(
        id=header.id,
        goal=header.goal,
        device=header.device,
        policy=header.policy,
        steps=steps,
        outcome=outcome,
        task=header.task,
        started_s=header.started_s,
    )


def _header_of(episode: Episode) -> EpisodeHeader:
    return EpisodeHeader(
        episode.id, episode.goal, episode.device, episode.policy, episode.task, episode.started_s
    )


def _header_line(header: EpisodeHeader) -> bytes:
    preamble: JsonObject = {"kind": "header", "format": FORMAT, "version": VERSION}
    return line_of({**preamble, **object_of(to_json(EpisodeHeader, header))})


def _step_body(step: Step) -> JsonObject:
    """A step without its screenshot."""
    bare = dataclasses.replace(step.observation, screenshot=None)
    return object_of(to_json(Step, dataclasses.replace(step, observation=bare)))


def _outcome_line(outcome: Outcome) -> bytes:
    return line_of({"kind": "outcome", **object_of(to_json(Outcome, outcome))})


def _header(body: JsonObject) -> EpisodeHeader:
    if body.pop("kind", None) != "header" or body.pop("format", None) != FORMAT:
        raise RecordError(f"this is no {FORMAT} record")
    version = body.pop("version", None)
    if version != VERSION:
        raise RecordError(
            f"the record has version {version}, this PhoneBuddy reads version {VERSION}: "
            "read it with the PhoneBuddy that wrote it, or a newer one"
        )
    return from_record(EpisodeHeader, body)


def _steps_and_outcome(
    bodies: Sequence[JsonObject], folder: Path | None
) -> tuple[tuple[Step, ...], Outcome | None]:
    steps: list[Step] = []
    outcome: Outcome | None = None
    for body in bodies:
        kind = body.pop("kind", None)
        if outcome is not None:
            raise RecordError("something follows the outcome")
        if kind == "step" and body.pop("n", None) == len(steps):
            steps.append(_step(body, folder))
        elif kind == "outcome":
            outcome = from_record(Outcome, body)
        else:
            raise RecordError(f"after {len(steps)} steps comes a line that does not follow them")
    return tuple(steps), outcome


def _step(body: JsonObject, folder: Path | None) -> Step:
    observation = object_of(body.get("observation"))
    reference = observation.get("screenshot")
    observation["screenshot"] = None
    step = from_record(Step, body)
    if reference is None or folder is None:
        return step
    screenshot = _read_screen(from_record(_ScreenFile, reference), folder)
    return dataclasses.replace(
        step, observation=dataclasses.replace(step.observation, screenshot=screenshot)
    )


def _read_screen(screen: _ScreenFile, folder: Path) -> Screenshot:
    if not _SCREEN_NAME.fullmatch(screen.file):
        raise RecordError(f"a screenshot cannot be kept at {screen.file!r}")
    try:
        data = (folder / screen.file).read_bytes()
    except OSError as error:
        raise RecordError(f"the screenshot {screen.file} cannot be read: {error}") from error
    if checksum(data) != screen.crc32:
        raise RecordError(f"the screenshot {screen.file} is damaged")
    return Screenshot(data, screen.mime, screen.width_px, screen.height_px)


def _write_all(file: BinaryIO, data: bytes) -> None:
    """Unbuffered files may take less than they were given."""
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]
