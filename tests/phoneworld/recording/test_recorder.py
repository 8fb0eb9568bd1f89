from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from phoneworld import PhoneDevice, Workshop
from phoneworld.commands.record import guarded
from phoneworld.recording.episodes import import_episode
from phoneworld.recording.explorer import explore
from phoneworld.recording.recorder import RecordingDevice
from runtime.actions import OpenApp, PressButton, SystemButton, Type
from runtime.hierarchy import elements_of
from runtime.records import read_episode, write_episode

COUNT = "SELECT count(*) FROM sms"


def test_every_action_is_recorded_with_its_result(tmp_path: Path, workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(0))
    recorder = RecordingDevice(device, tmp_path / "r", goal="try", durable=False)
    recorder.perform(OpenApp("Notes"), recorder.observe())
    seen = device.observe()
    recorder.perform(PressButton(SystemButton.BACK), recorder.observe())
    recorder.close()
    recording = import_episode(tmp_path / "r")
    steps = recording.episodes[0].steps
    assert [type(step.action) for step in steps] == [OpenApp, PressButton]
    assert elements_of(steps[0].after.root) == seen.elements
    assert steps[0].after.picture


def test_episodes_without_trees_have_the_same_elements(tmp_path: Path, workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(0))
    recorder = RecordingDevice(device, tmp_path / "r", goal="try", screenshots=False, durable=False)
    recorder.perform(OpenApp("Notes"), recorder.observe())
    labels = [element.label for element in device.observe().elements]
    recorder.close()
    for path in (tmp_path / "r" / "hierarchies").glob("*.xml"):
        path.unlink()
    after = import_episode(tmp_path / "r").episodes[0].steps[0].after
    assert [element.label for element in elements_of(after.root)] == labels


def test_half_an_emoji_in_an_episode_is_replaced(tmp_path: Path, workshop: Workshop) -> None:
    recorder = RecordingDevice(PhoneDevice(workshop.phone(0)), tmp_path / "r", goal="try")
    recorder.perform(OpenApp("Notes"), recorder.observe())
    recorder.close()
    episode = read_episode(tmp_path / "r", screenshots=False)
    first, *others = episode.steps
    looked = replace(
        first.observation,
        elements=tuple(replace(one, text="cut \ud83d") for one in first.observation.elements),
    )
    typed = replace(
        first,
        observation=looked,
        decision=replace(first.decision, action=Type("cut \ud83d")),
        performed=None,
    )
    write_episode(tmp_path / "cut", replace(episode, steps=(typed, *others)), durable=False)
    step = import_episode(tmp_path / "cut").episodes[0].steps[0]
    assert step.action == Type("cut \ufffd")
    assert {node.text for node in step.before.root.children} == {"cut \ufffd"}


def test_exploration_keeps_to_its_bounds_and_leaves_risky_things_alone(workshop: Workshop) -> None:
    phone = workshop.phone(0)
    before = phone.messages.value(COUNT)
    done = explore(PhoneDevice(phone), "Messages", steps=60, permits=guarded(None), seed=1)
    assert done.steps == 60
    assert done.screens > 2
    assert done.avoided > 0
    assert phone.messages.value(COUNT) == before


def test_an_exploration_is_the_same_again(workshop: Workshop) -> None:
    ends = []
    for _ in range(2):
        phone = workshop.phone(0)
        explore(PhoneDevice(phone), "Clock", steps=25, permits=guarded(None))
        ends.append(phone.snapshot())
    assert ends[0] == ends[1]
