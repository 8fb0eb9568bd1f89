"""How long a comparison takes, from a rate that was measured: of its own trainings once there are any,
else of a few tries that are made for it. What cannot be told by that rate is not guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from trainer.comparison.plan import ComparisonPlan, RecipeStage
from trainer.comparison.runner import is_done
from trainer.progress import duration
from trainer.rl import journal
from trainer.rl.config import RlConfig


@dataclass(frozen=True, slots=True)
class TryRate:
    """Seconds that one try takes: to roll it out, and to train on it."""

    rollout_s: float
    train_s: float
    tries: int

    @property
    def seconds(self) -> float:
        return self.rollout_s + self.train_s


def rate_of(lines: Sequence[journal.Line]) -> TryRate | None:
    """The rate of a training's iterations; None where no try was judged."""
    tries = sum(line["tries"] for line in lines)
    if not tries:
        return None
    return TryRate(
        sum(line["rollout_s"] for line in lines) / tries,
        sum(line["train_s"] for line in lines) / tries,
        tries,
    )


def measured_rates(plan: ComparisonPlan) -> dict[str, TryRate]:
    """The rates of arms whose trainings have begun, by arm."""
    found: dict[str, TryRate] = {}
    for policy in plan.policies:
        if policy.stage.startswith("rl/"):
            rate = rate_of(journal.read(policy.folder.parent / journal.FILE))
            if rate is not None:
                found.setdefault(policy.arm, rate)
    return found


def seconds_of(
    stage: RecipeStage,
    plan: ComparisonPlan,
    config: RlConfig,
    rates: Mapping[str, TryRate],
    tasks: Mapping[str, int],
) -> float | None:
    """What a stage takes; None where the rates do not tell. `tasks` is how many a measurement has."""
    if is_done(stage):
        return 0.0
    arm = next((one.arm for one in plan.policies if one.stage == stage.name), "")
    usual = max(rates.values(), key=lambda rate: rate.seconds, default=None)
    match stage.kind:
        case "rl":
            rate = rates.get(arm) or rates.get(arm.removesuffix("-shuffled")) or usual
            if rate is None:
                return None
            rollouts, held_out = config.rollouts, config.held_out
            tries = config.iterations * rollouts.groups * rollouts.tries
            looks = config.iterations // held_out.every + 1 if held_out.every else 0
            played = looks * 2 * tasks.get("held out", held_out.tasks)
            return tries * rate.seconds + played * rate.rollout_s
        case "eval" if usual is not None:
            name = stage.name.rpartition("/")[2]
            found = next((one for one in tasks if name == one or name.startswith(f"{one}-")), None)
            return None if found is None else tasks[found] * usual.rollout_s
        case _:
            return None


def plan_page(
    plan: ComparisonPlan,
    config: RlConfig,
    rates: Mapping[str, TryRate],
    tasks: Mapping[str, int],
    *,
    jobs: int,
) -> str:
    """The plan in words: every stage, how long it takes, and what it runs."""
    lines, total, unknown = list[str](), 0.0, 0
    for stage in plan.stages:
        seconds = seconds_of(stage, plan, config, rates, tasks)
        total += seconds or 0.0
        unknown += seconds is None
        done = (
            "done" if is_done(stage) else duration(seconds) if seconds is not None else "not known"
        )
        lines.append(f"{stage.name}: {done}")
        lines += [f"    {' '.join(words)}" for words in stage.commands]
    dose = config.rollouts.groups * config.rollouts.tries
    lines.append(
        f"{len(plan.stages)} stages; each training {config.iterations} iterations of "
        f"{config.rollouts.groups} x {config.rollouts.tries} = {config.iterations * dose:,} tries"
    )
    for arm, rate in rates.items():
        lines.append(
            f"measured on {arm}, {rate.tries:,} tries: {rate.rollout_s:.3f} s a try, and "
            f"{rate.train_s:.3f} s to train on it"
        )
    if rates:
        lines.append(
            f"about {total / 3600:.1f} hours of one process, {total / 3600 / jobs:.1f} with {jobs} at "
            f"once if each has a core; {unknown} stages are not in it, because no rate tells"
        )
    else:
        lines.append("no rate was measured: give --probe CHECKPOINT")
    return "\n".join(lines)


def missing_folders(plan: ComparisonPlan, prepared: Sequence[str]) -> list[Path]:
    """Folders of rebuilt apps that are not there, and that no preparation makes."""
    found: list[Path] = []
    for stage in plan.stages:
        for words in stage.commands:
            for before, word in pairwise(words):
                made = any(word.startswith(one) for one in prepared)
                if before == "--mock-with" and not made and not Path(word).is_dir():
                    found.append(Path(word))
    return list(dict.fromkeys(found))
