"""Phones of the pack `androidworld`."""

import pytest
from androidworld_pack import PACK_CATALOGUE

from phoneworld import Workshop
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell
from phoneworld.phone import Phone


@pytest.fixture(scope="session")
def pack_workshop() -> Workshop:
    """One for all tests: worlds are made once."""
    return PACK_CATALOGUE.workshop()


@pytest.fixture
def phone(pack_workshop: Workshop) -> Phone:
    return pack_workshop.phone(0)


@pytest.fixture
def session(phone: Phone) -> AdbSession:
    return AdbSession(phone, serial="test")


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)
