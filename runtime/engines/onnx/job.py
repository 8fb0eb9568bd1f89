"""One question on its way through the scheduler."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from runtime.engine import TextListener
from runtime.engines.reply import ReplyDecoder


class Audience:
    """Passes the pieces of a reply on, until whoever asked has left."""

    def __init__(self, listener: TextListener | None) -> None:
        self._listener = listener
        self._lock = threading.Lock()
        self._leaving = False

    def on_piece(self, piece: str) -> None:
        with self._lock:
            if self._listener is not None and not self._leaving:
                self._listener(piece)

    def begin_leaving(self) -> None:
        """No more pieces after the one that is being passed on, perhaps by whoever calls this."""
        self._leaving = True

    def leave(self) -> None:
        """Nothing is passed on after this returns."""
        self._leaving = True
        with self._lock:
            self._listener = None


@dataclass(slots=True, eq=False)
class DecodeJob:
    """A prompt as tokens and the reply to it.

    `marks` are the numbers of tokens after which parts end that later prompts share: the constant
    first part, then the stable ones. The reply has at most `room` tokens. All that follows is the scheduler's.
    """

    session: str
    prompt: Sequence[int]
    marks: tuple[int, ...]
    reply: ReplyDecoder
    room: int
    asked_s: float
    pending: list[int] = field(default_factory=list[int])
    slot: int = -1
    cached: int = 0
    begun_s: float = 0.0
    first_s: float = 0.0
    ended_s: float = 0.0
    error: Exception | None = None
    left: bool = False
    """Whoever asked does not wait any more."""
    done: threading.Event = field(default_factory=threading.Event)

    @property
    def most(self) -> int:
        """How many tokens it can come to."""
        return len(self.prompt) + self.room

    @property
    def replying(self) -> bool:
        """The prompt is evaluated."""
        return self.first_s > 0
