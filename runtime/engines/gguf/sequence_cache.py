"""What stays evaluated between questions: the opening of all prompts, and each session's stable part.

Each is a sequence of its own that a question's sequence is copied from and then goes on by itself.
Copies share their tokens' memory. This holds for every architecture; only those that cannot be cut
back must begin with the whole of what is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from runtime.engines.gguf.context import Context
from runtime.engines.gguf.in_flight import InFlightQuestion
from runtime.engines.gguf.layout import Unit, common


@dataclass(frozen=True, slots=True)
class _Kept:
    sequence: int
    units: tuple[Unit, ...]


class SequenceCache:
    """Hands out sequences, and keeps at most `sessions` of them for sessions: the latest used."""

    def __init__(self, context: Context, *, sequences: int, sessions: int, trims: bool) -> None:
        self._context = context
        self._free = list(range(sequences))
        self._most = sessions
        self.trims = trims
        self._opening: _Kept | None = None
        self._sessions: dict[str, _Kept] = {}

    @property
    def sessions(self) -> tuple[str, ...]:
        """Those something is kept for, the latest used last."""
        return tuple(self._sessions)

    def known(self, turn: InFlightQuestion) -> int:
        """How many of its first units a question need not evaluate."""
        return self._source(turn)[1]

    def place(self, turn: InFlightQuestion) -> None:
        """Give a question its sequence, which begins with what is known."""
        source, known = self._source(turn)
        sequence = self._free.pop()
        if source is not None:
            end = turn.starts[known] if self.trims else -1
            self._context.copy(source.sequence, sequence, end=end)
        turn.place(sequence, known)
        if turn.session in self._sessions:
            self._sessions[turn.session] = self._sessions.pop(turn.session)

    def _source(self, turn: InFlightQuestion) -> tuple[_Kept | None, int]:
        best: tuple[_Kept | None, int] = (None, 0)
        last = len(turn.units) - 1
        for kept in (self._opening, self._sessions.get(turn.session)):
            if kept is None:
                continue
            alike = min(common(kept.units, turn.units), last)
            if alike > best[1] and (self.trims or alike == len(kept.units)):
                best = kept, alike
        return best

    def stops(self, turn: InFlightQuestion) -> tuple[int, ...]:
        """Where a question must pause, so that its state there can be kept."""
        layout = turn.question.asking.layout
        return () if self.trims else (layout.opening, layout.stable)

    def keep(self, turn: InFlightQuestion, *, may_go: Callable[[str], bool]) -> None:
        """Keep what a question has evaluated of its opening and its stable part."""
        layout = turn.question.asking.layout
        if self._reached(turn, layout.opening) and not self._holds(
            self._opening, turn, layout.opening
        ):
            self._opening = self._copied(self._opening, turn, layout.opening)
        if not turn.session or not self._reached(turn, layout.stable):
            return
        before = self._sessions.pop(turn.session, None)
        if self._holds(before, turn, layout.stable):
            assert before is not None  # noqa: S101  `_holds` has said so
            self._sessions[turn.session] = before
            return
        while before is None and len(self._sessions) >= self._most:
            if not self.evict(may_go, sessions_only=True):
                return
        self._sessions[turn.session] = self._copied(before, turn, layout.stable)

    def _reached(self, turn: InFlightQuestion, end: int) -> bool:
        return end > 0 and (turn.done >= end if self.trims else turn.done == end)

    def _holds(self, kept: _Kept | None, turn: InFlightQuestion, end: int) -> bool:
        return kept is not None and len(kept.units) == end and kept.units == tuple(turn.units[:end])

    def _copied(self, before: _Kept | None, turn: InFlightQuestion, end: int) -> _Kept:
        if before is not None:
            self._context.drop(before.sequence)
        sequence = before.sequence if before is not None else self._free.pop()
        at = turn.starts[end] if self.trims else -1
        self._context.copy(turn.in_sequence, sequence, end=at)
        return _Kept(sequence, tuple(turn.units[:end]))

    def release(self, turn: InFlightQuestion) -> None:
        """Take a question's sequence back."""
        if turn.sequence is not None:
            self._give_back(turn.sequence)
            turn.sequence = None
            turn.done = 0

    def forget(self, session: str) -> None:
        """Let go of what is kept for a session."""
        kept = self._sessions.pop(session, None)
        if kept is not None:
            self._give_back(kept.sequence)

    def evict(self, may_go: Callable[[str], bool], *, sessions_only: bool = False) -> bool:
        """Let go of the session that was not used for longest, then of the opening; False if none."""
        for session in self._sessions:
            if may_go(session):
                self.forget(session)
                return True
        if self._opening is None or sessions_only:
            return False
        self._give_back(self._opening.sequence)
        self._opening = None
        return True

    def _give_back(self, sequence: int) -> None:
        self._context.drop(sequence)
        self._free.append(sequence)
