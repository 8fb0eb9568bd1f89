"""Successes worth remembering, for groups in which nobody succeeds. Bounded; the oldest go first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from runtime.engine import TokenTrace
from trainer.rl.curriculum import template_of
from trainer.rl.trajectories import Trajectory, TrajectoryGroup
from trainer.vision.packed_prompts import packed, unpacked


@dataclass(frozen=True, slots=True)
class ReplayBuffer:
    """`size` successes are kept, `per_task` of one task; none is used once it is `oldest`
    iterations old.
    """

    size: int = 256
    per_task: int = 2
    oldest: int = 20


@dataclass(slots=True)
class ReplaySample:
    """The successes, oldest first."""

    memory: ReplayBuffer = field(default_factory=ReplayBuffer)
    kept: list[Trajectory] = field(default_factory=list)

    def remember(self, trajectories: Iterable[Trajectory]) -> None:
        """Keep those that succeeded."""
        for trajectory in trajectories:
            if not trajectory.success:
                continue
            alike = [known for known in self.kept if _key(known) == _key(trajectory)]
            if any(known.turns == trajectory.turns for known in alike):
                continue
            if len(alike) >= self.memory.per_task:
                self.kept.remove(alike[0])
            self.kept.append(trajectory)
        del self.kept[: max(0, len(self.kept) - self.memory.size)]

    def help_out(self, group: TrajectoryGroup, iteration: int) -> TrajectoryGroup:
        """A group that failed altogether with a remembered success beside it, if there is one.

        Best one at the same task; else the newest at the same template, whose prompts differ.
        """
        if not group.all_failed:
            return group
        fresh = [
            known
            for known in self.kept
            if known.environment == group.environment
            and iteration - known.iteration <= self.memory.oldest
        ]
        same = [known for known in fresh if known.task == group.task]
        like = [known for known in fresh if template_of(known.task) == template_of(group.task)]
        for found in (same, like):
            if found:
                return replace(group, tries=(*group.tries, found[-1]))
        return group

    def state(self) -> list[dict[str, Any]]:
        """The successes as plain values, for `restore`."""
        return [
            {
                "environment": known.environment,
                "task": known.task,
                "kind": known.kind,
                "reward": known.reward,
                "iteration": known.iteration,
                "turns": [[tuple(turn.prompt), turn.reply, turn.log_probs] for turn in known.turns],
                "pictures": packed(turn.prompt for turn in known.turns),
            }
            for known in self.kept
        ]

    def restore(self, state: Sequence[dict[str, Any]]) -> None:
        """Go on from an earlier `state`."""
        self.kept = [
            Trajectory(
                environment=known["environment"],
                task=known["task"],
                kind=known["kind"],
                turns=tuple(_turn(known.get("pictures", {}), *turn) for turn in known["turns"]),
                reward=known["reward"],
                success=True,
                iteration=known["iteration"],
            )
            for known in state
        ]


def _turn(
    pictures: Mapping[int, Any],
    prompt: Sequence[int],
    reply: Sequence[int],
    log_probs: Sequence[float] | None,
) -> TokenTrace:
    said = None if log_probs is None else tuple(log_probs)
    return TokenTrace(unpacked(prompt, pictures), tuple(reply), said)


def _key(trajectory: Trajectory) -> tuple[str, str]:
    return trajectory.environment, trajectory.task
