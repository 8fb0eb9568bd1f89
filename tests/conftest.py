"""Phones served over the adb protocol, and an adb server that nobody else uses."""

import asyncio
import gc
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from built_in import CATALOGUE
from hypothesis import settings
from served_phone import Serve

from phoneworld import Workshop
from phoneworld.adb.personality import ORDINARY, Personality
from phoneworld.adb.proof.host_adb import HostAdb, find_adb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.adb.wire.faults import NONE, Faults

NO_ADB = "1"
"""A port on which no adb server is."""


def pytest_configure() -> None:
    """Keep arithmetic to one thread, which does not burn the processor while it waits, and tests away from
    the phones of whoever works here.

    Before anything reads it, and for the processes that tests start. Tests run side by side, one to a
    core, on models so small that threads wait for each other longer than they work. A real phone that is
    plugged in would be listed, chosen and touched; `host_adb` is the adb server for tests.
    """
    os.environ["ANDROID_ADB_SERVER_PORT"] = NO_ADB
    os.environ["ADBUTILS_ADB_PATH"] = "false"  # a server that was started there would find them too
    # What ./test asks for; without it properties have as many examples as hypothesis thinks right.
    settings.register_profile("sampled", settings.get_profile("ci"), max_examples=40)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")


def pytest_collection_finish() -> None:
    """Leave what was imported out of the garbage collector's rounds: it stays until the end anyway.

    Every worker has imported all tests by now, and with them torch, Textual and the apps; each full
    round would go through all of that again.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def shared_workshop() -> Workshop:
    """One for all tests: worlds are made once."""
    return CATALOGUE.workshop()


@pytest.fixture(scope="session")
def host_adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostAdb]:
    """The real adb with a private server, which the process's environment points to."""
    path = find_adb()
    if path is None:
        pytest.skip("this system's adbutils brings no adb")
    home = tmp_path_factory.mktemp("home")
    with HostAdb(path, home) as host, pytest.MonkeyPatch.context() as patch:
        for name, value in host.environment.items():
            # Other tests of this process have a home of their own.
            if name not in ("PATH", "HOME"):
                patch.setenv(name, value)
        # If the code under test starts a server, that one must not take USB phones either.
        patch.setenv("ADBUTILS_ADB_PATH", str(_without_usb(path, home)))
        yield host


def _without_usb(adb: Path, home: Path) -> Path:
    script = home / "adb"
    # Only who starts a server may say so. Its keys are not to lie among the user's.
    script.write_text(
        f'#!/bin/sh\nexport HOME="{home}"\ncase "$*" in\n*server*) exec "{adb}" --one-device none "$@" ;;\nesac\n'
        f'exec "{adb}" "$@"\n'
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


@pytest.fixture
def serve(host_adb: HostAdb, shared_workshop: Workshop) -> Iterator[Serve]:
    """Serves phones until the test is over."""
    phones: list[ServedPhone] = []

    def serve(
        *,
        seed: int = 1,
        faults: Faults = NONE,
        realism: str = "off",
        port: int = 0,
        personality: Personality = ORDINARY,
    ) -> ServedPhone:
        phone = shared_workshop.phone(seed, realism=realism)
        phones.append(ServedPhone.start(phone, faults, port=port, personality=personality))
        return phones[-1]

    yield serve
    for phone in phones:
        for server in (phone.server, *phone.others):
            asyncio.run(host_adb.run("disconnect", server.address))
        phone.close()


@pytest.fixture
def served(serve: Serve) -> ServedPhone:
    """An ordinary phone."""
    return serve()
