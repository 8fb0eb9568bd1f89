"""What the terminal app raises on purpose. What a runtime says is a `phonebuddy.v1.errors.BuddyError`.

TuiError
|-- Problem              a command cannot be carried out
|-- LocalRuntimeFailed   the runtime that was started for this command did not start, or has ended
`-- NotAPicture          a screenshot cannot be shown
"""

from __future__ import annotations


class TuiError(Exception):
    """Base of everything that the terminal app raises on purpose."""


class Problem(TuiError):
    """A command cannot be carried out. `next` is what to type now, where that is known."""

    def __init__(self, message: str, *, next: str = "", code: int = 2) -> None:  # noqa: A002 - as it is told
        super().__init__(message)
        self.next = next
        self.code = code


class LocalRuntimeFailed(TuiError):
    """The child did not start, or has ended; the message holds its last words."""


class NotAPicture(TuiError):
    """The screenshot cannot be shown."""
