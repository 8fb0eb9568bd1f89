"""The one screen of MiniWoB's app. Its tasks are not here."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.view import View


class MiniWob(Screen):
    """Says that there is nothing to do."""

    def view(self) -> View:
        return Scaffold(TopBar("MiniWoB"), empty_note("web", "No task is open"))


APP = App(
    package="com.google.androidenv.miniwob",
    label="MiniWoB",
    icon="web",
    color="#455a64",
    activity=".app.MainActivity",
    screens={"task": MiniWob},
    start="task",
    in_launcher=False,
)
