import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.actions import (
    AskUser,
    Click,
    CloseApp,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
    Wait,
)
from runtime.device import DeviceInfo, Performed
from runtime.episode import (
    Actor,
    Decision,
    EnvironmentFault,
    Episode,
    Finished,
    GuardVerdict,
    Judgement,
    Outcome,
    RanOut,
    RefusedByGuard,
    Step,
    StoppedByPerson,
    Unparsed,
    Verdict,
)
from runtime.errors import RecordError
from runtime.observation import Bounds, Element, Observation, Screenshot
from runtime.record_lines import line_of
from runtime.records import EpisodeHeader, EpisodeWriter, read_episode, write_episode

# Policies may reply anything, half characters included.
texts = st.text(st.characters(), max_size=20)
numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-1000, 1000)
whole = st.integers(-(10**6), 10**6)
points = st.builds(Point, numbers, numbers)
targets = points | st.builds(ElementRef, whole)
actions = st.one_of(
    st.builds(Click, targets),
    st.builds(DoubleClick, targets),
    st.builds(LongPress, targets, whole),
    st.builds(Type, texts, targets | st.none(), st.booleans()),
    st.builds(
        Scroll, st.sampled_from(Direction) | st.builds(Stroke, points, points), targets | st.none()
    ),
    st.builds(Drag, targets, targets, whole),
    st.builds(PressButton, st.sampled_from(SystemButton)),
    st.builds(OpenApp, texts),
    st.builds(CloseApp, texts),
    st.builds(Wait, whole),
    st.builds(Output, texts),
    st.builds(Finish, texts, st.sampled_from(FinishStatus)),
    st.builds(AskUser, texts),
)
screenshots = st.builds(
    Screenshot,
    st.binary(max_size=40),
    st.sampled_from(["image/png", "image/jpeg", "image/webp"]),
    whole,
    whole,
)
elements = st.builds(
    Element, whole, texts, texts, texts, texts, texts, st.builds(Bounds, *[whole] * 4), whole
)
observations = st.builds(
    Observation,
    *[texts] * 3,
    *[whole] * 3,
    st.lists(elements, max_size=3).map(tuple),
    st.booleans(),
    whole | st.none(),
    st.booleans(),
    st.lists(texts, max_size=2).map(tuple),
    screenshots | st.none(),
    numbers,
)
steps = st.builds(
    Step,
    observations,
    st.builds(Decision, actions | st.builds(Unparsed, texts, texts), texts, texts),
    st.sampled_from(Actor),
    st.builds(
        Performed,
        actions,
        st.lists(st.tuples(whole, whole), max_size=2).map(tuple),
        st.booleans(),
        texts,
    )
    | st.none(),
    st.builds(GuardVerdict, st.sampled_from(Verdict), texts, st.booleans() | st.none()) | st.none(),
    texts,
    texts,
    st.lists(st.tuples(texts, numbers), max_size=2).map(tuple),
)
outcomes = st.builds(
    Outcome,
    st.one_of(
        st.builds(Finished, st.sampled_from(FinishStatus), texts),
        st.builds(RanOut, texts),
        st.builds(StoppedByPerson, texts),
        st.builds(RefusedByGuard, texts, texts),
        st.builds(EnvironmentFault, texts),
    ),
    st.builds(Judgement, st.booleans(), st.lists(texts, max_size=2).map(tuple)) | st.none(),
)
episodes = st.builds(
    Episode,
    texts,
    texts,
    st.builds(DeviceInfo, *[texts] * 4, *[whole] * 3, texts),
    texts,
    st.lists(steps, max_size=3).map(tuple),
    outcomes | st.none(),
    texts,
    numbers,
)

DEVICE = DeviceInfo("fake:", "fake", "Fake", "15", 400, 800, 160, "en-US")
HEADER = EpisodeHeader("e1", "Save a note", DEVICE, "scripted")
SCREEN = Screenshot(b"\x89PNG image", "image/png", 400, 800)
LOOK = Observation(
    "look-1",
    "com.example",
    ".Main",
    400,
    800,
    0,
    (Element(0, "button", "Öffnen", "", "", "", Bounds(0, 0, 400, 100), 1),),
    False,
    None,
    False,
    (),
    SCREEN,
    12.5,
)
STEP = Step(LOOK, Decision(Click(Point(500, 62.5)), "tap it", "..."), Actor.POLICY)
OUTCOME = Outcome(Finished(FinishStatus.DONE, "done"), Judgement(True), ("a note added",))
EPISODE = Episode("e1", "Save a note", DEVICE, "scripted", (STEP, STEP, STEP), OUTCOME)


@given(episodes)
def test_episode_reads_back_as_it_was_written(episode: Episode) -> None:
    with TemporaryDirectory() as folder:
        write_episode(folder, episode, durable=False)

        assert read_episode(folder) == episode


@pytest.mark.parametrize("durable", [True, False])
def test_step_can_be_read_as_soon_as_it_was_written(tmp_path: Path, *, durable: bool) -> None:
    with EpisodeWriter(tmp_path / "e", HEADER, durable=durable) as writer:
        writer.step(STEP)

        assert read_episode(tmp_path / "e").steps == (STEP,)


def test_episode_without_outcome_line_has_no_outcome(tmp_path: Path) -> None:
    write_episode(tmp_path / "e", replace(EPISODE, outcome=None))

    assert read_episode(tmp_path / "e").outcome is None


def test_record_is_lines_of_json_without_images(tmp_path: Path) -> None:
    write_episode(tmp_path, EPISODE)
    lines = [json.loads(line) for line in (tmp_path / "episode.jsonl").read_text().splitlines()]

    assert [line["kind"] for line in lines] == ["header", "step", "step", "step", "outcome"]
    assert lines[1]["observation"]["screenshot"]["file"] == "screens/0000.png"


