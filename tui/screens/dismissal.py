"""Screens that are left once.

Textual's `dismiss` takes away whatever screen is in front, and fails the second time: two quick
presses of Escape would do either.
"""

from __future__ import annotations

from typing import Generic

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen, ScreenResultType

from tui.screens.steady import SteadySize


class DismissibleScreen(SteadySize, Screen[ScreenResultType], Generic[ScreenResultType]):
    """A full screen with a result."""

    _left = False

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        if self._left or not self.is_current:
            return AwaitComplete()
        self._left = True
        return super().dismiss(result)


class DismissibleDialog(SteadySize, ModalScreen[ScreenResultType], Generic[ScreenResultType]):
    """A dialog with a result."""

    _left = False

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        if self._left or not self.is_current:
            return AwaitComplete()
        self._left = True
        return super().dismiss(result)
