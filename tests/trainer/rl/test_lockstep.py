from collections.abc import Sequence

import pytest
from toy_phone import FINISH, ToyLanguage, ToyPhones, ToyPolicy

from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener, TokenTrace
from runtime.episode import Decision
from runtime.turn.decider import Decider
from trainer.rl.deciders import SamplingDecider, engine_decider
from trainer.rl.lockstep import RolloutTimes, roll_out
from trainer.rl.rewards import Rewards
from trainer.rl.streams import generator
from trainer.rl.trajectories import TrajectoryGroup

LANGUAGE = ToyLanguage()


class Knowing:
    """Does what is right; `batches` are how many it was asked at once."""

    def __init__(self, screens: int = 3) -> None:
        self.batches: list[int] = []
        self.ended: list[str] = []
        self._screens = screens

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Decided]:
        self.batches.append(len(prompts))
        return [self._one(prompt) for prompt in prompts]

    def end(self, session: str) -> None:
        self.ended.append(session)

    def _one(self, prompt: Prompt) -> Decided:
        goal, screen = LANGUAGE.ask(prompt)
        word = FINISH if screen == self._screens else (goal + screen) % 3
        reply = LANGUAGE.understand((word,), prompt)
        return Decided(reply, trace=TokenTrace((goal, screen), (word,), (-0.1,)))


def _roll(
    phones: ToyPhones,
    decider: Decider,
    *,
    tries: int = 4,
    most_live: int = 256,
    pace: RolloutTimes | None = None,
) -> list[TrajectoryGroup]:
    groups = [(phones.name, task) for task in phones.tasks]
    return roll_out(
        groups,
        {phones.name: phones},
        decider,
        tries=tries,
        rewards=Rewards(),
        most_live=most_live,
        pace=pace,
    )


def test_all_live_phones_are_asked_at_once() -> None:
    decider, pace = Knowing(), RolloutTimes()

    groups = _roll(ToyPhones(), decider, pace=pace)

    assert decider.batches == [8, 8, 8, 8]
    assert [group.success_rate for group in groups] == [1.0, 1.0]
    assert (pace.rounds, pace.steps, pace.reply_tokens) == (4, 32, 32)
    assert len(decider.ended) == len(set(decider.ended)) == 8


@pytest.mark.parametrize("waits", [False, True])
def test_no_more_tries_are_open_than_there_are_phones(*, waits: bool) -> None:
    phones = ToyPhones(capacity=3, waits=waits)

    groups = _roll(phones, Knowing())

    assert phones.most_open == 3
    assert phones.open == []
    assert [len(group.tries) for group in groups] == [4, 4]


def test_a_bound_on_live_phones_holds() -> None:
    decider = Knowing()

    _roll(ToyPhones(), decider, most_live=5)

    assert max(decider.batches) == 5


def test_a_phone_that_breaks_is_counted_and_the_others_go_on() -> None:
    phones = ToyPhones(breaks=("toy.1#1",))

    well, broken = _roll(phones, Knowing())

    assert [each.reward for each in well.tries] == [1.0] * 4
    assert broken.tries == ()
    assert broken.success_rate is None
    assert [fault.error for fault in broken.faults] == ["the toy broke"] * 4
    assert phones.open == []


def test_turns_hold_what_was_asked_and_said() -> None:
    group = _roll(ToyPhones(goals=1), Knowing(), tries=2)[0]

    assert [(turn.prompt, turn.reply) for turn in group.tries[0].turns] == [
        ((0, 0), (0,)),
        ((0, 1), (1,)),
        ((0, 2), (2,)),
        ((0, 3), (FINISH,)),
    ]


def test_unreadable_replies_and_false_claims_are_counted() -> None:
    policy = ToyPolicy(words=2)
    decider = SamplingDecider(policy, LANGUAGE, generator("test"), longest_prompt=8)

    (group,) = _roll(ToyPhones(goals=1), decider, tries=16)

    assert sum(each.unreadable for each in group.tries) > 0
    assert sum(each.false_done for each in group.tries) > 0
    for each in group.tries:
        assert each.reward == (-0.1 if each.false_done else 0.0)


def test_a_prompt_that_is_too_long_ends_its_try_as_a_failure() -> None:
    decider = SamplingDecider(ToyPolicy(), LANGUAGE, generator("test"), longest_prompt=1)

    (group,) = _roll(ToyPhones(goals=1), decider, tries=2)

    assert [(each.turns, each.reward) for each in group.tries] == [((), 0.0)] * 2


def test_an_engine_of_the_runtime_can_make_the_rollouts() -> None:
    class Engine:
        wants_screenshot = False

        def __init__(self) -> None:
            self.sessions: set[str] = set()
            self.knowing = Knowing()

        def decide(
            self,
            prompt: Prompt,
            *,
            session: str = "",
            on_text: TextListener | None = None,
            cancel: Cancellation | None = None,
        ) -> Decided:
            self.sessions.add(session)
            (answer,) = self.knowing.decide([prompt], [session])
            return Decided(Decision(answer.decision.action, reply=answer.decision.reply))

        def end_session(self, session: str) -> None:
            self.sessions.remove(session)

        def close(self) -> None: ...

    engine = Engine()

    groups = _roll(ToyPhones(), engine_decider(engine, LANGUAGE))

    assert [group.success_rate for group in groups] == [1.0, 1.0]
    assert groups[0].tries[0].turns[0] == TokenTrace((0, 0), (0,), None)
    assert engine.sessions == set()
