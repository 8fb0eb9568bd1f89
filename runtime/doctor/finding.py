"""One line of a diagnosis."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad it is. A note is nothing bad; a warning keeps nothing that was asked for from working."""

    OK = "ok"
    NOTE = "note"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """What was looked at, how it is, and what to do about it. `cured` by this very run."""

    subject: str
    verdict: Severity
    text: str
    cure: str = ""
    cured: bool = False


def well(subject: str, text: str, *, cured: bool = False) -> DoctorFinding:
    return DoctorFinding(subject, Severity.OK, text, cured=cured)


def note(subject: str, text: str, hint: str) -> DoctorFinding:
    return DoctorFinding(subject, Severity.NOTE, text, hint)


def warning(subject: str, text: str, cure: str) -> DoctorFinding:
    return DoctorFinding(subject, Severity.WARNING, text, cure)


def failure(subject: str, text: str, cure: str) -> DoctorFinding:
    return DoctorFinding(subject, Severity.FAILED, text, cure)
