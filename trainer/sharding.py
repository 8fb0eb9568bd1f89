"""Weights divided between processes (torch's FSDP2), as accelerate's configuration wants it.

Each process keeps its part of every weight, gradient and optimizer state, and has a layer whole only
while it computes it. Gradients are added up, as `Team` does, not averaged. Only AdamW can step on parts of
matrices, and only full weights are divided: LoRA's are small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from trainer.errors import BadConfig

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sharding:
    """How weights are divided. `layers` are the classes that are had whole one at a time; those that
    transformers says may not be split, if none is named.
    """

    device: torch.device
    half: bool = False
    layers: tuple[str, ...] = ()
    reshard: bool = True
    offload: bool = False

    @staticmethod
    def configured(device: torch.device, *, half: bool) -> Sharding:
        """What the `fsdp_` entries of accelerate's configuration say."""
        from accelerate.utils import FullyShardedDataParallelPlugin
        from torch.distributed.fsdp import CPUOffloadPolicy

        plugin = FullyShardedDataParallelPlugin()
        if plugin.fsdp_version != 2:
            raise BadConfig("accelerate's fsdp_version is 1: say 2")
        return Sharding(
            device,
            half,
            tuple(plugin.transformer_cls_names_to_wrap or ()),
            bool(plugin.reshard_after_forward),
            isinstance(plugin.cpu_offload, CPUOffloadPolicy),
        )

    def divide(self, model: nn.Module) -> None:
        """Divide a model's weights, in place."""
        from torch.distributed import get_world_size
        from torch.distributed.device_mesh import init_device_mesh
        from torch.distributed.fsdp import (
            CPUOffloadPolicy,
            FSDPModule,
            MixedPrecisionPolicy,
            OffloadPolicy,
            fully_shard,
        )

        if hasattr(model, "merge_and_unload"):
            raise BadConfig(
                "LoRA's weights are not divided: train without fsdp, or without [model.lora]"
            )
        names = self.layers or tuple(getattr(model, "_no_split_modules", None) or ())
        mesh = init_device_mesh(self.device.type, (get_world_size(),))
        how: dict[str, Any] = {
            "mesh": mesh,
            "reshard_after_forward": self.reshard,
            "offload_policy": CPUOffloadPolicy() if self.offload else OffloadPolicy(),
            "mp_policy": MixedPrecisionPolicy(
                param_dtype=torch.bfloat16 if self.half else None, reduce_dtype=torch.float32
            ),
        }
        layers = [each for each in model.modules() if type(each).__name__ in names]
        if not layers:
            raise BadConfig(
                f"{type(model).__name__} has no layers called {', '.join(names) or 'anything'}: name them "
                "in fsdp_transformer_layer_cls_to_wrap"
            )
        for layer in layers:
            fully_shard(layer, **how)
        # What is outside the layers is whole until the gradients are there: the head is read after
        # the last of them.
        fully_shard(model, **{**how, "reshard_after_forward": False})
        for part in model.modules():
            if isinstance(part, FSDPModule):
                part.set_gradient_divide_factor(1.0)
                # Otherwise divided by one on the way, which gloo cannot.
                part.set_force_sum_reduction_for_comms(True)


def is_divided(model: nn.Module) -> bool:
    """Whether a model's weights are divided."""
    from torch.distributed.fsdp import FSDPModule

    return isinstance(model, FSDPModule)


def as_forward(model: nn.Module, read: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """A way to read with a divided model's layers, made such that its other weights are whole then."""
    from torch.distributed.fsdp import register_fsdp_forward_method

    name = "phonebuddy_read"
    setattr(model, name, read)
    register_fsdp_forward_method(model, name)
    return getattr(model, name)


def gathered(state: T) -> T:
    """A state with whole tensors in place of divided ones. All processes must ask at once."""
    match state:
        case Mapping():
            return type(state)((name, gathered(value)) for name, value in state.items())  # pyright: ignore[reportCallIssue]
        case list():
            return [gathered(value) for value in state]  # pyright: ignore[reportReturnType]
        case Tensor() if _has_parts(state):
            whole: Any = state
            return whole.full_tensor().cpu()
        case _:
            return state


def divided_like(state: Mapping[str, Tensor], model: nn.Module) -> dict[str, Tensor]:
    """Whole tensors as the model has them: divided where its own are."""
    own = model.state_dict()
    return {name: _like(value, own[name]) for name, value in state.items()}


def optimizer_state_like(state: Mapping[str, Any], weights: list[nn.Parameter]) -> dict[str, Any]:
    """The state of one of torch's optimizers, divided as the weights that it is of."""
    return {
        **state,
        "state": {
            number: {
                name: _like(value, weights[number]) if isinstance(value, Tensor) else value
                for name, value in each.items()
            }
            for number, each in state["state"].items()
        },
    }


def _like(value: Tensor, example: Any) -> Tensor:  # noqa: ANN401  a tensor, divided or not
    if not _has_parts(example) or value.shape != example.shape:
        return value
    from torch.distributed.tensor import distribute_tensor

    # Everyone has read the same whole tensor: nobody needs to send it.
    return distribute_tensor(
        value.to(example.device), example.device_mesh, example.placements, src_data_rank=None
    )


def _has_parts(tensor: Any) -> bool:  # noqa: ANN401  a tensor, divided or not
    return hasattr(tensor, "full_tensor")
