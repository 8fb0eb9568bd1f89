from collections.abc import Iterator

import pytest
from built_in import TRIALS
from knowing_engine import KnowingBatch, KnowingEngine

from phoneworld import Task
from runtime.actions import Action
from runtime.episode import Verdict
from runtime.errors import EngineError, PromptTooLong
from runtime.guard.ruling import ALLOWED, Ruling
from runtime.observation import Observation
from runtime.turn.decider import EngineDecider
from trainer.evaluation.engine_runner import EngineRunner
from trainer.evaluation.lockstep_runner import LockstepRunner
from trainer.evaluation.result import TaskResult
from trainer.evaluation.stage import Conditions, Runner, Stage


class Watchful:
    """A guard that gives every action the same verdict, and lets screens pass."""

    def __init__(self, verdict: Verdict) -> None:
        self._verdict = verdict

    def judge(self, action: Action, observation: Observation) -> Ruling:
        return Ruling(self._verdict, rule="all")

    def judge_screen(self, observation: Observation) -> Ruling:
        return ALLOWED


def by_task(results: Iterator[TaskResult]) -> dict[str, TaskResult]:
    return {result.task: result for result in results}


def runners(engine: KnowingEngine, conditions: Conditions, jobs: int = 3) -> list[Runner]:
    stage = Stage(conditions, TRIALS)
    return [
        EngineRunner(EngineDecider(engine), stage, jobs=jobs),
        LockstepRunner(KnowingBatch(engine), stage, jobs=jobs),
    ]


@pytest.mark.parametrize("way", [0, 1], ids=["engine", "lockstep"])
def test_who_knows_all_solves_all_with_the_oracles_steps(
    tasks: list[Task], engine: KnowingEngine, way: int
) -> None:
    found = by_task(runners(engine, Conditions("knowing"))[way].run(tasks))
    assert sorted(found) == sorted(task.name for task in tasks)
    for result in found.values():
        assert result.success is True, result
        assert result.ending == "finished: done"
        assert result.steps == result.oracle_steps
        assert len(result.seconds) == result.steps
        assert not result.reasons
        assert not result.false_done
    assert found["cross.alarm_from_text#6"].kind == "cross-app"
    assert engine.sessions == set()


@pytest.mark.parametrize("way", [0, 1], ids=["engine", "lockstep"])
def test_failures_are_told_apart(
    tasks: list[Task], engine: KnowingEngine, goals: dict[str, str], way: int
) -> None:
    engine.mistaken.add(goals["notes.create#6"])
    engine.mumbled.add(goals["contacts.add#6"])
    engine.failing[goals["settings.wifi_on#6"]] = PromptTooLong("too long")
    found = by_task(runners(engine, Conditions("knowing"))[way].run(tasks[:4]))
    said_done = found["notes.create#6"]
    assert said_done.success is False
    assert said_done.false_done
    assert said_done.reasons
    mumbled = found["contacts.add#6"]
    assert mumbled.success is False
    assert mumbled.ending == "ran out: unreadable replies"
    assert mumbled.unreadable == mumbled.steps == 3
    assert mumbled.impossible == 0
    assert found["settings.wifi_on#6"].ending == "ran out: context"
    assert found["settings.wifi_on#6"].success is False
    assert found["cross.alarm_from_text#6"].success is True


def test_an_engine_that_fails_is_a_fault_of_that_task_alone(
    tasks: list[Task], engine: KnowingEngine, goals: dict[str, str]
) -> None:
    engine.failing[goals["notes.create#6"]] = EngineError("out of memory")
    found = by_task(
        EngineRunner(EngineDecider(engine), Stage(Conditions("knowing"), TRIALS), jobs=2).run(
            tasks[:2]
        )
    )
    assert found["notes.create#6"].success is None
    assert found["notes.create#6"].fault == "out of memory"
    assert found["settings.wifi_on#6"].success is True


def test_phones_are_asked_about_at_once(tasks: list[Task], engine: KnowingEngine) -> None:
    batch = KnowingBatch(engine)
    list(LockstepRunner(batch, Stage(Conditions("knowing"), TRIALS), jobs=5).run(tasks))
    assert max(batch.sizes) == 5
    assert sum(batch.sizes) == len(engine.asked)


def test_whoever_has_seen_enough_can_stop(tasks: list[Task], engine: KnowingEngine) -> None:
    stage = Stage(Conditions("knowing"), TRIALS)
    results = EngineRunner(EngineDecider(engine), stage, jobs=1).run(tasks)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert len(set(engine.asked)) < len(tasks)


def test_the_guards_questions_are_counted_and_approved(
    tasks: list[Task], engine: KnowingEngine
) -> None:
    conditions = Conditions("knowing", guard=Watchful(Verdict.CONFIRM))
    (result,) = runners(engine, conditions)[0].run(tasks[:1])
    assert result.success is True
    # All but the last step, which is said to the person.
    assert result.guard_questions == result.steps - 1
    assert result.guard_refusals == 0


def test_what_the_guard_forbids_is_not_done(tasks: list[Task], engine: KnowingEngine) -> None:
    conditions = Conditions("knowing", guard=Watchful(Verdict.NEVER))
    (result,) = runners(engine, conditions)[0].run(tasks[:1])
    assert result.success is False
    assert result.guard_refusals == result.impossible > 0
    assert any(reason.startswith("missing") for reason in result.reasons)


def test_a_bound_on_steps_is_kept(tasks: list[Task], engine: KnowingEngine) -> None:
    (result,) = runners(engine, Conditions("knowing", limit=1))[0].run(tasks[:1])
    assert (result.steps, result.ending) == (1, "ran out: steps")


def test_the_same_seeds_give_the_same_results(tasks: list[Task], engine: KnowingEngine) -> None:
    def results(jobs: int) -> dict[str, tuple[object, ...]]:
        conditions = Conditions("knowing", realism="mild")
        found = runners(engine, conditions, jobs)[0].run(tasks)
        return {r.task: (r.success, r.steps, r.reasons, r.ending) for r in found}

    assert results(1) == results(4)
