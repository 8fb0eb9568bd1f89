"""What is wrong with a data set: leaks, contradictions, broken or oversize episodes, missing notes.

Everything is found from the episodes themselves; the manifest is believed only where it says which
split a shard is meant for.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from phoneworld import Catalogue, parse_task_name
from phoneworld.errors import TaskError
from phoneworld.tasks.template import parameter
from runtime.actions import Finish
from runtime.engines.gguf.pictures import decode_image
from runtime.episode import Actor, EnvironmentFault, Episode
from runtime.errors import EngineError
from runtime.prompts.format import ImagePart, PromptFormat
from trainer.data.explained import Origin, unexplained
from trainer.data.manifest import SHARDS, ShardEntry, read_manifest
from trainer.data.runs import is_trainable
from trainer.data.samples import Sample, Skipped, samples_of
from trainer.data.screen_text import folded
from trainer.data.shards import read_shard
from trainer.data.task_selection import ALL
from trainer.data.trials import Trials
from trainer.errors import DataError

LONGEST_PROMPT = 8000
"""Characters: some 2,700 tokens of a small vocabulary."""


class Check(StrEnum):
    """What lint looks for. Only the first five make a data set unfit."""

    LEAK = "leak"
    GIVEN_AWAY = "answer in the goal"
    BROKEN = "broken episode"
    NO_PICTURE = "screenshot missing or damaged"
    TWICE = "episode twice"
    CONTRADICTION = "contradiction"
    OVERSIZE = "oversize prompt"
    NOT_NOTED = "note missing"
    COMPUTED = "computed or made up"
    UNSAYABLE = "step that cannot be said"


SERIOUS = (Check.LEAK, Check.GIVEN_AWAY, Check.BROKEN, Check.NO_PICTURE, Check.TWICE)


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One thing that is wrong, and where."""

    check: Check
    where: str
    detail: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One prompt with several replies: which of them is right, a policy cannot tell."""

    prompt: str
    replies: tuple[tuple[str, str], ...]
    """Each reply with the first place it is from."""
    samples: int


@dataclass(slots=True)
class Report:
    """What was found."""

    episodes: int = 0
    samples: int = 0
    findings: list[LintFinding] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)
    skipped: Skipped = field(default_factory=Skipped)

    def of(self, check: Check) -> list[LintFinding]:
        return [finding for finding in self.findings if finding.check is check]

    @property
    def is_fit(self) -> bool:
        """Whether nothing serious was found."""
        return not any(finding.check in SERIOUS for finding in self.findings)


def lint(
    folder: Path, form: PromptFormat, trials: Trials, *, longest_prompt: int = LONGEST_PROMPT
) -> Report:
    """Everything that is wrong with a data set."""
    report = Report()
    ids: set[str] = set()
    worded: set[tuple[str, str]] = set()
    replies = _Replies()
    for shard in read_manifest(folder).shards:
        for episode in _episodes(folder, shard, report):
            report.episodes += 1
            report.findings += _check_episode(episode, shard, trials.catalogue)
            if _is_filmed(folder, shard):
                report.findings += check_pictures(episode)
            if episode.id in ids:
                report.findings.append(
                    LintFinding(Check.TWICE, episode.id, f"again in {shard.file}")
                )
            ids.add(episode.id)
            named = parse_task_name(episode.task)
            if named is not None and (named.template, named.wording) not in worded:
                worded.add((named.template, named.wording))
                report.findings += _check_goal(episode, trials)
            for sample in samples_of(episode, form, report.skipped):
                report.samples += 1
                replies.add(sample)
                if len(sample.prompt) > longest_prompt:
                    report.findings.append(
                        LintFinding(
                            Check.OVERSIZE, _place(sample), f"{len(sample.prompt)} characters"
                        )
                    )
    report.findings += [
        LintFinding(Check.UNSAYABLE, str(folder), f"{count} x {reason}")
        for reason, count in report.skipped.reasons.items()
    ]
    report.contradictions = replies.contradictions()
    for found in report.contradictions:
        said = " | ".join(reply.replace("\n", " ") for reply, _ in found.replies)
        report.findings.append(LintFinding(Check.CONTRADICTION, found.replies[0][1], said))
    return report


def _episodes(folder: Path, shard: ShardEntry, report: Report) -> Iterator[Episode]:
    filmed = _is_filmed(folder, shard)
    try:
        yield from read_shard(folder / SHARDS / shard.file, screenshots=filmed)
    except DataError as error:
        report.findings.append(LintFinding(Check.BROKEN, shard.file, str(error)))


def _is_filmed(folder: Path, shard: ShardEntry) -> bool:
    """Whether a shard was made with screenshots."""
    return (folder / SHARDS / shard.file).is_dir()


def check_pictures(episode: Episode) -> Iterator[LintFinding]:
    """Steps of a filmed episode without a picture, though one could be taken, and pictures that cannot
    be read or are not of the size that the record states.
    """
    for number, step in enumerate(episode.steps):
        where = f"{episode.id} step {number}"
        screenshot = step.observation.screenshot
        if screenshot is None:
            if not step.observation.secure:
                yield LintFinding(Check.NO_PICTURE, where, "has none")
            continue
        try:
            pixels = decode_image(screenshot.data)
        except EngineError as error:
            yield LintFinding(Check.NO_PICTURE, where, str(error))
            continue
        seen, stated = (
            (pixels.width_px, pixels.height_px),
            (screenshot.width_px, screenshot.height_px),
        )
        if seen != stated:
            yield LintFinding(Check.NO_PICTURE, where, f"is of {seen} pixels, not {stated}")


def _check_episode(
    episode: Episode, shard: ShardEntry, catalogue: Catalogue
) -> Iterator[LintFinding]:
    where = episode.id
    if shard.split != ALL and parse_task_name(episode.task) is not None:
        split = catalogue.split_of(episode.task)
        if split != shard.split:
            belongs = f"to {split}" if split is not None else "to what is held out"
            yield LintFinding(Check.LEAK, where, f"belongs {belongs}, and is in {shard.split}")
    for problem in _problems(episode):
        yield LintFinding(Check.BROKEN, where, problem)
    for need in unexplained(episode):
        missing = need.origin is Origin.EARLIER_SCREEN
        check = Check.NOT_NOTED if missing else Check.COMPUTED
        yield LintFinding(check, f"{where} step {need.step}", repr(need.word))


def _problems(episode: Episode) -> Iterator[str]:
    if not episode.steps:
        yield "has no steps"
        return
    if not any(is_trainable(step, episode) for step in episode.steps):
        yield "has no step to learn from"
    if episode.outcome is None:
        yield "has no outcome: it was never finished"
    elif isinstance(episode.outcome.ending, EnvironmentFault):
        yield "ended by a fault of the phone"
    last = episode.steps[-1]
    if last.actor is Actor.ORACLE and not isinstance(last.decision.action, Finish):
        yield "its oracle did not finish"
    for number, step in enumerate(episode.steps[:-1]):
        if isinstance(step.decision.action, Finish):
            yield f"goes on after it finished in step {number}"


def _check_goal(episode: Episode, trials: Trials) -> Iterator[LintFinding]:
    """One task of each template, in each set of wordings, is set up anew, to know what its goal must not tell."""
    try:
        trial = trials.open(episode.task)
    except TaskError as error:
        yield LintFinding(Check.BROKEN, episode.id, f"its task cannot be set up: {error}")
        return
    if trial.goal != episode.goal:
        yield LintFinding(Check.BROKEN, episode.id, "its task has another goal now: collect again")
    for name in trial.task.template.hidden:
        value = str(parameter(trial.drawn, name))
        if folded(value) in folded(episode.goal):
            yield LintFinding(Check.GIVEN_AWAY, episode.id, f"{name} = {value!r}")


class _Replies:
    """All replies by prompt; prompts as digests, because there may be millions."""

    def __init__(self) -> None:
        self._found: dict[bytes, dict[str, tuple[str, int]]] = defaultdict(dict)
        self._prompts: dict[bytes, str] = {}

    def add(self, sample: Sample) -> None:
        hashed = hashlib.blake2b(sample.prompt.encode(), digest_size=16)
        for part in sample.parts:
            if isinstance(part, ImagePart):
                hashed.update(part.screenshot.data)
        digest = hashed.digest()
        said = self._found[digest]
        place, count = said.get(sample.reply, (_place(sample), 0))
        said[sample.reply] = (place, count + 1)
        if len(said) > 1:
            self._prompts[digest] = sample.prompt

    def contradictions(self) -> list[Contradiction]:
        found = [
            Contradiction(
                prompt,
                tuple((reply, place) for reply, (place, _) in self._found[digest].items()),
                sum(count for _, count in self._found[digest].values()),
            )
            for digest, prompt in self._prompts.items()
        ]
        return sorted(found, key=lambda one: -one.samples)


def _place(sample: Sample) -> str:
    return f"{sample.episode} step {sample.step}"
