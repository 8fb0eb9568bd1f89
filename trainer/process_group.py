"""Processes that train one model together: each reads a part of every batch, gradients are added up.

Who is who comes from the variables that torchrun and `accelerate launch` set too (RANK, WORLD_SIZE,
MASTER_ADDR, MASTER_PORT); without them a process is alone. Weights stay equal because every process makes the
same steps from the same gradients. `trainer.scaling.accelerated` makes groups of GPUs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

import torch
from torch import Tensor, distributed, nn

if TYPE_CHECKING:
    from trainer.sharding import Sharding

T = TypeVar("T")

CPU = torch.device("cpu")
PATIENCE = timedelta(minutes=30)
"""How long one process waits for another: machines are busy, and compiling takes a while."""
_TOGETHER = 1 << 25
"""So many numbers at most are added up at once: gradients are copied together for that."""


@dataclass(frozen=True, slots=True)
class ProcessGroup:
    """How many processes there are, and which one this is.

    `device` is where this one computes, `half` whether it reads in bfloat16 (weights stay as they
    are), `sharding` how they divide the weights, if they do.
    """

    rank: int = 0
    size: int = 1
    device: torch.device = CPU
    half: bool = False
    sharding: Sharding | None = None

    @property
    def leads(self) -> bool:
        """Whether this is the one that writes files and logs."""
        return self.rank == 0

    def place(self, model: nn.Module) -> None:
        """Put a model where it is computed, divided if so wanted."""
        if self.sharding is not None:
            self.sharding.divide(model)
        else:
            model.to(self.device)

    def share(self, items: Sequence[T]) -> list[T]:
        """This process's part; parts are alike where the items are sorted by size."""
        return list(items[self.rank :: self.size])

    def shares(self, items: Sequence[T]) -> Iterator[tuple[list[T], bool]]:
        """This process's part as a batch, and whether it counts; none, if there is nothing for it.

        Where weights are divided, all must take part: who has nothing takes one that does not count.
        """
        mine = self.share(items)
        if mine:
            yield mine, True
        elif items and self.sharding is not None:
            yield [items[0]], False

    def add_up(self, tensor: Tensor) -> None:
        """Add a tensor up over all processes, in place."""
        if self.size > 1:
            # Only what lies on the group's device can be sent.
            sent = tensor.to(self.device)
            distributed.all_reduce(sent)
            if sent is not tensor:
                tensor.copy_(sent)

    def add_up_gradients(self, weights: Sequence[nn.Parameter], figures: Tensor) -> None:
        """Add up gradients, and a few figures on the way.

        Where weights are divided, their gradients are added up already.
        """
        if self.size == 1:
            return
        if self.sharding is not None:
            self.add_up(figures)
            return
        for weight in weights:
            if weight.grad is None:
                weight.grad = torch.zeros_like(weight)
        gradients = [weight.grad for weight in weights if weight.grad is not None]
        for some in _in_bundles([*gradients, figures]):
            together = torch.cat([each.flatten().to(self.device) for each in some])
            distributed.all_reduce(together)
            parts = together.split([each.numel() for each in some])
            for each, part in zip(some, parts, strict=True):
                each.copy_(part.view_as(each))

    def gather(self, value: T) -> list[T]:
        """What each process has, in their order; this one's is the very same object."""
        if self.size == 1:
            return [value]
        found: list[T | None] = [None] * self.size
        distributed.all_gather_object(found, value)
        found[self.rank] = value
        return [each for each in found if each is not None]

    def wait(self) -> None:
        """Until all processes are here."""
        if self.size > 1:
            distributed.barrier()


@contextmanager
def join_process_group(environment: Mapping[str, str]) -> Iterator[ProcessGroup]:
    """The group that the environment describes; one process alone, if it describes none."""
    size = int(environment.get("WORLD_SIZE", "1"))
    if size == 1:
        yield ProcessGroup()
        return
    distributed.init_process_group("gloo", timeout=PATIENCE)
    try:
        yield ProcessGroup(int(environment["RANK"]), size)
    finally:
        distributed.destroy_process_group()


def _in_bundles(tensors: Sequence[Tensor]) -> Iterator[list[Tensor]]:
    bundle: list[Tensor] = []
    size = 0
    for tensor in tensors:
        if bundle and size + tensor.numel() > _TOGETHER:
            yield bundle
            bundle, size = [], 0
        bundle.append(tensor)
        size += tensor.numel()
    yield bundle
