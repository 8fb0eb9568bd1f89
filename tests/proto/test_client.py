"""The clients: what they do when the server goes away, and that both do the same."""

import inspect
import select
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

import pytest
from desk_scene import SlowEngine, until
from phonebuddy.v1 import errors, run_pb2
from phonebuddy.v1.async_client import AsyncClient
from phonebuddy.v1.client import Client
from phonebuddy.v1.connection import Backoff
from phonebuddy.v1.export import ExportFolder
from served_desk import ServedDesk

from runtime.actions import AskUser, Finish, OpenApp
from runtime.runs.model import RunRequest, RunState, StateChanged
from runtime.testing import ScriptedEngine


def _nowhere() -> str:
    """An address where nobody listens."""
    return "127.0.0.1:1"


def test_the_client_needs_nothing_of_the_runtime() -> None:
    check = (
        "import sys, phonebuddy.v1.client, phonebuddy.v1.async_client;"
        "assert not {'runtime', 'phoneworld', 'torch'} & set(sys.modules), sorted(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


def test_nobody_there_is_reported_after_patience_ran_out() -> None:
    began = time.monotonic()
    with Client(_nowhere(), patience_s=0.5) as buddy:
        for call in (
            buddy.policies,
            lambda: buddy.start("a", device="fake:1", policy="p"),
            lambda: next(buddy.watch("x")),
        ):
            with pytest.raises(errors.Unreachable):
                call()
    assert 1.0 < time.monotonic() - began < 60


def test_what_must_not_happen_twice_is_not_tried_again() -> None:
    with Client(_nowhere(), patience_s=120) as buddy:
        began = time.monotonic()
        with pytest.raises(errors.Unreachable):
            buddy.approve("run", "question")
        assert time.monotonic() - began < 60


def _recorded_run(served: ServedDesk) -> str:
    """A run of 202 events, too large to be sent at once."""
    run, _ = served.store.create(RunRequest("long", "fake:9", "p"), now_s=1.0)
    for _ in range(200):
        served.store.append(run.id, StateChanged(RunState.RUNNING, "x" * 20_000), now_s=1.0)
    served.store.append(run.id, StateChanged(RunState.INTERRUPTED), now_s=1.0)
    return run.id


class _Cuts:
    """A bad line: passes on what it is given, and breaks after some hundred kilobytes."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._server = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.count = 0
        self._thread = threading.Thread(target=self._accept)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(120)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._pass_on(client)

    def _pass_on(self, client: socket.socket) -> None:
        """One connection at a time, which is all that a channel has."""
        with client, socket.create_connection(self._server) as server, suppress(OSError):
            left = 700_000
            while left > 0:
                ready, _, _ = select.select([client, server], [], [], 5)
                if not ready:
                    return
                for source in ready:
                    data = source.recv(65536)
                    if not data:
                        return
                    (server if source is client else client).sendall(data)
                    left -= len(data) if source is server else 0
            self.count += 1


def test_a_watcher_resumes_where_it_was_however_often_the_line_breaks(served: ServedDesk) -> None:
    run_id = _recorded_run(served)
    with _Cuts(served.address) as cuts, Client(cuts.address) as buddy:
        seen = [event.sequence for event in buddy.watch(run_id)]
    assert seen == list(range(1, 203))
    assert cuts.count > 2


def test_a_start_whose_answer_was_lost_begins_no_second_run(served_on_socket: ServedDesk) -> None:
    served = served_on_socket
    served.scene.library.engines["p"] = ScriptedEngine([Finish("done")] * 2)
    address = served.address
    served.stop()
    started: list[run_pb2.Run] = []

    def start() -> None:
        with Client(address, patience_s=60) as buddy:
            started.append(buddy.start("a", device="fake:1", policy="p"))

    thread = threading.Thread(target=start)
    thread.start()
    time.sleep(0.3)
    served.again()
    thread.join()
    with served.client() as buddy:
        assert [run.id for run in buddy.runs()] == [started[0].id]
        buddy.wait(started[0].id)


def test_leaving_a_watch_early_ends_the_call(served: ServedDesk) -> None:
    served.scene.library.engines["p"] = SlowEngine([Finish("done")])
    with served.client() as buddy:
        run = buddy.start("a", device="fake:1", policy="p")
        for event in buddy.watch(run.id):
            assert event.sequence == 1
            break
        until(lambda: served.server.feeds.watchers == 0)
        buddy.cancel(run.id)


async def test_the_async_client_does_the_same(served: ServedDesk) -> None:
    script = [AskUser("which?"), OpenApp("Notes"), Finish("done")]
    served.scene.library.engines["p"] = ScriptedEngine(script)
    async with AsyncClient(served.address) as buddy:
        run = await buddy.start("a", device="fake:1", policy="p")
        sequences: list[int] = []
        async for event in buddy.watch(run.id):
            sequences.append(event.sequence)
            if event.WhichOneof("happening") == "asked":
                await buddy.answer(run.id, event.asked.question.id, "that one")
        ended = await buddy.wait(run.id)
        assert sequences == list(range(1, ended.sequence + 1))
        answers = [step.answer async for step in buddy.steps(run.id)]
        assert answers == ["that one", "", ""]
        assert [each.id async for each in buddy.runs()] == [run.id]
        assert (await buddy.observe("fake:1")).package == "com.example.notes"
        assert (await buddy.screenshot(run.id, 0)).mime == "image/png"
        with pytest.raises(errors.WrongState):
            await buddy.pause(run.id)
        async for frame in buddy.mirror("fake:1"):
            assert frame.package == "com.example.notes"
            break
        await buddy.delete(run.id)
        with pytest.raises(errors.UnknownRun):
            await buddy.get(run.id)


async def test_the_async_client_resumes_too(served: ServedDesk) -> None:
    run_id = _recorded_run(served)
    with _Cuts(served.address) as cuts:
        async with AsyncClient(cuts.address) as buddy:
            seen = [event.sequence async for event in buddy.watch(run_id)]
    assert seen == list(range(1, 203))
    assert cuts.count > 2
    async with AsyncClient(_nowhere(), patience_s=0) as lost:
        with pytest.raises(errors.Unreachable):
            await lost.policies()


def test_both_clients_offer_the_same() -> None:
    def methods(kind: type) -> set[str]:
        return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if name[0] != "_"}

    assert methods(Client) == methods(AsyncClient)


def test_backoff_grows_and_ends() -> None:
    backoff = Backoff(10.0)
    waits: list[float] = []
    while (wait_s := backoff.next_wait_s()) is not None:
        waits.append(wait_s)
    assert 10.0 <= sum(waits) < 12.0
    assert waits[0] < 0.2
    assert 0.5 < waits[-1] <= 1.3
    backoff.reset()
    assert backoff.next_wait_s(5.0) == 5.0


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/../../b", "", "a\\b"])
def test_a_server_cannot_make_the_client_write_elsewhere(tmp_path: Path, name: str) -> None:
    with (
        ExportFolder(tmp_path / "new") as folder,
        pytest.raises(ValueError, match="outside of the folder"),
    ):
        folder.write(name, b"x")
    assert list((tmp_path / "new").iterdir()) == []
