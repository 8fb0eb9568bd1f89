"""One line of a diagnosis."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How bad it is. A warning keeps nothing that was asked for from working."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it is, and what to do about it. `cured` by this very run."""

    subject: str
    verdict: Verdict
    text: str
    cure: str = ""
    cured: bool = False


def well(subject: str, text: str, *, cured: bool = False) -> Finding:
    return Finding(subject, Verdict.OK, text, cured=cured)


def warning(subject: str, text: str, cure: str) -> Finding:
    return Finding(subject, Verdict.WARNING, text, cure)


def failure(subject: str, text: str, cure: str) -> Finding:
    return Finding(subject, Verdict.FAILED, text, cure)
