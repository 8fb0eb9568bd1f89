"""Textual's driver for browsers, with the phone's picture and a hand on it beside the terminal.

Named by the environment of the process that the server starts for each window.
"""

from __future__ import annotations

import json
import os
from typing import Any, Protocol, runtime_checkable

from textual.app import App
from textual.drivers.web_driver import WebDriver
from textual.message import Message

from tui.web.outlet import PhoneState, Send

NAME = f"{__name__}:PhoneWebDriver"
INPUT = "phone_input"
"""The type of packets to the screens that tell what was done to the picture."""
MAGIC = b"phone:"
"""How packets from the screens begin that carry the phone: state in JSON, a zero byte, the picture."""


class BrowserInput(Message):
    """The page told of a touch. What it says has yet to be read."""

    def __init__(self, told: object) -> None:
        super().__init__()
        self.told = told


@runtime_checkable
class ShownInBrowser(Protocol):
    """An app that has a phone to show in the page."""

    def draw_in_browser(self, send: Send) -> None:
        """Called before the app is mounted."""
        ...


class PhoneWebDriver(WebDriver):
    """Writes packets of its own between those of the terminal. Used from the app's event loop."""

    def __init__(self, app: App[Any], **options: Any) -> None:  # noqa: ANN401 - Textual's own
        super().__init__(app, **options)
        if isinstance(app, ShownInBrowser):
            app.draw_in_browser(self.send_phone)

    def send_phone(self, state: PhoneState, picture: bytes | None) -> None:
        """Have the page show the phone so."""
        payload = phone_packet(state, picture)
        rest = b"P" + len(payload).to_bytes(4, "big") + payload
        while rest:
            # A pipe may take a part only, where a signal comes between.
            rest = rest[os.write(self.fileno, rest) :]

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        if packet_type == INPUT:
            self._app.post_message(BrowserInput(payload.get("told")))
        else:
            super().on_meta(packet_type, payload)


def phone_packet(state: PhoneState, picture: bytes | None) -> bytes:
    """A state and a picture in one."""
    return MAGIC + json.dumps(state.as_dict()).encode() + b"\0" + (picture or b"")
