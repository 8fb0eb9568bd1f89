"""What a run asks the person: the guard's questions, the policy's, and screens for a person alone.

A dialog can open while someone is typing. So no key approves or answers anything before the keyboard
has been still for a moment, and what is chosen at first does nothing risky.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from phonebuddy.v1 import run_pb2
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from tui import words
from tui.cut_out import CutOut
from tui.drawing.paint import Marks
from tui.plain_text import plain
from tui.screens.dismissal import DismissibleDialog
from tui.widgets.phone_drawing import PhoneDrawing
from tui.widgets.phone_picture import PhonePicture
from tui.widgets.touch_screen import MousePress

QUIET_S = 0.7


@dataclass(frozen=True, slots=True)
class Word:
    """What the person says to a question."""

    choice: run_pb2.Choice
    text: str = ""


class TakeOver:
    """The person would rather do it themselves."""


Reply = Word | TakeOver | None
"""None: later. The question stays open."""


class KeyboardIdle:
    """Whether it has been still since a dialog opened, so that what is pressed is meant for it."""

    def __init__(self, quiet_s: float, clock: Callable[[], float]) -> None:
        self._quiet_s = quiet_s
        self._clock = clock
        self._last_key_s = clock()

    def is_meant(self) -> bool:
        """Whether what is pressed now is for the dialog; if not, it has to be still from now on."""
        now_s = self._clock()
        meant = now_s - self._last_key_s >= self._quiet_s
        if not meant:
            self._last_key_s = now_s
        return meant


class QuestionDialog(DismissibleDialog[Reply]):
    """May this be done? Approve once, for this run, deny, or take over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "say('approve')", "Approve once"),
        Binding("r", "say('run')", "For this run"),
        Binding("d", "say('deny')", "Deny"),
        Binding("t", "say('take')", "Take over"),
        Binding("escape", "say('later')", "Later"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(
        self,
        question: run_pb2.Question,
        *,
        part: CutOut | None = None,
        picture: PhonePicture | None = None,
        quiet_s: float = QUIET_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`part` of the screen is what the question is about; `picture` shows it where it has a picture."""
        super().__init__()
        self.question = question
        self._part = part
        self._picture = picture if part is not None and part.is_pictured else None
        self._drawing = PhoneDrawing(MousePress())
        self._keyboard = KeyboardIdle(quiet_s, clock)

    def compose(self) -> ComposeResult:
        once, for_run, deny = _LABELS[self.question.kind == run_pb2.QUESTION_KIND_HAND_OVER]
        with Vertical(classes="dialog question") as dialog:
            dialog.border_title = words.question_title(self.question)
            for line in words.question_lines(self.question):
                yield Static(line, markup=False, classes="asked")
            if self._part is not None:
                with Vertical(classes="part") as part:
                    part.border_title = "On the screen"
                    part.set_class(self._picture is not None, "pictured")
                    yield self._picture or self._drawing
            with Horizontal(classes="choices"):
                yield Button(f"{once} (a)", id="approve", variant="warning", compact=True)
                yield Button(f"{for_run} (r)", id="run", compact=True)
                yield Button(f"{deny} (d)", id="deny", variant="primary", compact=True)
                yield Button("Take over (t)", id="take", compact=True)
            yield Static("Escape: later    Ctrl+C: stop the run", classes="hint")

    def on_mount(self) -> None:
        self.query_one("#deny").focus()
        if self._part is None:
            return
        if self._picture is not None:
            self._picture.show(self._part.look, self._part.aims, outlines=False)
        else:
            self._drawing.show(self._part.look, Marks((), self._part.aims))

    @property
    def is_drawn(self) -> bool:
        """Whether the part of the screen that it is about can be seen."""
        shown = self._picture or self._drawing
        return self._part is None or (shown.shows_newest and shown.size.height > 0)

    def on_key(self, _event: events.Key) -> None:
        """Keys of someone who was typing when the dialog opened are not for it."""
        self._keyboard.is_meant()

    def action_say(self, word: str) -> None:
        self._say(word)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self._say(event.button.id or "later")

    def _say(self, word: str) -> None:
        if word == "later" or self._keyboard.is_meant():
            self.dismiss(_REPLIES[word])


_LABELS = {
    False: ("Approve once", "For this run", "Deny"),
    True: ("I have done it", "Let it, this run", "End"),
}
_REPLIES: dict[str, Reply] = {
    "approve": Word(run_pb2.CHOICE_APPROVE),
    "run": Word(run_pb2.CHOICE_APPROVE_FOR_RUN),
    "deny": Word(run_pb2.CHOICE_DENY),
    "take": TakeOver(),
    "later": None,
}


class _AnswerLine(Input):
    """Takes what is typed or pasted once the keyboard has been still."""

    def __init__(self, keyboard: KeyboardIdle) -> None:
        super().__init__(placeholder="Your answer", id="answer")
        self._keyboard = keyboard

    def on_key(self, event: events.Key) -> None:
        self._pass_over(event)

    def on_paste(self, event: events.Paste) -> None:
        self._pass_over(event)

    def _pass_over(self, event: events.Event) -> None:
        if not self._keyboard.is_meant():
            event.prevent_default()


class AnswerDialog(DismissibleDialog[Reply]):
    """The policy wants to know something."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "later", "Later"),
        Binding("ctrl+t", "take", "Take over"),
    ]

    def __init__(
        self,
        question: run_pb2.Question,
        *,
        quiet_s: float = QUIET_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.question = question
        self._keyboard = KeyboardIdle(quiet_s, clock)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog question") as dialog:
            dialog.border_title = words.question_title(self.question)
            yield Static(plain(self.question.text), markup=False, classes="asked")
            yield _AnswerLine(self._keyboard)
            with Horizontal(classes="choices"):
                yield Button("Answer", id="say", variant="primary", compact=True)
                yield Button("No answer", id="deny", compact=True)
                yield Button("Take over (^t)", id="take", compact=True)
            yield Static("Enter: answer    Escape: later    Ctrl+C: stop the run", classes="hint")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._answer()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        match event.button.id:
            case "say":
                self._answer()
            case "deny":
                self._say(Word(run_pb2.CHOICE_DENY))
            case _:
                self.action_take()

    def _answer(self) -> None:
        text = self.query_one(Input).value.strip()
        if text:
            self._say(Word(run_pb2.CHOICE_ANSWER, text))

    def action_later(self) -> None:
        self.dismiss(None)

    def action_take(self) -> None:
        self._say(TakeOver())

    def _say(self, reply: Reply) -> None:
        if self._keyboard.is_meant():
            self.dismiss(reply)
