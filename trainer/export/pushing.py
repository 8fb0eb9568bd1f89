"""Uploads a checkpoint, a bundle or a data set to a hub of models. Nothing is sent unless it is asked for twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from trainer.errors import ExportError

RepoType = Literal["model", "dataset"]
NEVER = ("state.pt", "*.part", "*.part/**", ".*", "**/.*", "token*", "*.key", "*.pem")
"""What is never sent: a training's own state, halves of files, hidden files, credentials."""


class Hub(Protocol):
    """What of `huggingface_hub.HfApi` is used."""

    def create_repo(
        self, repo_id: str, *, repo_type: str, private: bool, exist_ok: bool
    ) -> object: ...

    def upload_folder(
        self,
        *,
        repo_id: str,
        folder_path: Path,
        repo_type: str,
        commit_message: str,
        allow_patterns: list[str],
    ) -> object: ...


@dataclass(frozen=True, slots=True)
class PushPlan:
    """What would be sent where."""

    repo: str
    kind: RepoType
    folder: Path
    files: tuple[str, ...]
    bytes: int
    private: bool = True

    def lines(self) -> list[str]:
        """The plan in words."""
        visibility = "private" if self.private else "public"
        large = self.bytes >= 1_000_000
        size = f"{self.bytes / 1e6:,.1f} MB" if large else f"{self.bytes / 1e3:,.1f} kB"
        total = f"{len(self.files)} files, {size}"
        return [f"{total} to the {visibility} {self.kind} {self.repo}:", *self.files]


def plan_push(folder: Path, repo: str, *, private: bool = True) -> PushPlan:
    """Look at a folder and say what of it would be sent."""
    if repo.count("/") != 1 or not all(repo.split("/")):
        raise ExportError(f"{repo!r} names no repository: write OWNER/NAME")
    if not folder.is_dir():
        raise ExportError(f"{folder} is no folder")
    files = sorted(
        path.relative_to(folder)
        for path in folder.rglob("*")
        if path.is_file() and not any(path.relative_to(folder).match(one) for one in NEVER)
    )
    if not files:
        raise ExportError(f"{folder} has nothing to send")
    names = tuple(file.as_posix() for file in files)
    kind: RepoType = "dataset" if all(_is_data(name) for name in names) else "model"
    size = sum((folder / file).stat().st_size for file in files)
    return PushPlan(repo, kind, folder, names, size, private)


def _is_data(name: str) -> bool:
    return name.endswith(".parquet") or name == "README.md"


def push(plan: PushPlan, hub: Hub, *, message: str) -> None:
    """Send it."""
    hub.create_repo(plan.repo, repo_type=plan.kind, private=plan.private, exist_ok=True)
    hub.upload_folder(
        repo_id=plan.repo,
        folder_path=plan.folder,
        repo_type=plan.kind,
        commit_message=message,
        allow_patterns=_literal(plan.files),
    )


def _literal(names: Sequence[str]) -> list[str]:
    """Names as patterns that match nothing else."""
    return ["".join(f"[{sign}]" if sign in "*?[" else sign for sign in name) for name in names]
