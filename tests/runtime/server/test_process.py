"""The server as its users start it: a process, on a virtual phone, with a scripted policy."""

import signal
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import trustme
from desk_scene import until
from phonebuddy.v1 import errors, run_pb2
from phonebuddy.v1.client import Client
from runtime_process import RuntimeProcess, call, write_script

from runtime.__main__ import main

PHONE = "phoneworld://?seed=7"
TOKEN = "an-open-secret-of-32-characters!"


def _policies(folder: Path) -> None:
    policies = folder / "policies"
    write_script(policies, "quick", call("open_app", app="Settings"), call("finish", text="done"))
    write_script(policies, "slow", {**call("finish", text="done"), "seconds": 60})
    steps = [call("open_app", app=app) for app in ("Settings", "Notes", "Contacts", "Files")]
    write_script(policies, "long", *({**step, "seconds": 0.3} for step in steps))


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuntimeProcess]:
    folder = tmp_path_factory.mktemp("runtime")
    _policies(folder)
    process = RuntimeProcess(folder, "--log-format", "json", "--metrics", "127.0.0.1:0")
    yield process
    process.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    _policies(tmp_path)
    return tmp_path


def test_five_lines_are_enough(runtime: RuntimeProcess) -> None:
    with Client(runtime.address) as buddy:
        run = buddy.start("open settings", device=PHONE, policy="quick")
        kinds = [event.WhichOneof("happening") for event in buddy.watch(run.id)]
        assert buddy.get(run.id).outcome.text == "done"
    assert kinds[-1] == "ended"


def test_a_runtime_whose_policies_are_elsewhere_loads_no_arithmetic(
    runtime: RuntimeProcess,
) -> None:
    assert runtime.address
    maps = {each.path for each in psutil.Process(runtime.process.pid).memory_maps()}

    assert any("cygrpc" in path for path in maps)
    assert not [path for path in maps if "numpy" in path]
    assert f"listens on {runtime.address}" in runtime.output.read_text()


