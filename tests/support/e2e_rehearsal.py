"""Scripts for ordinary goals: what is done by hand on a twin of the phone becomes a policy's script.

A PhoneWorld phone is what its seed makes it, so what worked on one works on another of that seed.
"""

from __future__ import annotations

import json

from runtime_process import call

from phoneworld import Workshop
from phoneworld.device import PhoneDevice
from runtime.action_text import format_action
from runtime.actions import (
    Action,
    Click,
    ElementRef,
    Finish,
    OpenApp,
    PressButton,
    SystemButton,
    Type,
)
from runtime.lenient_json import JsonValue
from runtime.observation import Element, Observation

Line = dict[str, JsonValue]


class Rehearsal:
    """A hand on a twin, which notes down what it does."""

    def __init__(self, workshop: Workshop, seed: int) -> None:
        self.device = PhoneDevice(workshop.phone(seed))
        self.actions: list[Action] = []
        self.screen = self.device.observe()

    @property
    def lines(self) -> list[Line]:
        """What was done, as a script."""
        return [line_of(action) for action in self.actions]

    def open(self, app: str) -> None:
        self.do(OpenApp(app))

    def tap(self, label: str, *, role: str = "") -> None:
        """Tap what reads like this."""
        self.do(Click(ElementRef(self.find(label, role=role).index)))

    def type(self, text: str, *, into: str = "", twin_text: str = "") -> None:
        """Type, into the field of that hint if one is named; `twin_text` is what the twin gets."""
        target = ElementRef(self.find(into, role="field").index) if into else None
        self.do(Type(text, target), on_twin=Type(twin_text or text, target))

    def back(self) -> None:
        self.do(PressButton(SystemButton.BACK))

    def finish(self, text: str = "done") -> list[Line]:
        """The script, to its end."""
        return [*self.lines, line_of(Finish(text))]

    def do(self, action: Action, *, on_twin: Action | None = None) -> None:
        """Do it on the twin, where it must work, and write it down."""
        performed = self.device.perform(on_twin or action, self.screen)
        assert not performed.note, f"{action}: {performed.note}; {shown(self.screen)}"
        self.actions.append(action)
        self.screen = self.device.observe()

    def find(self, label: str, *, role: str = "") -> Element:
        """The one element that reads like this, else the first that begins so."""
        for fits in (str.__eq__, str.startswith):
            for element in self.screen.elements:
                texts = (element.text, element.description, element.hint)
                if any(fits(text, label) for text in texts) and role in {"", element.role}:
                    return element
        raise AssertionError(f"no {label!r} on the screen: {shown(self.screen)}")


def line_of(action: Action, **more: JsonValue) -> Line:
    """An action as a line of a script."""
    written = json.loads(format_action(action))
    return {**call(written["name"], **written["arguments"]), **more}


def shown(screen: Observation) -> str:
    """What is on a screen, for messages."""
    return ", ".join(f"{e.index}:{e.role}:{e.label!r}" for e in screen.elements if e.label)
