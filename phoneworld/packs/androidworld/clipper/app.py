"""Clipper's one screen."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.packs.androidworld.clipper.data import PACKAGE
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Card
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Text


class Clipboard(Screen):
    """What the clipboard holds, and a field for something else."""

    def view(self) -> View:
        held = self.phone.clipboard
        return Scaffold(
            TopBar("Clipper"),
            ScrollView(
                Column(
                    Card(
                        Text("On the clipboard", "small", color="muted"),
                        Text(held or "Nothing", "body", selectable=bool(held)).named("held"),
                    ),
                    Field("text", "Text", kind="multiline"),
                    Button("Copy to clipboard", self.copy, icon="content_copy"),
                    pad=16,
                    gap=16,
                )
            ),
        )

    def copy(self) -> None:
        text = self.state.get("text", "")
        if not text:
            self.toast("Enter a text")
            return
        self.phone.clipboard = text
        self.toast("Copied")


APP = App(
    package=PACKAGE,
    label="Clipper",
    icon="content_paste",
    color="#546e7a",
    activity="ca.zgrs.clipper.Main",
    screens={"clipboard": Clipboard},
    start="clipboard",
)
