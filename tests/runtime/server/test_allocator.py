"""What runs have freed goes back to the system, also where something between is still in use."""

import ctypes
import subprocess
import sys

import pytest

# Blocks as large as texts and events are; of 64, one stays, so that the heap is full of holes.
SCATTERED = """
import ctypes, psutil
from runtime.server.allocator import give_back_memory, share_memory
share_memory()
c = ctypes.CDLL(None)
c.malloc.restype, c.malloc.argtypes, c.free.argtypes = (
    ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p])
blocks = [c.malloc(1000) for _ in range(100_000)]
for block in blocks:
    ctypes.memset(block, 1, 1000)
for number, block in enumerate(blocks):
    if number % 64:
        c.free(block)
def used_mb():
    return psutil.Process().memory_info().rss / 2**20
before = used_mb()
give_back_memory()
print(before - used_mb())
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="another C library")
def test_freed_memory_between_blocks_in_use_is_given_back() -> None:
    said = subprocess.run(
        [sys.executable, "-c", SCATTERED], capture_output=True, text=True, check=True
    ).stdout

    assert float(said) > 50
