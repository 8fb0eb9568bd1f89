"""The one driver of tasks that are played side by side."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from toy_phone import ToyPhones

from runtime.actions import Finish, FinishStatus
from runtime.engine import Decided, Prompt
from runtime.episode import Decision
from runtime.turn.decider import Answer
from trainer.data.lockstep import LockstepRound, RolloutMember, play_in_lockstep
from trainer.data.trial_turns import open_rollout


class Finishing:
    """Says at once that all is done; `batches` are who was asked together."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.ended: list[str] = []

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Answer]:
        assert len(prompts) == len(sessions)
        self.batches.append(list(sessions))
        return [Decided(Decision(Finish(FinishStatus.DONE))) for _ in prompts]

    def end(self, session: str) -> None:
        self.ended.append(session)


@dataclass(slots=True)
class Countdown:
    """Wants so many answers; `waits` as a slow phone does."""

    session: str
    left: int
    asked: Prompt
    waits: bool = False
    answers: list[Answer] = field(default_factory=list)

    @property
    def prompt(self) -> Prompt | None:
        return self.asked if self.left else None

    def take(self, answer: Answer) -> None:
        self.answers.append(answer)
        self.left -= 1


@pytest.fixture
def prompt() -> Prompt:
    phones = ToyPhones()
    rollout = open_rollout(phones.reset(phones.tasks[0]), limit=3)
    rollout.machine.advance()
    assert rollout.machine.prompt is not None
    return rollout.machine.prompt


@pytest.mark.parametrize("waits", [False, True])
def test_a_free_place_is_taken_before_the_next_batch(prompt: Prompt, *, waits: bool) -> None:
    decider = Finishing()
    waiting = deque(
        Countdown(name, left, prompt, waits) for name, left in [("a", 1), ("b", 3), ("c", 2)]
    )
    rounds: list[LockstepRound[Countdown]] = []

    def open_next(live: Sequence[Countdown]) -> Countdown | None:
        return waiting.popleft() if waiting and len(live) < 2 else None

    over = list(play_in_lockstep(decider, open_next, on_round=rounds.append))

    assert decider.batches == [["a", "b"], ["b", "c"], ["b", "c"]]
    assert [one.session for one in over] == decider.ended == ["a", "b", "c"]
    assert [len(one.answers) for one in over] == [1, 3, 2]
    assert [[one.session for one in played.members] for played in rounds] == decider.batches
    assert all(len(played.answers) == 2 for played in rounds)


def test_what_cannot_begin_is_over_unasked_and_others_take_its_place(prompt: Prompt) -> None:
    decider = Finishing()
    waiting = deque([Countdown("broken", 0, prompt), Countdown("sound", 1, prompt)])

    def open_next(live: Sequence[Countdown]) -> Countdown | None:
        return waiting.popleft() if waiting and not live else None

    over = [one.session for one in play_in_lockstep(decider, open_next)]

    assert over == ["broken", "sound"]
    assert decider.batches == [["sound"]]


def test_a_rollout_is_played_to_its_end() -> None:
    phones, decider = ToyPhones(), Finishing()
    waiting = deque(phones.tasks)

    def open_next(live: Sequence[RolloutMember[str]]) -> RolloutMember[str] | None:
        if not waiting:
            return None
        task = waiting.popleft()
        rollout = open_rollout(phones.reset(task), limit=3)
        rollout.machine.advance()
        return RolloutMember(task, f"opened {task}", rollout)

    over = list(play_in_lockstep(decider, open_next))

    assert [one.opened for one in over] == [f"opened {task}" for task in phones.tasks]
    assert all(one.rollout is not None and one.rollout.machine.is_over for one in over)
