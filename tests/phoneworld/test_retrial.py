"""A further try that is answered from memory comes to the same as one on a new phone."""

from collections.abc import Callable

import pytest
from built_in import CATALOGUE

from phoneworld import Start, Task, Trial, Workshop
from phoneworld.tasks.check import make_mistake, replay
from phoneworld.tasks.mistakes import LeftOut
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.retrial import FirstTrial, Retrial
from runtime.episode import Judgement

Try = Callable[[Trial], Judgement]
NAMES = ("contacts.add", "notes.new_checklist", "cross.contact_from_mail")


def outcome(trial: Trial, attempt: Try) -> tuple[object, ...]:
    judgement = attempt(trial)
    evidence = trial.evidence()
    said = evidence.said, evidence.questions, evidence.status
    return judgement, evidence.changes, said, trial.steps, trial.phone.snapshot()


def without(number: int) -> Try:
    return lambda trial: replay(trial, trial.drawn, LeftOut(number))


@pytest.mark.parametrize("start", [Start.HOME, Start.APP_DEEP])
@pytest.mark.parametrize("name", NAMES)
def test_memory_changes_nothing(workshop: Workshop, name: str, start: Start) -> None:
    task = Task(CATALOGUE.templates[name], 1, start)
    first = FirstTrial(workshop, task)
    steps = len(run_oracle(first).steps)
    memory = first.memory()
    mistakes = first.drawn.mistakes().values()
    attempts: list[Try] = [without(number) for number in range(steps)]
    attempts += [lambda trial, one=one: make_mistake(trial, one) for one in mistakes]

    for attempt in attempts:
        again = outcome(Retrial(first, memory), attempt)
        assert again == outcome(Trial(workshop, task), attempt)


def test_what_the_oracle_did_is_not_done_again(workshop: Workshop) -> None:
    first = FirstTrial(workshop, Task(CATALOGUE.templates["contacts.add"], 1))
    done = run_oracle(first).actions
    again = Retrial(first, first.memory())
    version = again.phone.version

    for action in done[:-1]:
        again.act(action, again.observe())

    assert again.phone.version == version
    assert again.evidence().changes == first.evidence().changes
