"""How much memory a policy will take, before it is loaded, and how much there is."""

from __future__ import annotations

from pathlib import Path

from runtime.engines.limits import EngineLimits
from runtime.engines.registry import find_engine
from runtime.policies.bundle import PolicyManifest

# Compute buffers, vocabulary and the constraint's tables.
OVERHEAD_BYTES = 150 << 20


def estimated_bytes(folder: Path, manifest: PolicyManifest, limits: EngineLimits) -> int:
    """Weights, what may be kept of evaluated tokens, and buffers. Remote policies take none here."""
    if not find_engine(manifest.engine).in_memory:
        return 0
    return file_bytes(folder, manifest) + limits.kv_bytes + OVERHEAD_BYTES


def file_bytes(folder: Path, manifest: PolicyManifest) -> int:
    """What the policy's files have; those that cannot be seen count nothing."""
    if manifest.files:
        return sum(file.size for file in manifest.files)
    total = 0
    for path in (manifest.weights, manifest.projector, manifest.adapter):
        try:
            total += (folder / path).stat().st_size if path else 0
        except OSError:
            continue
    return total


def available_bytes() -> int:
    """What this machine can give without swapping."""
    import psutil

    return int(psutil.virtual_memory().available)


def resident_bytes() -> int:
    """What this process holds in memory now."""
    import psutil

    return int(psutil.Process().memory_info().rss)


def in_mb(size: int) -> str:
    """A size for people."""
    return f"{size / 1e6:,.0f} MB"


def full_text(name: str, needed: int, over: int, short: int, in_use: list[str]) -> str:
    """Why a policy does not fit now: so many bytes `over` the budget, or `short` on the machine."""
    users = f"; in use are {', '.join(in_use)}" if in_use else ""
    if over > 0:
        return (
            f"the policy {name!r} needs about {in_mb(needed)}, {in_mb(over)} more than the memory budget "
            f"has left{users}: end their runs, or raise the budget"
        )
    return (
        f"the policy {name!r} needs about {in_mb(needed)}, and the machine lacks {in_mb(short)} of it"
        f"{users}: close other programs, or take a smaller policy"
    )
