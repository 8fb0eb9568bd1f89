"""Rollouts in Ray workers, on this machine or on many.

Every worker has phones and a copy of the policy. Weights go out once for each iteration, through Ray's
object store, and are named by the iteration whose policy they are. The tasks of a worker that dies are
given to another one; if that dies too, they are environment faults. Dead workers are replaced.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from trainer.errors import InvalidDataRequest, TrainingError
from trainer.rl.config import RolloutWorkerResources
from trainer.rl.lockstep import RolloutTimes
from trainer.rl.rollout_workers import RolloutConditions, RolloutJob
from trainer.rl.trajectories import RolloutFault, TrajectoryGroup
from trainer.scaling.rollout_worker import Outfit, RolloutWorker

if TYPE_CHECKING:
    from torch import Tensor

_WORDS = re.compile(r"ray:([1-9]\d*)(?:@(\S+))?")
_STORE = 128 << 20
"""The least memory for Ray's objects, when it is started here; weights come on top."""
_TOGETHER_S = 0.5
"""Workers that die together are noticed together if it is waited so long."""
_FAREWELL_S = 10.0


@dataclass(frozen=True, slots=True)
class RayAddress:
    """So many workers: in a Ray of our own on this machine, or in the one at an address."""

    count: int
    address: str = ""


def read_address(words: str) -> RayAddress:
    """`ray:2`, `ray:16@auto` or `ray:16@10.0.0.1:6379`."""
    found = _WORDS.fullmatch(words)
    if found is None:
        raise InvalidDataRequest(
            f"--rollout-workers is {words!r}: say ray:COUNT, or ray:COUNT@ADDRESS where Ray runs already "
            "(auto finds it on this machine)"
        )
    return RayAddress(int(found[1]), found[2] or "")


@dataclass(slots=True)
class _Share:
    """Jobs that one worker has in hand."""

    member: int
    jobs: Sequence[RolloutJob]
    again: bool
    actor: Any = None


