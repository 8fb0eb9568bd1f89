"""The runtime as its users have it: a process, phones, and the client."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_runtime import StartRuntime
from runtime_process import RuntimeProcess

from phoneworld import Workshop
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone


@pytest.fixture
def start_runtime(tmp_path: Path) -> Iterator[StartRuntime]:
    """Servers that end with the test."""
    processes: list[RuntimeProcess] = []

    def start(*options: str, folder: Path | None = None) -> RuntimeProcess:
        processes.append(RuntimeProcess(folder or tmp_path, *options))
        return processes[-1]

    yield start
    for process in processes:
        process.close()


@pytest.fixture(scope="module")
def adb_phone(host_adb: HostAdb, shared_workshop: Workshop) -> Iterator[ServedPhone]:
    """A phone behind adb, for the tests of one file: what a phone is first given takes seconds.

    The processes that a test starts find it, for they have this one's environment.
    """
    served = ServedPhone.start(shared_workshop.phone(1))
    yield served
    asyncio.run(host_adb.run("disconnect", served.server.address))
    served.close()
