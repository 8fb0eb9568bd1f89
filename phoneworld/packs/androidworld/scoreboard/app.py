"""The one screen of AndroidWorld's own app. Goals and scores that its demo sends are not shown."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.view import View


class Scoreboard(Screen):
    """Says whose app it is."""

    def view(self) -> View:
        return Scaffold(TopBar("AndroidWorld"), empty_note("emoji_events", "No scores yet"))


APP = App(
    package="com.example.androidworld",
    label="AndroidWorld",
    icon="emoji_events",
    color="#37474f",
    activity=".MainActivity",
    screens={"board": Scoreboard},
    start="board",
    in_launcher=False,
)
