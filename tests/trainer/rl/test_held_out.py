"""Held-out tasks choose the policy of a training; imitation beside it; what a resumed one remembers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from toy_phone import ToyPhones
from toy_training import ToyTrainings

from trainer.rate_schedule import ScheduleConfig
from trainer.rl import held_out, journal
from trainer.rl.config import Rollouts
from trainer.rl.curriculum import TemplateSampling
from trainer.rl.held_out import HeldOutConfig, HeldOutShares, PolicyChoice
from trainer.rl.recipe import BEST, LAST, MODEL, train

SMALL = Rollouts(groups=2, tries=2)
SHARES = st.floats(0, 1)


@dataclass
class WrittenScores:
    """Held-out tasks whose results are written down beforehand: (first, second) of each measurement."""

    scores: list[tuple[int, int]]
    asked: int = field(default=0)

    def measure(self) -> tuple[Mapping[str, bool], Mapping[str, bool]]:
        first, second = self.scores[self.asked]
        self.asked += 1
        return (
            {f"a#{n}": n < first for n in range(10)},
            {f"b#{n}": n < second for n in range(10)},
        )


@dataclass
class CountedRehearsal:
    """Imitates nothing; adds a gradient of its own, and counts."""

    model: torch.nn.Module
    steps: list[int] = field(default_factory=list)

    def add_gradients(self, step: int) -> float:
        self.steps.append(step)
        for weight in self.model.parameters():
            weight.sum().mul(0.01).backward()
        return 1.5


class ManyTasks(ToyPhones):
    """Two goals under many names."""

    @property
    def tasks(self) -> list[str]:
        return [f"toy{number}.x#{number % 2}" for number in range(12)]


def _start(folder: Path) -> Path:
    folder.mkdir()
    (folder / "start.txt").write_text("the start")
    return folder


@pytest.mark.parametrize(
    ("scores", "kept"),
    [
        ([(5, 5), (7, 6), (6, 9)], "best"),
        ([(5, 5), (7, 5), (6, 9)], "start"),
        ([(5, 5), (5, 9), (4, 9)], "start"),
    ],
    ids=["better on both", "better on the first alone", "never better on the first"],
)
def test_the_first_set_chooses_and_the_second_decides(
    toy_training: ToyTrainings, tmp_path: Path, scores: list[tuple[int, int]], kept: str
) -> None:
    training = replace(
        toy_training(iterations=2, rollouts=SMALL, held_out=HeldOutConfig(every=1)),
        held_out=WrittenScores(scores),
        init=str(_start(tmp_path / "start")),
    )
    list(train(training))

    assert json.loads((training.folder / held_out.CHOICE).read_text())["kept"] == kept
    assert (training.folder / MODEL / "start.txt").exists() == (kept == "start")
    assert (training.folder / LAST).is_dir()
    assert (training.folder / BEST).is_dir() == (scores[1][0] > 5)
    lines = journal.read(training.folder / held_out.FILE)
    assert [(line["first"], line["second"]) for line in lines] == [
        (first / 10, second / 10) for first, second in scores
    ]


@given(st.lists(st.tuples(SHARES, SHARES), min_size=1))
def test_what_is_kept_is_best_on_the_first_and_better_on_the_second(
    scores: list[tuple[float, float]],
) -> None:
    choice = PolicyChoice()
    for iteration, (first, second) in enumerate(scores):
        choice.sees(HeldOutShares(iteration, first, second))
    again = PolicyChoice()
    again.restore(json.loads(json.dumps(choice.state())))
    assert again == choice
    if choice.best is not None:
        assert choice.best.first == max(first for first, _ in scores)
        assert choice.keeps_best == (choice.best.second > scores[0][1])
    else:
        assert all(first <= scores[0][0] for first, _ in scores)
        assert not choice.keeps_best


def test_a_resumed_training_measures_and_chooses_as_an_uninterrupted_one(
    toy_training: ToyTrainings, tmp_path: Path
) -> None:
    start = str(_start(tmp_path / "start"))
    config = {"iterations": 3, "rollouts": SMALL, "held_out": HeldOutConfig(every=1)}
    cut = replace(toy_training(**config), held_out=WrittenScores([(5, 5), (8, 8)]), init=start)
    running = train(cut)
    next(running)
    del running

    later = replace(toy_training(**config), held_out=WrittenScores([(6, 9), (7, 9)]), init=start)
    list(train(later, resume=True))

    lines = journal.read(later.folder / held_out.FILE)
    assert [line["iteration"] for line in lines] == [0, 1, 2, 3]
    choice = json.loads((later.folder / held_out.CHOICE).read_text())
    assert (choice["kept"], choice["best"]["iteration"]) == ("best", 1)


def test_rates_rise_and_fall_and_are_told(toy_training: ToyTrainings) -> None:
    training = toy_training(
        iterations=4,
        rollouts=SMALL,
        schedule=ScheduleConfig(warmup_steps=2, decay_share=0.5),
    )
    assert [line["rate"] for line in train(training)] == [0.5, 1.0, 1.0, 0.5]
    assert training.facts()["iterations"] == 4


def test_imitation_beside_it_makes_a_step_where_no_group_teaches(
    toy_training: ToyTrainings,
) -> None:
    plain = toy_training(ToyPhones(), iterations=3, rollouts=SMALL)
    rehearsal = CountedRehearsal(plain.policy.model)
    lines = list(train(replace(plain, rehearsal=rehearsal)))
    assert [line["updates"] for line in lines] == [1, 1, 1]
    assert {line["rehearsed"] for line in lines} == {1.5}
    assert rehearsal.steps == [0, 1, 2]


def test_no_task_is_tried_twice_also_after_a_stop(toy_training: ToyTrainings) -> None:
    config = {"iterations": 4, "rollouts": SMALL, "sampling": TemplateSampling(once=True)}
    running = train(toy_training(ManyTasks(), **config))
    next(running)
    next(running)
    del running
    last = toy_training(ManyTasks(), **config)
    list(train(last, resume=True))
    tried = [task for line in journal.read(last.folder / journal.FILE) for task in line["tasks"]]
    assert len(tried) == len(set(tried)) == 8
