"""The C library's allocator, set up for a server of many threads, and told to give memory back.

glibc keeps what was freed for each thread by itself, and soon no longer gives large blocks back; every
run is a thread, and a screenshot takes 20 MB while it is made. What many runs freed lies scattered in its
heap and counts as the server's, though hardly half of it is in use: it is given back from time to time.
"""

from __future__ import annotations

import ctypes

# M_ARENA_MAX and M_MMAP_THRESHOLD of glibc's malloc.h.
_ARENAS = -8
_OWN_PAGES = -3
_PICTURE_BYTES = 2**20


def share_memory() -> None:
    """Have freed memory shared by all threads and pictures given back, where the C library can."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_ARENAS, 2)
        mallopt(_OWN_PAGES, _PICTURE_BYTES)
    except (AttributeError, OSError, TypeError):
        return  # another C library


def give_back_memory() -> None:
    """Give the pages of the heap back that hold nothing, where the C library can."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return
