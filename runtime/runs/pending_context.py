"""A context that can be slow to enter: entered in a thread of its own, so that one can walk away."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Generic, TypeVar

from runtime.cancellation import Cancellation

T = TypeVar("T")

_log = logging.getLogger(__name__)


class PendingContext(Generic[T]):
    """A context that is being entered, then is entered or has failed, and is left exactly once."""

    def __init__(
        self,
        ask: Callable[[Cancellation], AbstractContextManager[T]],
        *,
        name: str,
        on_entered: Callable[[], None],
        on_left: Callable[[], None] | None = None,
    ) -> None:
        """Begin to enter what `ask` gives; it is cancelled when one walks away before that.

        `on_entered` is called when that is over, `on_left` when it is left.
        """
        self._ask = ask
        self._cancel = Cancellation()
        self._context: AbstractContextManager[T] | None = None
        self._on_entered = on_entered
        self._on_left = on_left
        self._lock = threading.Lock()
        self._value: list[T] = []
        self._error: BaseException | None = None
        self._over = False
        self._unwanted = False
        self._left = False
        threading.Thread(target=self._enter, name=name, daemon=True).start()

    @property
    def over(self) -> bool:
        """Whether it has been entered, or has failed."""
        return self._over

    def value(self) -> T:
        """What was entered; raises what went wrong."""
        if self._error is not None:
            raise self._error
        return self._value[0]

    def leave(self) -> None:
        """Leave, now or as soon as it has been entered. Leaving again does nothing."""
        with self._lock:
            self._unwanted = True
            exits = self._over and not self._left
            self._left = self._left or exits
        if exits:
            self._exit()
        else:
            self._cancel.cancel("no longer wanted")

    def _enter(self) -> None:
        try:
            context = self._ask(self._cancel)
            value = context.__enter__()
        except BaseException as error:  # noqa: BLE001 - raised again where the value is wanted
            self._error = error
        else:
            self._context = context
            self._value.append(value)
        with self._lock:
            self._over = True
            exits = self._unwanted and not self._left
            self._left = self._left or exits
        if exits:
            self._exit()
        self._on_entered()

    def _exit(self) -> None:
        try:
            if self._context is not None:
                self._context.__exit__(None, None, None)
        except Exception:  # noqa: BLE001 - whatever it is, the one who leaves must get away
            _log.exception("what a run had could not be let go in order")
        finally:
            if self._on_left is not None:
                self._on_left()