def test_commands_ask_the_server_that_has_the_data_folder(
    runtime: RuntimeProcess, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with runtime.client() as buddy:
        run = buddy.start("open settings", device=PHONE, policy="quick")
        buddy.wait(run.id)
    data = str(runtime.folder / "data")
    assert main(["runs", "list", "--data", data]) == 0
    assert run.id in capsys.readouterr().out
    assert main(["runs", "show", run.id, "--data", data]) == 0
    shown = capsys.readouterr().out
    assert "Open Settings" in shown
    assert "the policy says done: done" in shown
    assert "where the time went" in shown
    assert main(["runs", "export", run.id, str(tmp_path / "out"), "--data", data]) == 0
    assert (tmp_path / "out" / "episode.jsonl").exists()
    assert main(["policies", "--data", data]) == 0
    assert main(["devices", "--data", data]) == 0
    out = capsys.readouterr().out
    assert "quick" in out
    assert PHONE in out
    assert main(["runs", "delete", run.id, "--data", data]) == 0
    assert main(["runs", "show", run.id, "--data", data]) == 2
    assert "there is no run" in capsys.readouterr().err


def test_a_second_server_on_the_same_folder_is_refused(
    runtime: RuntimeProcess, tmp_path: Path
) -> None:
    address = runtime.address
    second = RuntimeProcess(tmp_path, "--data", str(runtime.folder / "data"))
    assert second.wait() == 2
    assert f"another server has the data folder {runtime.folder / 'data'}" in (
        second.output.read_text()
    )
    assert address in second.output.read_text()
    second.close()


def test_stopping_is_graceful_and_leaves_the_run_interrupted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runtime = RuntimeProcess(folder, "--shutdown-seconds", "1")
    address = runtime.address
    with runtime.client() as buddy:
        run = buddy.start("wait", device=PHONE, policy="slow")
        seen: list[run_pb2.Event] = []
        thread = threading.Thread(target=lambda: seen.extend(buddy.watch(run.id)))
        thread.start()
        until(lambda: any(event.WhichOneof("happening") == "looked" for event in seen))
        assert runtime.stop() == 0  # long before the policy has thought
        thread.join(120)
        assert not thread.is_alive()
        assert seen[-1].state_changed.state == run_pb2.RUN_STATE_INTERRUPTED
    with Client(address, patience_s=0) as buddy, pytest.raises(errors.Unreachable):
        buddy.get(run.id)
    runtime.close()
    # Without a server, commands read the folder.
    assert main(["runs", "show", run.id, "--data", str(folder / "data")]) == 0
    assert "interrupted" in capsys.readouterr().out
    prune = ["runs", "prune", "--keep-days", "0.0000001", "--data", str(folder / "data")]
    assert main(prune) == 0
    assert "1 runs are forgotten" in capsys.readouterr().out


def test_a_second_signal_ends_at_once(folder: Path) -> None:
    runtime = RuntimeProcess(folder, "--shutdown-seconds", "30")
    with runtime.client() as buddy:
        run = buddy.start("wait", device=PHONE, policy="slow")
        until(lambda: buddy.get(run.id).state == run_pb2.RUN_STATE_RUNNING)
    runtime.process.send_signal(signal.SIGTERM)
    until(lambda: "stopping" in runtime.output.read_text())
    runtime.process.send_signal(signal.SIGTERM)
    assert runtime.wait() == 130
    runtime.close()


def test_a_client_outlives_a_killed_server_and_loses_nothing(folder: Path) -> None:
    socket = folder / "s"
    first = RuntimeProcess(folder, "--listen", f"unix:{socket}")
    assert first.address == f"unix:{socket}"
    assert stat.S_IMODE(socket.stat().st_mode) == 0o600
    seen: list[int] = []
    with first.client(patience_s=30) as buddy:
        run = buddy.start("look around", device=PHONE, policy="long")
        thread = threading.Thread(
            target=lambda: seen.extend(event.sequence for event in buddy.watch(run.id))
        )
        thread.start()
        until(lambda: buddy.get(run.id).steps >= 1)
        first.kill()
        # What a killed server leaves behind is no hindrance.
        second = RuntimeProcess(folder, "--listen", f"unix:{socket}")
        thread.join(120)
        assert not thread.is_alive()
        ended = buddy.get(run.id)
        assert ended.state == run_pb2.RUN_STATE_INTERRUPTED
        assert seen == list(range(1, ended.sequence + 1))
        buddy.continue_run(run.id)
        assert buddy.wait(run.id).state in {run_pb2.RUN_STATE_FINISHED, run_pb2.RUN_STATE_FAILED}
    assert second.stop() == 0
    assert not socket.exists()
    second.close()


def test_it_ends_with_its_parent_if_asked_to(folder: Path) -> None:
    runtime = RuntimeProcess(folder, "--die-with-parent")
    assert runtime.address
    assert runtime.process.stdin is not None
    runtime.process.stdin.close()
    assert runtime.wait() == 0
    runtime.close()


def test_other_machines_are_served_with_tls_and_token_only(folder: Path) -> None:
    everywhere = "0.0.0.0:0"
    refused = RuntimeProcess(folder, "--listen", everywhere)
    assert refused.wait() == 2
    assert "give TLS" in refused.output.read_text()
    refused.close()
    ca = trustme.CA()
    server = ca.issue_cert("localhost", "127.0.0.1")
    key, chain, root = folder / "key.pem", folder / "chain.pem", folder / "root.pem"
    server.private_key_pem.write_to_path(key)
    server.cert_chain_pems[0].write_to_path(chain)
    ca.cert_pem.write_to_path(root)
    token = folder / "token"
    token.write_text(TOKEN)
    token.chmod(0o600)
    tls = ["--tls-cert", str(chain), "--tls-key", str(key), "--token-file", str(token)]
    runtime = RuntimeProcess(folder, "--listen", everywhere, *tls)
    address = f"127.0.0.1:{runtime.address.rpartition(':')[2]}"
    with Client(address, token=TOKEN, root_certificate=root) as buddy:
        assert {policy.name for policy in buddy.policies()} >= {"long", "quick", "slow"}
    with (
        Client(address, root_certificate=root, patience_s=0) as buddy,
        pytest.raises(errors.Unauthenticated),
    ):
        buddy.policies()
    other = folder / "other.pem"
    trustme.CA().cert_pem.write_to_path(other)
    for wrong in (
        Client(address, token=TOKEN, root_certificate=other, patience_s=0),
        Client(address, token=TOKEN, patience_s=0),
    ):
        with wrong, pytest.raises(errors.Unreachable):
            wrong.policies()
    assert runtime.stop() == 0
    runtime.close()


def test_steps_are_logged_as_json_with_their_run(runtime: RuntimeProcess) -> None:
    with runtime.client() as buddy:
        buddy.wait(buddy.start("open settings", device=PHONE, policy="quick").id)
    lines = [line for line in runtime.output.read_text().splitlines() if line.startswith("{")]
    assert any('"run_id"' in line and '"step"' in line for line in lines)
