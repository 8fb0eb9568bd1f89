from toy_phone import BUTTONS, FINISH, ToyPhones, ToyPolicy
from toy_training import ToyTrainings

from trainer.rl.config import Rollouts
from trainer.rl.journal import Line
from trainer.rl.recipe import train


def _late_success(lines: list[Line]) -> float:
    last = [line["success"] for line in lines[-5:]]
    return sum(last) / len(last)


def test_a_bandit_of_two_arms_is_solved(toy_training: ToyTrainings) -> None:
    """Nothing to do: one arm says so, the other says what cannot be read."""
    phones, policy = ToyPhones(screens=0, goals=1), ToyPolicy(words=2)
    training = toy_training(phones, policy=policy, iterations=15)

    lines = list(train(training))

    assert lines[0]["unreadable"] > 10
    assert _late_success(lines) > 0.95
    assert policy.odds(0, 0)[FINISH] > 0.9


def test_three_screens_are_learnt_from_the_last_reward_alone(toy_training: ToyTrainings) -> None:
    policy = ToyPolicy()
    training = toy_training(
        ToyPhones(screens=3), policy=policy, iterations=40, rollouts=Rollouts(groups=4, tries=16)
    )

    lines = list(train(training))

    assert lines[0]["success"] < 0.15
    assert _late_success(lines) > 0.9
    for goal in range(2):
        for screen in range(3):
            assert policy.odds(goal, screen).argmax() == (goal + screen) % BUTTONS


def test_shuffled_rewards_teach_nothing(toy_training: ToyTrainings) -> None:
    rollouts = Rollouts(groups=4, tries=16)
    training = toy_training(ToyPhones(screens=1), iterations=20, rollouts=rollouts)
    control = toy_training(
        ToyPhones(screens=1),
        iterations=20,
        rollouts=rollouts,
        folder="control",
        shuffle_rewards=True,
    )

    learnt = list(train(training))
    shuffled = list(train(control))

    assert _late_success(learnt) > 0.9
    assert _late_success(shuffled) < 0.4
