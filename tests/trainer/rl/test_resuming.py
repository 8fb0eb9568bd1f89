import pytest
import torch
from toy_phone import ToyPhones
from toy_training import ToyTrainings

from trainer.errors import CheckpointError, TrainingError
from trainer.rl import journal
from trainer.rl.config import Rollouts
from trainer.rl.recipe import train

TIMES = {"rollout_s", "phones_s", "policy_s", "train_s", "phone_steps_per_s", "reply_tokens_per_s"}


def _timeless(lines: list[journal.Line]) -> list[journal.Line]:
    return [{name: line[name] for name in line if name not in TIMES} for line in lines]


def test_an_interrupted_training_ends_as_an_uninterrupted_one(toy_training: ToyTrainings) -> None:
    whole = toy_training(ToyPhones(screens=1), iterations=8, folder="whole")
    list(train(whole))

    interrupted = toy_training(ToyPhones(screens=1), iterations=8, folder="cut")
    running = train(interrupted)
    for _ in range(3):
        next(running)
    del running
    resumed = toy_training(ToyPhones(screens=1), iterations=8, folder="cut")
    later = list(train(resumed, resume=True))

    assert [line["iteration"] for line in later] == [4, 5, 6, 7, 8]
    logs = [journal.read(each.folder / journal.FILE) for each in (whole, resumed)]
    assert _timeless(logs[0]) == _timeless(logs[1])
    for name, weight in whole.policy.model.state_dict().items():
        assert torch.equal(weight, resumed.policy.model.state_dict()[name])


def test_what_was_logged_after_the_checkpoint_is_logged_again_once(
    toy_training: ToyTrainings,
) -> None:
    training = toy_training(iterations=2, rollouts=Rollouts(groups=1, tries=2))
    list(train(training))
    log = training.folder / journal.FILE
    journal.append(log, {"iteration": 3, "reward": 9.0})
    with log.open("a", encoding="utf-8") as file:
        file.write('{"iteration": 4, "rew')

    list(train(toy_training(iterations=4, rollouts=Rollouts(groups=1, tries=2)), resume=True))

    lines = journal.read(log)
    assert [line["iteration"] for line in lines] == [1, 2, 3, 4]
    assert lines[2]["reward"] != 9.0


def test_a_finished_training_is_not_overwritten(toy_training: ToyTrainings) -> None:
    small = Rollouts(groups=1, tries=2)
    list(train(toy_training(iterations=1, rollouts=small)))

    with pytest.raises(TrainingError, match="--resume"):
        next(train(toy_training(iterations=1, rollouts=small)))


def test_another_configuration_is_not_resumed_with(toy_training: ToyTrainings) -> None:
    small = Rollouts(groups=1, tries=2)
    list(train(toy_training(iterations=1, rollouts=small)))

    with pytest.raises(CheckpointError, match="seed"):
        next(train(toy_training(iterations=2, rollouts=small, seed=9), resume=True))
