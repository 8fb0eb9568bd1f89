"""Models on a GPU for callers on the CPU: inputs are brought to the model, scores back from it."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from trainer.process_group import CPU


def lend(model: nn.Module, device: torch.device) -> None:
    """Put a model on a device such that it can still be asked from the CPU. Its memory stays there."""
    model.to(device)
    if device == CPU:
        return

    # `Any`: what transformers' models take and give.
    def bring(_: nn.Module, given: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, Any]:
        return tuple(map(_to, given)), {name: _to(value) for name, value in named.items()}

    def _to(value: Any) -> Any:  # noqa: ANN401
        return value.to(device) if isinstance(value, Tensor) else value

    def bring_back(_: nn.Module, __: tuple[Any, ...], found: Any) -> Any:  # noqa: ANN401
        if isinstance(getattr(found, "logits", None), Tensor):
            found.logits = found.logits.to(CPU)
        return found

    model.register_forward_pre_hook(bring, with_kwargs=True)
    model.register_forward_hook(bring_back)
