"""A runtime with scripted policies, and commands that use it."""

from collections.abc import Iterator

import pytest
from e2e_rehearsal import Rehearsal
from e2e_runs import cancel_all
from phonebuddy.v1.client import Client
from phonebuddy_command import Command, Inside
from runtime_process import RuntimeProcess, call, write_script

from phoneworld import Workshop
from phoneworld.adb.proof.host_adb import HostAdb

SEED = 7
PHONE = f"phoneworld://?seed={SEED}"


@pytest.fixture(scope="package")
def runtime(
    tmp_path_factory: pytest.TempPathFactory, host_adb: HostAdb, shared_workshop: Workshop
) -> Iterator[RuntimeProcess]:
    """With `host_adb`, whose server is the one that is asked for phones: it has none."""
    folder = tmp_path_factory.mktemp("runtime")
    policies = folder / "policies"
    end = call("finish", text="that is that")
    write_script(policies, "opener", call("open_app", app="Settings"), end)
    write_script(policies, "asker", call("ask_user", question="Which one?"), end)
    write_script(policies, "slow", call("open_app", app="Settings"), {**end, "seconds": 60})
    write_script(policies, "pauses", call("open_app", app="Settings"), {**end, "seconds": 1.5})
    restless = [{**call("open_app", app=app), "seconds": 0.2} for app in ("Settings", "Clock")]
    write_script(policies, "restless", *restless * 50, end)
    write_script(policies, "helpless", call("finish", text="no way", status="impossible"))
    write_script(policies, "unwilling", call("finish", text="no", status="refused"))
    hand = Rehearsal(shared_workshop, SEED)
    hand.open("Messages")
    hand.tap("Alma Walsh")
    hand.type("The train is late", into="Text message")
    hand.tap("Send")
    *before, send = hand.lines
    write_script(policies, "texts", *before, send, end)
    write_script(policies, "insists", *before, send, send, send, end)
    process = RuntimeProcess(folder)
    yield process
    process.close()


@pytest.fixture
def buddy(runtime: RuntimeProcess) -> Iterator[Client]:
    """A client; its phone is as new."""
    with runtime.client() as client:
        client.close_device(PHONE)
        yield client
        cancel_all(client)


@pytest.fixture
def phonebuddy(runtime: RuntimeProcess, buddy: Client) -> Command:
    return Command(runtime.folder, "--connect", runtime.address)


@pytest.fixture
def inside(runtime: RuntimeProcess, buddy: Client, capsys: pytest.CaptureFixture[str]) -> Inside:
    return Inside(capsys, "--connect", runtime.address)
