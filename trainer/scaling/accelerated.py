"""Teams that `accelerate launch` started: its devices, its precision, its sharding.

Everything is read from accelerate's own configuration. Without it, the group is what `trainer.process_group` finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from trainer.errors import BadConfig
from trainer.process_group import CPU, PATIENCE, ProcessGroup, join_process_group
from trainer.sft.launcher import ACCELERATED
from trainer.sharding import Sharding

_SHARDS = "ACCELERATE_USE_FSDP"


@contextmanager
def join_launched(environment: Mapping[str, str]) -> Iterator[ProcessGroup]:
    """The group that this process was launched into; one process alone, if it was not."""
    if ACCELERATED not in environment:
        with join_process_group(environment) as process_group:
            yield process_group
        return
    from accelerate import Accelerator, InitProcessGroupKwargs

    precision = environment[ACCELERATED].lower()
    if precision not in ("no", "bf16"):
        raise BadConfig(
            f"accelerate's mixed_precision is {precision}: say no or bf16 (fp16 would need its losses "
            "scaled, and fp8 other layers)"
        )
    accelerator = Accelerator(kwargs_handlers=[InitProcessGroupKwargs(timeout=PATIENCE)])
    half = accelerator.mixed_precision == "bf16"
    # accelerate numbers CPUs, which nothing else does.
    device = CPU if accelerator.device.type == CPU.type else accelerator.device
    sharding = None
    if environment.get(_SHARDS, "false").lower() == "true":
        sharding = Sharding.configured(device, half=half)
    try:
        yield ProcessGroup(
            accelerator.process_index,
            accelerator.num_processes,
            device,
            half=half,
            sharding=sharding,
        )
    finally:
        accelerator.end_training()