def test_screen_that_stays_the_same_is_written_once(tmp_path: Path) -> None:
    other = replace(STEP, observation=replace(LOOK, screenshot=replace(SCREEN, data=b"other")))
    episode = replace(EPISODE, steps=(STEP, STEP, other))
    write_episode(tmp_path, episode)

    assert sorted(file.name for file in (tmp_path / "screens").iterdir()) == [
        "0000.png",
        "0002.png",
    ]
    assert read_episode(tmp_path) == episode


def test_screenshots_can_be_left_out(tmp_path: Path) -> None:
    write_episode(tmp_path, EPISODE)
    (tmp_path / "screens" / "0000.png").unlink()

    episode = read_episode(tmp_path, screenshots=False)

    assert [step.observation.screenshot for step in episode.steps] == [None] * 3


def test_last_line_torn_at_any_byte_is_ignored(tmp_path: Path) -> None:
    write_episode(tmp_path, EPISODE)
    file = tmp_path / "episode.jsonl"
    whole_file = file.read_bytes()
    last = whole_file.rindex(b"\n", 0, -1) + 1
    for end in range(last, len(whole_file) - 1):
        file.write_bytes(whole_file[:end])

        assert read_episode(tmp_path) == replace(EPISODE, outcome=None)


def test_torn_step_leaves_those_before_it(tmp_path: Path) -> None:
    write_episode(tmp_path, replace(EPISODE, outcome=None))
    file = tmp_path / "episode.jsonl"
    file.write_bytes(file.read_bytes()[:-100])

    assert read_episode(tmp_path) == replace(EPISODE, steps=(STEP, STEP), outcome=None)


def test_last_line_that_a_crash_left_as_zeros_is_ignored(tmp_path: Path) -> None:
    write_episode(tmp_path, EPISODE)
    file = tmp_path / "episode.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + b"\0" * 50 + lines[-1][50:])

    assert read_episode(tmp_path).outcome is None


def test_any_flipped_bit_before_the_last_line_is_an_error(tmp_path: Path) -> None:
    write_episode(tmp_path, EPISODE)
    file = tmp_path / "episode.jsonl"
    whole_file = file.read_bytes()
    last = whole_file.rindex(b"\n", 0, -1) + 1
    for place in range(last):
        damaged = bytearray(whole_file)
        damaged[place] ^= 1 << place % 8
        file.write_bytes(damaged)

        with pytest.raises(RecordError):
            read_episode(tmp_path)


@pytest.mark.parametrize("order", [(0, 2), (0, 2, 1), (1, 2), (0, 1, 1), (0, 1, 4, 2), (0, 3)])
def test_lines_missing_or_out_of_order_are_an_error(tmp_path: Path, order: tuple[int, ...]) -> None:
    write_episode(tmp_path, EPISODE)
    file = tmp_path / "episode.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[number] for number in order))

    with pytest.raises(RecordError):
        read_episode(tmp_path)


def test_damaged_screenshot_is_an_error(tmp_path: Path) -> None:
    write_episode(tmp_path, EPISODE)
    (tmp_path / "screens" / "0000.png").write_bytes(b"\x89PNG imagf")

    with pytest.raises(RecordError, match=r"0000\.png is damaged"):
        read_episode(tmp_path)


@pytest.mark.parametrize("name", ["../secret.png", "/etc/hosts", "screens/../../secret.png"])
def test_screenshot_outside_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    write_episode(tmp_path, replace(EPISODE, steps=(STEP,)))
    file = tmp_path / "episode.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[1]["observation"]["screenshot"]["file"] = name
    for line in lines:
        del line["crc32"]
    file.write_bytes(b"".join(line_of(line) for line in lines))

    with pytest.raises(RecordError, match="cannot be kept at"):
        read_episode(tmp_path)


def test_unknown_version_says_what_to_do(tmp_path: Path) -> None:
    header = {"kind": "header", "format": "phonebuddy-episode", "version": 99}
    (tmp_path / "episode.jsonl").write_bytes(line_of(header))

    with pytest.raises(RecordError, match=r"version 99.*version 1: read it with"):
        read_episode(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"\n", b"hello\n", line_of({"kind": "step"})])
def test_file_that_is_no_record_is_an_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "episode.jsonl").write_bytes(content)

    with pytest.raises(RecordError):
        read_episode(tmp_path)


def test_folder_without_a_record_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no episode can be read"):
        read_episode(tmp_path)


def test_existing_episode_is_never_written_over(tmp_path: Path) -> None:
    write_episode(tmp_path, EPISODE)
    before = (tmp_path / "episode.jsonl").read_bytes()

    with pytest.raises(RecordError, match="already holds an episode"):
        EpisodeWriter(tmp_path, HEADER)

    assert (tmp_path / "episode.jsonl").read_bytes() == before


def test_nothing_follows_the_outcome(tmp_path: Path) -> None:
    writer = EpisodeWriter(tmp_path, HEADER)
    writer.finish(OUTCOME)

    with pytest.raises(RecordError, match="is closed"):
        writer.step(STEP)


@pytest.mark.parametrize(
    "step",
    [
        replace(STEP, timings_ms=(("decide", float("nan")),)),
        replace(STEP, observation=replace(LOOK, screenshot=replace(SCREEN, mime="image/bmp"))),
        replace(STEP, error=5),
    ],
)
def test_step_that_cannot_be_recorded_leaves_the_record_as_it_was(
    tmp_path: Path, step: Step
) -> None:
    with EpisodeWriter(tmp_path, HEADER) as writer:
        with pytest.raises(RecordError):
            writer.step(step)
        writer.step(STEP)
        writer.finish(OUTCOME)

    assert read_episode(tmp_path) == replace(EPISODE, steps=(STEP,))
