"""The recipe of supervised fine-tuning, top to bottom.

    copying     made-up lines, said twice: looking things up forms
    packed      whole episodes, loss on all tokens: what screens look like, and what follows what
    planning    goals and steps without screens: what is to be done next
    choosing    made-up screens: finding on the screen what the goal names
    finding     in between: recorded screens, on which the goal names another line than it did
    decisions   one sample for each step, loss on the reply: deciding is learnt
    restating   in between, a share of all steps: goals in a stranger's words, said again plainly

Steps are counted, never timed, and every step is a function of the seed and its number, so the same
data and configuration give the same policy, also after an interruption.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from phoneworld import open_catalogue
from runtime.prompts.known_requests import KnownRequests, learn_requests
from trainer.checkpoints import PART, Checkpoints, publish_folder
from trainer.data.description import NO_DESCRIPTION, DataDescription
from trainer.data.rewording import plain_goals
from trainer.facts import REQUESTS, PolicyFacts, read_facts, write_facts
from trainer.models.config import ModelFolder, origin
from trainer.models.head_loss import head_loss
from trainer.models.trainable_model import Model, open_model, save_model
from trainer.optimizers import Optimizer
from trainer.process_group import ProcessGroup
from trainer.progress import ProgressLine, TrainingLog
from trainer.rate_schedule import rate_share
from trainer.sft.abridged_screens import abridge
from trainer.sft.choice_samples import ChoiceSamples
from trainer.sft.config import DecisionsConfig, SftConfig
from trainer.sft.copy_samples import CopySamples
from trainer.sft.folder import CHECKPOINTS, MODEL, refuse_overwriting
from trainer.sft.plan_samples import PlanSamples
from trainer.sft.preparation import RestatingData, sight_of
from trainer.sft.samples import (
    DecisionSamples,
    PackedSamples,
    SampleStream,
    TrainingSequence,
    collate,
)
from trainer.sft.schedule import SampleSchedule, SampleScheduleState
from trainer.sft.tokens import TokenSet
from trainer.sft.validation import Validation, ValidationScores
from trainer.sharding import gathered
from trainer.token_scorer import TokenScorer
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer
from trainer.vision.encoder import VisionEncoder
from trainer.vision.pictures import Files

_OF_CHOICES = 4
"""While choices are learnt, one of so many steps is a real decision, so that these are not forgotten."""
_CHOICE_PLACE = 2


@dataclass(slots=True)
class Stopping:
    """Early stopping: the lowest validation loss so far, and how many checks it has stood."""

    patience: int
    lowest: float = float("inf")
    stood: int = 0

    def sees(self, loss: float) -> bool:
        """Take a loss in; whether it is the lowest so far."""
        if loss < self.lowest:
            self.lowest, self.stood = loss, 0
            return True
        self.stood += 1
        return False

    @property
    def is_over(self) -> bool:
        return 0 < self.patience <= self.stood


@dataclass(slots=True)
class StepStatistics:
    """What happened since the last line of the log. `counted` is how many tokens the loss is a sum of."""

    loss: float = 0.0
    counted: float = 0.0
    tokens: int = 0
    began_s: float = field(default_factory=time.monotonic)


def train(
    config: SftConfig,
    training: TokenSet,
    held_out: TokenSet,
    tokenizer: PolicyTokenizer,
    out: Path,
    *,
    resume: bool = False,
    process_group: ProcessGroup | None = None,
    stop_after: int | None = None,
    should_stop: Callable[[], bool] = lambda: False,
    data: DataDescription = NO_DESCRIPTION,
    restated: RestatingData | None = None,
    findings: TokenSet | None = None,
) -> ValidationScores | None:
    """Train, and leave the policy in `out/model`; its last scores on held-out samples.

    With `resume`, from the newest checkpoint in `out`, if there is one. `stop_after` ends this
    process after so many steps, as an interruption would, with a checkpoint; so does `should_stop`,
    asked after every step, in whichever process it comes true. `data` goes into the policy's card.
    `restated` is what restating is learnt from, if it is, and `findings` are lessons in finding.
    """
    process_group = process_group or ProcessGroup()
    refuse_overwriting(out, resume=resume)
    torch.set_num_threads(config.run.threads)
    torch.manual_seed(config.run.seed)
    model = open_model(config.model, tokenizer)
    model.train()
    process_group.place(model)
    reader = TokenScorer(
        model,
        compiled=config.run.compiled,
        encoder=_encoder(config, model, training, held_out),
        half=process_group.half or config.run.half,
    )
    optimizer = Optimizer(model, config.optimizer, process_group=process_group)
    validation = Validation(
        held_out,
        tokenizer,
        samples=config.validation.samples,
        longest=config.decisions.longest,
    )
    phases = Phases(
        config,
        training,
        tokenizer,
        restated.training if restated else None,
        findings=findings,
    )
    meanings = None
    if restated:
        meanings = Validation(
            restated.held_out,
            tokenizer,
            samples=config.validation.samples,
            longest=config.restating.longest,
        )
    resampling = phases.decisions.resampling

    checkpoints = Checkpoints(out / CHECKPOINTS, facts=config.facts())
    stopping = Stopping(config.validation.patience)
    first = _resume(checkpoints, model, optimizer, stopping, resampling) if resume else 0
    log = TrainingLog(out) if process_group.leads else None
    line = ProgressLine(config.steps, done=first) if process_group.leads else None

    def write() -> None:
        known = restated.known if restated else _plain_requests(config)
        write_policy(
            model,
            tokenizer,
            config,
            out / MODEL,
            process_group=process_group,
            data=data,
            known=known,
        )

    scores: ValidationScores | None = None
    pace = StepStatistics()
    for step in range(first, config.steps):
        samples, number = phases.samples(step)
        figures = torch.zeros(3, device=process_group.device)
        outcomes = torch.zeros(2, resampling.kinds if resampling else 0)
        for rows, share in process_group.shares(samples.rows(number)):
            batch = collate(rows, pad=tokenizer.pad)
            states = reader.states(batch.ids, batch.wanted)
            targets, weights, counted = (
                each.to(states.device) for each in (batch.targets, batch.weights, batch.counted)
            )
            loss, losses = head_loss(states, reader.head, targets, weights * share)
            loss.backward()
            figures += share * torch.stack(
                (
                    losses[counted].sum(),
                    counted.sum(),
                    torch.tensor(batch.tokens, device=states.device),
                )
            )
            if share:
                _mark(rows, losses, outcomes)
        if resampling:
            process_group.add_up(outcomes)
            resampling.learn(*outcomes)
        process_group.add_up_gradients(optimizer.weights, figures)
        norm = optimizer.step(rate_share(step, config.steps, config.schedule))

        loss_sum, counted, tokens = figures.tolist()
        pace.loss, pace.counted, pace.tokens = (
            pace.loss + loss_sum,
            pace.counted + counted,
            pace.tokens + int(tokens),
        )
        done = step + 1
        if done % config.run.log_every == 0 and pace.counted and log and line:
            pace = _log_progress(pace, log, line, done, config.phase(step), norm)
        at_end = done == config.steps
        if (done % config.validation.every == 0 or at_end) and len(validation):
            model.eval()
            scores = validation.score(reader, process_group)
            understood = meanings.score(reader, process_group) if meanings else None
            model.train()
            if log:
                log.write("validation", done, scores.flat())
                if understood:
                    log.write("restating", done, understood.flat())
            # The lowest loss counts once replies are what is learnt.
            replies_taught = done > config.copying.steps + config.packed.steps
            improved = replies_taught and stopping.sees(scores.loss)
            if improved and config.validation.patience:
                write()
            if stopping.is_over:
                break
        stop = torch.tensor([float(should_stop())])
        process_group.add_up(stop)
        interrupted = bool(stop) or (stop_after is not None and done - first >= stop_after)
        if done % config.run.checkpoint_every == 0 or at_end or interrupted:
            counts: dict[str, Any] = {"lowest": stopping.lowest, "stood": stopping.stood}
            if resampling:
                counts["drill"] = asdict(resampling.state())
            if process_group.leads or process_group.sharding is not None:
                checkpoints.save(done, model, optimizer, counts, writes=process_group.leads)
        if interrupted and not at_end:
            break
    else:
        # With patience, the policy of the lowest loss is there already.
        if not (config.validation.patience and len(validation)):
            write()
    process_group.wait()
    if log:
        log.close()
    return scores


def write_policy(
    model: Model,
    tokenizer: PolicyTokenizer,
    config: SftConfig,
    folder: Path,
    *,
    process_group: ProcessGroup | None = None,
    data: DataDescription = NO_DESCRIPTION,
    known: KnownRequests | None = None,
) -> None:
    """A model with its tokenizer, in transformers' layout, and how it is to be asked.

    The folder appears whole or not at all. All processes of a group call this, and one writes.
    """
    process_group = process_group or ProcessGroup()
    weights = None if process_group.sharding is None else gathered(model.state_dict())
    if not process_group.leads:
        return
    part = folder.with_name(f"{folder.name}{PART}")
    shutil.rmtree(part, ignore_errors=True)
    save_model(model, part, weights=weights)
    tokenizer.save(part)
    asked = config.prompt
    if asked.shows.has_screenshot:
        sight_of(config).save(part)
    phases = {
        "made-up lines to copy": config.copying.steps,
        "packed trajectories": config.packed.steps,
        "goals and steps without screens": config.planning.steps,
        "made-up screens to choose from": config.choosing.steps,
        "recorded screens to find a line on": _every(config.finding.every, config.decisions.steps),
        "goals to restate": round(config.steps * config.restating.share),
        f"decisions{', resampled by error' if config.decisions.resample_batches else ''}": config.decisions.steps,
    }
    base, licence = origin(config.model.source)
    before: tuple[str, ...] = ()
    catalogues = data.catalogues
    if isinstance(config.model.source, ModelFolder):
        # What it trains on from may be a policy of ours, which knows where it comes from.
        earlier = read_facts(config.model.source.path)
        base, licence = earlier.base or base, earlier.licence or licence
        before = earlier.recipe
        catalogues = tuple(dict.fromkeys((*earlier.catalogues, *catalogues)))
    facts = PolicyFacts(
        asked.format,
        history_steps=asked.history_steps,
        rules=asked.begins,
        observation=asked.shows,
        base=base,
        licence=licence,
        data=data.lines,
        catalogues=catalogues,
        recipe=(
            *before,
            *(f"SFT: {steps} steps on {what}" for what, steps in phases.items() if steps),
        ),
    )
    write_facts(part, facts)
    if known is not None:
        known.save(part / REQUESTS)
    publish_folder(part, folder)


def _plain_requests(config: SftConfig) -> KnownRequests | None:
    """The sentences that goals were said in, for a policy that read them with values in brackets."""
    if not config.goals.plain:
        return None
    return learn_requests({}, plain_goals(open_catalogue()))


def _every(every: int, steps: int) -> int:
    return steps // every if every else 0


def _encoder(config: SftConfig, model: Model, *sets: TokenSet) -> VisionEncoder | None:
    if not config.prompt.shows.has_screenshot:
        return None
    files = Files(tokens.pictures for tokens in sets if tokens.pictures is not None)
    return VisionEncoder(model, files, sight_of(config))


class Phases:
    """From a step to the stream of samples that it reads, and its number in that stream."""

    def __init__(
        self,
        config: SftConfig,
        tokens: TokenSet,
        tokenizer: PolicyTokenizer,
        restated: TokenSet | None = None,
        *,
        findings: TokenSet | None = None,
    ) -> None:
        seed = config.run.seed
        self._config = config
        self._copying = CopySamples(tokenizer, config.copying, seed=seed)
        self._packed = PackedSamples(tokens, config.packed, seed=seed)
        self._planning = PlanSamples(tokens, config.planning, seed=seed)
        self._choosing = ChoiceSamples(tokenizer, config.choosing, seed=seed)
        self.decisions = DecisionSamples(tokens, config.decisions, seed=seed)
        self._restating: DecisionSamples | None = None
        if restated is not None:
            terms = DecisionsConfig(
                batch_tokens=config.restating.batch_tokens,
                longest=config.restating.longest,
                observation_weight=0.0,
            )
            self._restating = DecisionSamples(restated, terms, seed=seed)
        self._finding: DecisionSamples | None = None
        if findings is not None:
            terms = replace(
                config.decisions, batch_tokens=config.finding.batch_tokens, resample_batches=0
            )
            self._finding = DecisionSamples(findings, terms, seed=seed)
        self._abridged = range(config.decisions.abridged_from, config.decisions.abridged_until)
        self._shorter = self.decisions
        if self._abridged:
            fewer = abridge(tokens, tokenizer, most=config.decisions.abridged_lines, seed=seed)
            plain = replace(config.decisions, resample_batches=0)
            self._shorter = DecisionSamples(fewer, plain, seed=seed)

    def samples(self, step: int) -> tuple[SampleStream, int]:
        """What is read at a step."""
        copying, plan, choices = self._config.copying, self._config.planning, self._config.choosing
        before, upto = (int(at * self._config.restating.share) for at in (step, step + 1))
        if self._restating is not None and before < upto:
            return self._restating, before
        if step < copying.steps or (copying.every and step % copying.every == 0):
            return self._copying, step
        planned = plan.begin + plan.steps
        if plan.begin <= step < planned or (
            plan.every and step >= planned and step % plan.every == 1
        ):
            return self._planning, step
        chosen = choices.begin + choices.steps
        if choices.begin <= step < chosen and step % _OF_CHOICES:
            return self._choosing, step
        if choices.every and step >= chosen and step % choices.every == _CHOICE_PLACE:
            return self._choosing, step
        first, second = copying.steps, copying.steps + self._config.packed.steps
        if step < second:
            return self._packed, step - first
        decided, every = step - second, self._config.finding.every
        if self._finding is not None and decided % every == every - 1:
            return self._finding, decided // every
        return self._shorter if step in self._abridged else self.decisions, step - second


def _mark(rows: Sequence[TrainingSequence], losses: Tensor, outcomes: Tensor) -> None:
    """Count the rows of a batch by kind, and how many of them would be answered wrongly."""
    for row, of_row in zip(
        rows, losses.cpu().split([len(row.places) for row in rows]), strict=True
    ):
        if row.kind is not None:
            outcomes[0, row.kind] += 1
            outcomes[1, row.kind] += 1 - (-of_row[: row.replies].sum()).exp()


def _resume(
    checkpoints: Checkpoints,
    model: Model,
    optimizer: Optimizer,
    stopping: Stopping,
    resampling: SampleSchedule | None,
) -> int:
    newest = checkpoints.newest()
    if newest is None:
        return 0
    counts = checkpoints.load(newest, model, optimizer)
    stopping.lowest, stopping.stood = counts["lowest"], counts["stood"]
    if resampling:
        resampling.restore(SampleScheduleState(**counts["drill"]))
    return newest.step


def _log_progress(
    pace: StepStatistics, log: TrainingLog, line: ProgressLine, done: int, phase: str, norm: float
) -> StepStatistics:
    seconds = max(time.monotonic() - pace.began_s, 1e-6)
    loss, speed = pace.loss / max(pace.counted, 1), pace.tokens / seconds
    log.write(phase, done, {"loss": loss, "tokens_per_s": speed, "gradient_norm": norm})
    line.show(done, f"{phase} loss {loss:.4f}, {speed:,.0f} tokens/s")
    return StepStatistics()
