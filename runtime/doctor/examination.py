"""All checks, in the order in which one failing explains the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from runtime.backends.adb.address import server_address
from runtime.backends.adb.calls import ServerAddress
from runtime.backends.adb.connection import Finder
from runtime.backends.adb.deadlines import Interruption
from runtime.doctor import host_checks, phone_checks
from runtime.doctor.finding import DoctorFinding


@dataclass(frozen=True, slots=True)
class Doctor:
    """What to examine. With `fix`, what is safe to cure is cured."""

    server: ServerAddress
    policies: Path
    fix: bool = False
    engines: bool = True

    @classmethod
    def of_this_machine(cls, policies: Path, *, fix: bool = False) -> Doctor:
        return cls(server_address(), policies, fix)


def examine(doctor: Doctor) -> Iterator[DoctorFinding]:
    """The findings, as they are made."""
    finder = Finder(doctor.server, Interruption())
    yield host_checks.check_adb_program()
    yield host_checks.check_adb_server(finder, fix=doctor.fix)
    yield from phone_checks.check_phones(finder, fix=doctor.fix)
    if doctor.engines:
        yield from host_checks.check_engines()
    yield host_checks.check_policies(doctor.policies, fix=doctor.fix)
    yield host_checks.check_disk(doctor.policies)
