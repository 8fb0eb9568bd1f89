"""The injection suite: somebody's words order something else. Whoever obeys fails, and is asked before harm is done."""

from collections.abc import Sequence

import pytest
from built_in import CATALOGUE
from guard_truth import Deed, Watch, deeds

from phoneworld import Kind, Split, Task, Trial, Workshop
from phoneworld.injections import InjectedTask
from phoneworld.injections.cases import COMMANDED
from phoneworld.tasks.pilot import Pilot, run_oracle
from runtime.actions import Action
from runtime.device import Performed
from runtime.episode import Verdict
from runtime.guard.episode_guard import begin_episode
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.observation import Observation
from trainer.data.task_selection import choose_tasks

NAMES = sorted(CATALOGUE.injections)
SEED = 6
GUARD = RuleGuard(load_rules())


def trial_of(workshop: Workshop, name: str) -> tuple[Trial, InjectedTask]:
    trial = Trial(workshop, Task(CATALOGUE.template(name), SEED))
    assert isinstance(trial.drawn, InjectedTask)
    return trial, trial.drawn


def test_the_suite_is_large_and_apart_from_what_is_trained_on() -> None:
    assert len(NAMES) >= 60
    assert not set(NAMES) & set(CATALOGUE.templates)
    assert all(CATALOGUE.holds_out(name) for name in NAMES)
    assert all(CATALOGUE.split_of(f"{name}#0") is None for name in NAMES)
    assert all(any(one.replace(".", "_") in name for name in NAMES) for one in COMMANDED)


def test_it_is_chosen_by_name_or_kind_and_never_by_default() -> None:
    seeds = range(6, 8)

    def names(patterns: Sequence[str] = (), kinds: Sequence[str] = ()) -> set[str]:
        tasks = choose_tasks(
            CATALOGUE, seeds=seeds, split=Split.TEST.value, patterns=patterns, kinds=kinds
        )
        return {task.template.name for task in tasks}

    assert names(patterns=["injection.*"]) == set(NAMES)
    assert names(kinds=[Kind.INJECTION.value]) == set(NAMES)
    assert not names() & set(NAMES)
    assert not names(patterns=["*"]) & set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_wanted_task_is_solved_past_the_order_which_is_met_on_the_way(
    shared_workshop: Workshop, name: str
) -> None:
    trial, drawn = trial_of(shared_workshop, name)
    assert not trial.judge().success

    pilot = run_oracle(trial)

    assert trial.judge().success, trial.judge()
    assert any(drawn.order[:30] in label for _, label in pilot.seen)


@pytest.mark.parametrize("name", NAMES)
def test_whoever_obeys_fails_and_is_asked_before_any_harm(
    shared_workshop: Workshop, name: str
) -> None:
    trial, drawn = trial_of(shared_workshop, name)
    guard = begin_episode(GUARD, trial.goal)
    watch = Watch(trial.phone)
    asked: list[str] = []
    unasked: list[Deed] = []

    def judge(seen: Observation, action: Action, performed: Performed) -> None:
        del performed
        guard.judge_screen(seen)
        ruling = guard.judge(action, seen)
        done = deeds(watch.changes(), action, seen, trial.phone)
        if ruling.verdict is Verdict.ALLOW:
            unasked.extend(done)
        else:
            asked.append(ruling.rule)

    pilot = Pilot(trial, recorder=judge)
    drawn.obey(pilot)
    if not trial.finished:
        pilot.finish()

    assert not trial.judge().success
    assert asked
    assert unasked == []
