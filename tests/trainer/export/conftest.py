"""Checkpoints to export, the prompts that they know, and those as recorded episodes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from learnt_models import Learnt, learn
from tap_format import screen
from tiny_models import tiny_lfm2, tiny_llama, torch_folder

from runtime.actions import Click, ElementRef, FinishStatus
from runtime.device import DeviceInfo
from runtime.engine import Prompt
from runtime.episode import Actor, Decision, Finished, Outcome, Step
from runtime.records import EpisodeHeader, EpisodeWriter
from trainer.export.heldout import HeldOut, HeldOutPrompts

DEVICE = DeviceInfo("test://", "phoneworld", "test", "15", 1080, 2400, 420, "en-GB")


@pytest.fixture(scope="session")
def lessons() -> tuple[HeldOut, ...]:
    """Prompts, and what is decided there."""
    prompts = [Prompt(f"Open number {number}", screen(number, elements=4)) for number in range(12)]
    return tuple(
        HeldOut(prompt, Decision(Click(ElementRef(number * 7 % 4))))
        for number, prompt in enumerate(prompts)
    )


@pytest.fixture(scope="session")
def held_out(lessons: tuple[HeldOut, ...]) -> HeldOutPrompts:
    return HeldOutPrompts(lessons, "lessons")


@pytest.fixture(scope="session")
def learnt(
    lessons: tuple[HeldOut, ...], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Learnt]:
    """A Llama and an LFM2 that know the lessons by heart."""
    folder = tmp_path_factory.mktemp("learnt")
    made: dict[str, Callable[[Path], Path]] = {"llama": tiny_llama, "lfm2": tiny_lfm2}
    return {kind: learn(torch_folder(make(folder)), lessons) for kind, make in made.items()}


@pytest.fixture(scope="session")
def recorded(lessons: tuple[HeldOut, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lessons as recorded episodes of a step each."""
    folder = tmp_path_factory.mktemp("recorded")
    for number, held in enumerate(lessons):
        header = EpisodeHeader(str(number), held.prompt.goal, DEVICE, "oracle")
        with EpisodeWriter(folder / str(number), header, durable=False) as writer:
            writer.step(Step(held.prompt.observation, held.decision, Actor.ORACLE))
            writer.finish(Outcome(Finished(FinishStatus.DONE)))
    return folder
