"""What is said of a policy to those who ask."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from runtime.policies.bundle import PolicyManifest


class PolicyState(StrEnum):
    """Where a policy is between disk and memory."""

    AVAILABLE = "available"
    LOADING = "loading"
    LOADED = "loaded"
    UNUSABLE = "unusable"


@dataclass(frozen=True, slots=True)
class PolicyStatus:
    """A policy as it is now. `problem` says why it is unusable, or why it did not load last time.

    `memory_bytes` is what the process grew by as it was loaded, 0 while it is not. A phone that was opened in
    the same second counts with it.
    """

    name: str
    folder: Path
    manifest: PolicyManifest | None
    state: PolicyState
    problem: str = ""
    users: int = 0
    memory_bytes: int = 0
    file_bytes: int = 0
    needs_consent: bool = False
    """Whether nobody has agreed to what a remote policy does."""
