"""Where the phone and the conversation stand side by side."""

from __future__ import annotations

from textual.containers import Horizontal
from textual.message import Message


class WorkArea(Horizontal):
    """Says when its size is another. That of the window may be the same: the line of tabs comes and goes."""

    class Resized(Message):
        """What stands side by side has to be fitted anew."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())
