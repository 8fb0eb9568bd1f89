"""Optimizers: Muon for the hidden matrices, AdamW for everything else, behind one face.

Muon steps along the gradient's nearest orthogonal matrix, found by Newton-Schulz iterations in fp32
(bf16 is emulated on most CPUs) for all matrices of one shape at once; processes of a group share that
work. Learning rates are set from outside before each step, as a share of those that were configured.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch import Tensor, nn
from torch.optim import AdamW

from trainer.errors import BadConfig
from trainer.process_group import ProcessGroup
from trainer.sharding import gathered, optimizer_state_like

_NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)
"""Coefficients of the quintic that pulls all singular values near 1 in five iterations."""
_ITERATIONS = 5
_NOT_HIDDEN = ("embed", "lm_head", "lora_")


@dataclass(frozen=True, slots=True)
class OptimizerConfig:
    """`kind` is "muon" (with AdamW for the rest) or "adamw" (for all)."""

    kind: str = "muon"
    muon_rate: float = 0.02
    muon_momentum: float = 0.95
    adamw_rate: float = 2e-3
    adamw_beta1: float = 0.9
    adamw_beta2: float = 0.98
    weight_decay: float = 0.01
    clip: float = 1.0
    """The largest norm of the gradient; larger ones are scaled down to it."""


class Stepper(Protocol):
    """One step along the gradients."""

    param_groups: list[dict[str, Any]]

    def step(self) -> Any: ...  # noqa: ANN401  torch's own return type
    def zero_grad(self, set_to_none: bool = ...) -> None: ...  # noqa: FBT001  torch's signature
    def state_dict(self) -> dict[str, Any]: ...
    def load_state_dict(self, state_dict: dict[str, Any]) -> None: ...


class Optimizer:
    """Several optimizers as one."""

    def __init__(
        self,
        model: nn.Module,
        config: OptimizerConfig,
        *,
        process_group: ProcessGroup | None = None,
    ) -> None:
        trained = {
            name: weight for name, weight in model.named_parameters() if weight.requires_grad
        }
        hidden = [weight for name, weight in trained.items() if _is_hidden(name, weight)]
        if config.kind != "muon":
            hidden = []
        elif process_group is not None and process_group.sharding is not None:
            raise BadConfig("Muon needs whole matrices, and fsdp divides them: say adamw")
        chosen = {id(weight) for weight in hidden}
        rest = [weight for weight in trained.values() if id(weight) not in chosen]
        self._clip = config.clip
        self._weights = list(trained.values())
        self._parts: list[tuple[Stepper, float]] = []
        if hidden:
            muon = Muon(
                hidden,
                rate=config.muon_rate,
                momentum=config.muon_momentum,
                weight_decay=config.weight_decay,
                process_group=process_group or ProcessGroup(),
            )
            self._parts.append((muon, config.muon_rate))
        if rest:
            adamw = AdamW(
                rest,
                lr=config.adamw_rate,
                betas=(config.adamw_beta1, config.adamw_beta2),
                weight_decay=0.0 if hidden else config.weight_decay,
                fused=True,
            )
            self._parts.append((adamw, config.adamw_rate))

    @property
    def weights(self) -> list[nn.Parameter]:
        """Everything that is trained."""
        return self._weights

    def step(self, share: float) -> float:
        """Clip and step, at this share of the learning rates; the norm that the gradient had."""
        norm = torch.nn.utils.clip_grad_norm_(self._weights, self._clip or float("inf"))
        norm = float(gathered(norm))
        for part, rate in self._parts:
            for group in part.param_groups:
                group["lr"] = rate * share
            part.step()
            part.zero_grad(set_to_none=True)
        return norm

    def state_dict(self) -> dict[str, Any]:
        return {str(number): part.state_dict() for number, (part, _) in enumerate(self._parts)}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        for number, (part, _) in enumerate(self._parts):
            weights = [weight for group in part.param_groups for weight in group["params"]]
            part.load_state_dict(optimizer_state_like(state[str(number)], weights))


class Muon(torch.optim.Optimizer):
    """Momentum, made orthogonal; for matrices only."""

    def __init__(
        self,
        weights: Iterable[nn.Parameter],
        *,
        rate: float,
        momentum: float,
        weight_decay: float,
        process_group: ProcessGroup,
    ) -> None:
        self._process_group = process_group
        usual = {"lr": rate, "momentum": momentum, "weight_decay": weight_decay}
        super().__init__(list(weights), usual)

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        del closure
        for group in self.param_groups:
            by_shape: dict[tuple[int, ...], list[tuple[Tensor, Tensor]]] = {}
            for weight in group["params"]:
                if weight.grad is None:
                    continue
                direction = self._direction(weight, weight.grad, group["momentum"])
                lying = direction.T if _stands(weight) else direction
                by_shape.setdefault(tuple(lying.shape), []).append((weight, lying))
            for alike in by_shape.values():
                turned = self._turned(torch.stack([lying for _, lying in alike]))
                for (weight, _), update in zip(alike, turned, strict=True):
                    _apply(weight, update, group["lr"], group["weight_decay"])

    def _turned(self, matrices: Tensor) -> Tensor:
        """The matrices made orthogonal, each by one process of the group."""
        if self._process_group.size == 1:
            return orthogonalized(matrices)
        turned = torch.zeros_like(matrices)
        mine = slice(self._process_group.rank, None, self._process_group.size)
        if len(matrices[mine]):
            turned[mine] = orthogonalized(matrices[mine])
        self._process_group.add_up(turned)
        return turned

    def _direction(self, weight: Tensor, gradient: Tensor, momentum: float) -> Tensor:
        """Nesterov's: the gradient, seen from where the momentum leads."""
        state = self.state[weight]
        if "momentum" not in state:
            state["momentum"] = torch.zeros_like(weight)
        average: Tensor = state["momentum"]
        average.lerp_(gradient, 1 - momentum)
        return gradient.lerp(average, momentum)


def orthogonalized(matrices: Tensor) -> Tensor:
    """Each matrix of a batch (none higher than wide) with its singular values drawn near 1."""
    first, second, third = _NEWTON_SCHULZ
    found = matrices / (matrices.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(_ITERATIONS):
        square = found @ found.mT
        found = torch.baddbmm(
            found,
            torch.baddbmm(square, square, square, beta=second, alpha=third),
            found,
            beta=first,
        )
    return found


def _apply(weight: Tensor, update: Tensor, rate: float, decay: float) -> None:
    if _stands(weight):
        update = update.T
    # A matrix that is higher than wide moves more, so that each output moves alike.
    scale = max(1.0, weight.shape[0] / weight.shape[1]) ** 0.5
    weight.mul_(1 - rate * decay).add_(update, alpha=-rate * scale)


def _stands(weight: Tensor) -> bool:
    return weight.shape[0] > weight.shape[1]


def _is_hidden(name: str, weight: Tensor) -> bool:
    return weight.ndim == 2 and not any(part in name for part in _NOT_HIDDEN)
