"""The phone's screen as a list of what is on it: for screen readers, slow links and keyboards."""

from __future__ import annotations

from phonebuddy.v1 import observation_pb2
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui import manual_input, words
from tui.plain_text import one_line
from tui.widgets.paged_list import PagedList


class ElementList(PagedList):
    """One line for each element; Enter taps it, and keys are typed, when the phone is the person's."""

    DEFAULT_CSS = """
    ElementList { width: 1fr; height: 1fr; border: none; padding: 0; background: transparent; }
    """

    class Touched(Message):
        """The person wants something done."""

        def __init__(self, wish: manual_input.Wish) -> None:
            super().__init__()
            self.wish = wish

    def __init__(self) -> None:
        super().__init__()
        self.hands_on = False
        self._look: observation_pb2.Observation | None = None
        self._shown: list[str] = []

    def show(self, observation: observation_pb2.Observation | None) -> None:
        """The screen to be read from now on."""
        self._look = observation
        lines = [] if observation is None else lines_of(observation)
        if lines == self._shown:
            return
        self._shown = lines
        chosen = self.highlighted
        self.clear_options()
        self.add_options(Option(Content(line)) for line in lines)
        if chosen is not None and lines:
            self.highlighted = min(chosen, len(lines) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        # The first line names the app.
        if self.hands_on and event.option_index > 0:
            tap = manual_input.tap_element(event.option_index - 1)
            # Another screen may have come since the key: the line is no longer there.
            chosen_on = self._look if event.option in self.options else _GONE
            self.post_message(self.Touched(manual_input.QueuedAction(tap, chosen_on=chosen_on)))

    def on_key(self, event: events.Key) -> None:
        if not self.hands_on or event.key in _OWN_KEYS:
            return
        if (wish := manual_input.key(event.key, event.character)) is not None:
            self.post_message(self.Touched(wish))
            event.stop()
            event.prevent_default()


_GONE = observation_pb2.Observation()
_OWN_KEYS = frozenset({"up", "down", "pageup", "pagedown", "home", "end", "enter"})


def lines_of(observation: observation_pb2.Observation) -> list[str]:
    """The app, then every element, in the phone's order."""
    app = one_line(observation.package) or "unknown app"
    if observation.secure:
        return [f"{app}: a protected screen"]
    return [app, *(words.element_words(element) for element in observation.elements)]
