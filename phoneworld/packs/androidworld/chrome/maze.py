"""The maze of one page: how it comes about, and the way through it."""

from __future__ import annotations

from collections import deque

from phoneworld.packs.androidworld.chrome.data import Chances

SIDE = 4
START, GOAL = (0, 0), (SIDE - 1, SIDE - 1)
MOVES = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}

Cell = tuple[int, int]


def free_cells(seed: int) -> frozenset[Cell]:
    """The cells that can be walked on: those a walk in depth came to before it reached the goal."""
    chances = Chances(seed)
    ways = list(MOVES.values())
    free: set[Cell] = set()
    waiting = [START]
    while waiting:
        cell = waiting.pop()
        free.add(cell)
        if cell == GOAL:
            break
        for last in range(len(ways) - 1, 0, -1):
            other = chances.below(last + 1)
            ways[last], ways[other] = ways[other], ways[last]
        beside = [(cell[0] + down, cell[1] + right) for down, right in ways]
        waiting += [one for one in beside if _inside(one) and one not in free]
    return frozenset(free)


def step(free: frozenset[Cell], at: Cell, move: str) -> Cell:
    """Where one is after a move: a wall lets nobody through."""
    down, right = MOVES[move]
    there = (at[0] + down, at[1] + right)
    return there if there in free else at


def way_through(free: frozenset[Cell]) -> tuple[str, ...]:
    """The shortest way from start to goal, as moves."""
    ways: dict[Cell, tuple[str, ...]] = {START: ()}
    waiting = deque([START])
    while waiting and GOAL not in ways:
        at = waiting.popleft()
        for move in MOVES:
            there = step(free, at, move)
            if there not in ways:
                ways[there] = (*ways[at], move)
                waiting.append(there)
    return ways[GOAL]


def _inside(cell: Cell) -> bool:
    return all(0 <= one < SIDE for one in cell)
