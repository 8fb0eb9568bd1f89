import pytest
from built_in import TRIALS

from phoneworld.errors import TaskError
from phoneworld.tasks.pilot import run_oracle
from runtime.actions import Finish
from trainer.data.environments import PhoneWorldPhones
from trainer.data.served import ServedPhones, ServedTrial
from trainer.data.trial_turns import open_rollout

TASK = "settings.wifi_on#10"


@pytest.mark.parametrize("realism", ["off", "harsh"])
def test_tries_at_a_task_begin_alike_and_do_not_disturb_each_other(realism: str) -> None:
    phones = PhoneWorldPhones("mock", (TASK,), TRIALS, realism)
    first, second = phones.reset(TASK), phones.reset(TASK)
    assert first.goal == second.goal

    one, other = first.observe(), second.observe()
    assert [element.label for element in one.elements] == [
        element.label for element in other.elements
    ]
    first.act(Finish(), one)

    assert not second.judge().success
    assert phones.kind(TASK) == "single-app"
    assert 5 < phones.limit(TASK) < 50


def test_a_solved_task_is_rewarded_by_its_verifier() -> None:
    trial = PhoneWorldPhones("mock", (TASK,), TRIALS).reset(TASK)
    run_oracle(trial)  # pyright: ignore[reportArgumentType]  it is a Trial

    assert trial.judge().success


def test_a_try_begins_where_its_task_says() -> None:
    task = f"{TASK}@recents"
    trial = PhoneWorldPhones("mock", (task,), TRIALS).reset(task)

    assert any(element.label == "Recent apps" for element in trial.observe().elements)


def test_what_is_no_task_is_refused() -> None:
    with pytest.raises(TaskError, match="TEMPLATE#SEED"):
        PhoneWorldPhones("mock", (), TRIALS).reset("settings.wifi_on")


@pytest.mark.usefixtures("host_adb")
def test_a_phone_behind_adb_is_reset_driven_and_judged() -> None:
    phones = ServedPhones("real", (TASK,), TRIALS, phones=1, realism="off")
    try:
        trial = phones.reset(TASK)
        assert isinstance(trial, ServedTrial)
        assert trial.device.info.kind == "adb"
        run_oracle(trial.inner)
        assert open_rollout(trial, 5).machine.advance() is not None
        assert trial.judge().success
        phones.release(trial)

        again = phones.reset(TASK)
        assert not again.judge().success
    finally:
        phones.close()
