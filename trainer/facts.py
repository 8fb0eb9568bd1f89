"""What a checkpoint was trained to be asked with, and what its card tells: a small file beside it.

`phonebuddy.json` is written by training. A checkpoint from elsewhere has none; then it counts as one
that is asked in the `compact` format, with the markup of its chat template if it has one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from phoneworld.catalogue import CatalogueFacts
from runtime.errors import RecordError
from runtime.lenient_json import JsonValue
from runtime.prompts.format import ChatMarkup, FormatOptions, ObservationKind, PromptFormat
from runtime.prompts.known_requests import read_requests
from runtime.prompts.registry import find_format
from runtime.record_codec import from_json, to_json
from runtime.turn.start import Opening, PolicyStart
from trainer.errors import ExportError

FILE = "phonebuddy.json"
REQUESTS = "requests.npz"
"""The requests that a policy knows, if it restates."""


@dataclass(frozen=True, slots=True)
class PolicyFacts:
    """How a policy is asked, and where it comes from.

    `rules` replaces the constant first part of the format's prompts, also where it is empty; None
    leaves the format's own. `chat` None means the checkpoint's own chat template, or bare text where
    it has none. `starts` is where it has learnt to begin; one that knows requests says first
    which of them a goal means, declines it below `least_confidence`, and asks back below `sure_confidence`. What it
    says to be done, unsure of a step by `done_confidence`, is told as perhaps done. The rest goes into the card as it stands.
    """

    prompt_format: str = "compact"
    observation: ObservationKind = ObservationKind.ELEMENTS
    history_steps: int = 0
    starts: PolicyStart = PolicyStart.HOME
    least_confidence: float = 0.0
    sure_confidence: float = 0.0
    done_confidence: float = 0.0
    rules: str | None = None
    chat: ChatMarkup | None = None
    max_reply_tokens: int = 256
    base: str = ""
    licence: str = ""
    data: tuple[str, ...] = ()
    recipe: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    catalogues: tuple[CatalogueFacts, ...] = ()
    """What its tasks were chosen from, and what was held out of training."""

    def open_format(self) -> PromptFormat:
        """The prompt format as it is asked with."""
        options = FormatOptions(
            observation=self.observation, history_steps=self.history_steps, rules=self.rules
        )
        return find_format(self.prompt_format, options)


def read_facts(folder: Path) -> PolicyFacts:
    """The facts beside a checkpoint; the plain ones if nobody wrote any."""
    path = folder / FILE
    try:
        value: JsonValue = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return PolicyFacts()
    except (OSError, ValueError) as error:
        raise ExportError(f"{path} cannot be read: {error}") from error
    try:
        return from_json(PolicyFacts, value)
    except RecordError as error:
        raise ExportError(f"{path} does not say how the policy is asked: {error}") from error


def read_opening(folder: Path) -> Opening:
    """How the policy of a checkpoint begins a task."""
    facts, path = read_facts(folder), folder / REQUESTS
    known = read_requests(path) if path.is_file() else None
    return Opening(
        facts.starts,
        known,
        facts.least_confidence,
        facts.sure_confidence,
        facts.done_confidence,
    )


def write_facts(folder: Path, facts: PolicyFacts) -> None:
    """Put the facts beside a checkpoint."""
    text = json.dumps(to_json(PolicyFacts, facts), ensure_ascii=False, indent=2)
    (folder / FILE).write_text(f"{text}\n", encoding="utf-8")
