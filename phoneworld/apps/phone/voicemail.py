"""One voicemail: what was said, and what to do about it."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.apps.phone.calls import face
from phoneworld.apps.phone.numbers import name_for
from phoneworld.apps.phone.times import length, moment
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Progress, Text


class Voicemail(Screen):
    """A voicemail, with its words and a button to play it."""

    def view(self) -> View:
        mail = self.db.one("SELECT * FROM voicemails WHERE _id = ?", self.args.get("id"))
        if mail is None:
            return Scaffold(
                TopBar("Voicemail", back=self.close),
                empty_note("voicemail", "This voicemail was deleted"),
            )
        number = mail["number"]
        name = name_for(self.phone.contacts, number)
        playing = bool(self.state.get("playing"))
        return Scaffold(
            TopBar(
                "Voicemail",
                back=self.close,
                actions=(
                    IconButton("share", "Share", lambda: self.share(mail["transcript"])),
                    IconButton("delete", "Delete", self.ask_delete),
                ),
            ),
            ScrollView(
                Column(
                    face(name, number, size=88),
                    Text(name, "headline", align="center").named("name"),
                    Text(number, "body", color="muted", selectable=True).named("number")
                    if name != number
                    else None,
                    Text(moment(mail["date"], self.phone.now_ms), "small", color="muted"),
                    gap=6,
                    align="center",
                    pad=16,
                ),
                Column(
                    Card(
                        Row(
                            IconButton(
                                "pause" if playing else "play_arrow",
                                "Pause" if playing else "Play",
                                self.play,
                                color="on_primary",
                                bg="primary",
                            ),
                            Progress(0.4 if playing else 0.0).grow(),
                            Text(length(mail["duration"]), "caption", color="muted"),
                            gap=12,
                        ),
                        Text(mail["transcript"], selectable=True).named("transcript"),
                        gap=12,
                    ),
                    pad=(16, 8),
                ),
                Row(
                    Button(
                        "Call back", lambda: self.open("call", number=number), icon="call"
                    ).grow(),
                    Button(
                        "Message", lambda: self.text(number), kind="tonal", icon="message"
                    ).grow(),
                    gap=12,
                    pad=16,
                ),
            ),
        )

    def play(self) -> None:
        self.state["playing"] = not self.state.get("playing")
        self.db.run("UPDATE voicemails SET heard = 1 WHERE _id = ?", self.args.get("id"))

    def text(self, number: str) -> None:
        self.launch("com.phoneworld.messages", "thread", address=number)

    def ask_delete(self) -> None:
        self.confirm("Delete voicemail?", yes="Delete", then="delete")

    def delete(self) -> None:
        self.db.run("DELETE FROM voicemails WHERE _id = ?", self.args.get("id"))
        self.toast("Voicemail deleted")
        self.close()
