"""Whole tasks done again from their records, on a phone behind adb, and judged by their verifiers."""

from collections.abc import Iterator

import pytest
from e2e_runs import cancel_all, follow
from e2e_tasks import StagedTask
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from runtime_process import RuntimeProcess, call, write_script

from phoneworld import Workshop
from phoneworld.adb.proof.served import ServedPhone

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuntimeProcess]:
    process = RuntimeProcess(tmp_path_factory.mktemp("runtime"))
    write_script(process.folder / "policies", "idle", call("finish", status="impossible"))
    yield process
    process.close()


@pytest.fixture
def buddy(runtime: RuntimeProcess) -> Iterator[Client]:
    with runtime.client() as client:
        yield client
        cancel_all(client)


def _replay(buddy: Client, staged: StagedTask, recorded: str) -> str:
    """The run again, by a policy that would do nothing; all that is asked is approved."""
    run = buddy.start(
        staged.trial.goal,
        device=staged.phone.address,
        policy="idle",
        replay_of=recorded,
        screenshots=False,
    )
    follow(buddy, run.id, lambda question: _approve(buddy, run.id, question))
    return run.id


def _approve(buddy: Client, run_id: str, question: run_pb2.Question) -> None:
    assert question.kind == run_pb2.QUESTION_KIND_APPROVAL
    buddy.approve(run_id, question.id)


@pytest.mark.parametrize("name", ["notes.create", "settings.wifi_on", "messages.reply"])
def test_a_task_that_was_solved_is_solved_again(
    runtime: RuntimeProcess,
    buddy: Client,
    adb_phone: ServedPhone,
    shared_workshop: Workshop,
    name: str,
) -> None:
    policies = runtime.folder / "policies"
    first = StagedTask.stage(name, adb_phone, shared_workshop, policies)
    recorded = first.run(buddy, lambda run_id, question: _approve(buddy, run_id, question))
    assert first.judge(buddy, recorded).success

    again = StagedTask.stage(name, adb_phone, shared_workshop, policies)
    assert not again.phone.run(again.trial.judge).success
    replayed = _replay(buddy, again, recorded)

    steps = list(buddy.steps(replayed))
    assert {step.actor for step in steps} == {run_pb2.ACTOR_REPLAY}
    judgement = again.judge(buddy, replayed)
    assert judgement.success, judgement.reasons


def test_another_task_of_the_kind_is_left_to_the_policy(
    runtime: RuntimeProcess, buddy: Client, adb_phone: ServedPhone, shared_workshop: Workshop
) -> None:
    policies = runtime.folder / "policies"
    name = "messages.reply"
    first = StagedTask.stage(name, adb_phone, shared_workshop, policies)
    recorded = first.run(buddy, lambda run_id, question: _approve(buddy, run_id, question))

    # Another seed: other people wrote, so the recorded conversation is not there.
    other = StagedTask.stage(name, adb_phone, shared_workshop, policies, seed=6)
    replayed = _replay(buddy, other, recorded)

    said = [step.decision.action.output.text for step in buddy.steps(replayed)]
    assert any(text.startswith("The replay ends here: ") for text in said), said
    assert list(buddy.steps(replayed))[-1].actor == run_pb2.ACTOR_POLICY
    assert not other.judge(buddy, replayed).success
