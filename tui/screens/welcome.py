"""The first start: no phone of one's own is connected, so the virtual one is offered."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Static

from tui.choices import EXAMPLE_TASK
from tui.screens.dismissal import DismissibleDialog

CONNECTING = (
    "To use your own phone: turn on USB debugging (Settings, About phone, tap Build number seven "
    "times; then System, Developer options, USB debugging), plug it in, and press Allow on the "
    "phone. It appears under F3 by itself."
)


class FirstStep(StrEnum):
    """How to begin."""

    TRY = "try"
    PHONES = "phones"
    LATER = "later"


class WelcomeScreen(DismissibleDialog[FirstStep]):
    """Offers something that works within a minute."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "go('later')", "Look around"),
        Binding("t", "go('try')", "Try it"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, advice: str, policy: str, *, phones: bool) -> None:
        """`phones`: whether some of the person's own can be used."""
        super().__init__()
        self._advice, self._policy, self._phones = advice, policy, phones

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False) as dialog:
            dialog.border_title = "Welcome to PhoneBuddy"
            yield Static(
                "You say what is to be done on a phone; a policy looks at the screen and does it. "
                "You can watch, answer, take over and stop at any time.",
                markup=False,
            )
            if self._advice:
                yield Static(
                    f"A phone is plugged in, but cannot be used yet.\n{self._advice}",
                    markup=False,
                    classes="advice",
                )
            elif not self._phones:
                yield Static("No phone is connected.", markup=False, classes="advice")
            yield Static(self._offer(), markup=False)
            with Horizontal(classes="choices"):
                if self._policy:
                    label = "Try the virtual phone (t)"
                    yield Button(label, id="try", variant="success", compact=True)
                yield Button("Phones", id="phones", compact=True)
                yield Button("Look around", id="later", compact=True)
            yield Static(CONNECTING, markup=False, classes="hint")

    def _offer(self) -> str:
        if not self._policy:
            return (
                "A virtual phone is built in, but there is no policy yet that could use it: "
                "F4 tells how to get one."
            )
        return (
            f"A virtual phone is built in. Try it with the task '{EXAMPLE_TASK}', done by the "
            f"policy '{self._policy}': nothing real can break."
        )

    def on_mount(self) -> None:
        self.query(Button).first().focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(FirstStep(event.button.id or FirstStep.LATER))

    def action_go(self, way: str) -> None:
        if way != FirstStep.TRY or self._policy:
            self.dismiss(FirstStep(way))