@dataclass(slots=True)
class RayRolloutWorkers:
    """Makes rollouts in workers. `weights` gives the policy's as they are now; `scarce` names the
    environments whose phones only one worker may hold.
    """

    address: RayAddress
    workers: RolloutWorkerResources
    outfit: Outfit
    terms: RolloutConditions
    weights: Callable[[], Mapping[str, Tensor]]
    seed: int
    longest_prompt: int
    scarce: frozenset[str] = frozenset()
    replaced: int = 0
    """How many workers died so far."""
    # `Any`: Ray's handles and references have no types.
    _actors: list[Any] = field(default_factory=list)
    _begun: dict[Any, _Share] = field(default_factory=dict)
    _args: tuple[Any, int, int] = (None, 0, 0)
    _numbers: list[int] = field(default_factory=list)
    _started: bool = False

    @property
    def ahead(self) -> bool:
        return self.workers.ahead

    def start(self) -> None:
        """Start or reach Ray, unless this process has done so already, and start the workers."""
        ray = _ray()
        if not ray.is_initialized():
            self._start_ray()
        self._actors = [self._spawn() for _ in range(self.address.count)]
        try:
            ray.get([each.ready.remote() for each in self._actors], timeout=self.workers.patience_s)
        except _deaths() as error:
            self.close()
            raise TrainingError(
                f"the rollout workers did not start: {_reason(error)} (each takes {self.workers.cpus} CPUs and "
                f"{self.workers.gpus} GPUs, and must be able to read what --init names)"
            ) from error

    def begin(self, jobs: Sequence[RolloutJob], iteration: int, *, policy_of: int) -> None:
        # One copy for all workers; each machine fetches it once.
        weights = _ray().put({name: each.cpu() for name, each in self.weights().items()})
        self._args = (weights, policy_of, iteration)
        self._numbers = [job.number for job in jobs]
        shares: dict[int, list[RolloutJob]] = {}
        for job in jobs:
            shares.setdefault(self._member_for(job), []).append(job)
        for member, some in shares.items():
            self._hand_out(_Share(member, some, again=False))

    def finish(self, pace: RolloutTimes) -> list[TrajectoryGroup]:
        made: dict[int, TrajectoryGroup] = {}
        while self._begun:
            lost: list[tuple[_Share, Exception]] = []
            for reference in self._ended():
                share = self._begun.pop(reference)
                try:
                    groups, counted = _ray().get(reference, timeout=0)
                except _deaths() as error:
                    lost.append((share, error))
                    continue
                pace.take_in(counted)
                made.update(
                    (job.number, group) for job, group in zip(share.jobs, groups, strict=True)
                )
            # First all that died are replaced, then their jobs given away: not to a dead one.
            for share, _ in lost:
                self._replace(share)
            for share, error in lost:
                if share.again:
                    made.update((job.number, self._spoiled(job, error)) for job in share.jobs)
                else:
                    other = (share.member + 1) % len(self._actors)
                    self._hand_out(_Share(other, share.jobs, again=True))
        return [made[number] for number in self._numbers]

    def close(self) -> None:
        """End the workers, and Ray with them where it was started here."""
        if not self._actors and not self._started:
            # Whatever is asked of Ray starts one.
            return
        ray = _ray()
        if self._actors:
            ray.wait(
                [actor.close.remote() for actor in self._actors],
                num_returns=len(self._actors),
                timeout=_FAREWELL_S,
            )
        for actor in self._actors:
            ray.kill(actor)
        self._actors = []
        if self._started:
            ray.shutdown()
            self._started = False

    def _start_ray(self) -> None:
        own = {
            "num_cpus": self.address.count * self.workers.cpus,
            "address": "local",
            "include_dashboard": False,
            # Nobody else is to reach it.
            "_node_ip_address": "127.0.0.1",
            "object_store_memory": _STORE + 4 * _bytes(self.weights()),
        }
        # Read when Ray starts: no usage statistics leave this machine.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            _ray().init(
                log_to_driver=False,
                logging_level="ERROR",
                **({"address": self.address.address} if self.address.address else own),
            )
        except (ConnectionError, ValueError, RuntimeError, _ray().exceptions.RayError) as error:
            raise TrainingError(f"Ray cannot be started or reached: {_reason(error)}") from error
        self._started = True

    def _spawn(self) -> Any:  # noqa: ANN401  Ray's handle
        remote = _ray().remote(num_cpus=self.workers.cpus, num_gpus=self.workers.gpus)
        return remote(RolloutWorker).remote(
            self.outfit,
            self.terms,
            seed=self.seed,
            longest_prompt=self.longest_prompt,
            threads=self.workers.cpus,
        )

    def _member_for(self, job: RolloutJob) -> int:
        if job.environment in self.scarce:
            return sorted(self.scarce).index(job.environment) % len(self._actors)
        return job.number % len(self._actors)

    def _hand_out(self, share: _Share) -> None:
        weights, policy_of, iteration = self._args
        actor = self._actors[share.member]
        # Weights by reference, at the top: Ray replaces only those by their value.
        share.actor = actor
        self._begun[actor.roll.remote(weights, policy_of, share.jobs, iteration)] = share

    def _ended(self) -> list[Any]:
        """What is done or failed; all of it, if nothing came in the time there is."""
        ray = _ray()
        begun = list(self._begun)
        done, _ = ray.wait(begun, timeout=self.workers.patience_s)
        if not done:
            return begun
        done, _ = ray.wait(begun, num_returns=len(begun), timeout=_TOGETHER_S)
        return done

    def _replace(self, share: _Share) -> None:
        if self._actors[share.member] is share.actor:
            _ray().kill(share.actor)
            self._actors[share.member] = self._spawn()
            self.replaced += 1

    def _spoiled(self, job: RolloutJob, error: Exception) -> TrajectoryGroup:
        said = str(error).strip().splitlines()
        why = f"two rollout workers died: {said[0] if said else type(error).__name__}"
        fault = RolloutFault(job.environment, job.task, why)
        return TrajectoryGroup(job.environment, job.task, (), (fault,) * self.terms.tries)


def _ray() -> Any:  # noqa: ANN401  a module that need not be installed
    try:
        import ray
    except ImportError as error:
        raise TrainingError("Ray is not installed: pip install 'phonebuddy[scale]'") from error
    return ray


def _deaths() -> tuple[type[Exception], ...]:
    """What Ray raises when a worker, not its code, failed."""
    from ray import exceptions

    return (
        exceptions.RayActorError,
        exceptions.NodeDiedError,
        exceptions.OutOfMemoryError,
        exceptions.WorkerCrashedError,
        exceptions.GetTimeoutError,
    )


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _bytes(weights: Mapping[str, Tensor]) -> int:
    return sum(each.numel() * each.element_size() for each in weights.values())
