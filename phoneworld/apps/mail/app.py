"""Mail: the folders, and APP. Reading, writing and options have files of their own."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.mail import data
from phoneworld.apps.mail.attachments import Attachment
from phoneworld.apps.mail.composer import ComposeMail, PickFile
from phoneworld.apps.mail.mail_lists import FILTERS, STARRED, mails_found, mails_in
from phoneworld.apps.mail.message import Reading, shown_day
from phoneworld.apps.mail.options import MailPreferences, Subscriptions
from phoneworld.ui.bars import Fab, Scaffold, TopBar, drawer_panel
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView, SideScroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Icon, Text
from runtime.actions import Direction

FOLDERS = {
    data.INBOX: ("Inbox", "inbox"),
    STARRED: ("Starred", "star"),
    data.SENT: ("Sent", "send"),
    data.DRAFTS: ("Drafts", "drafts"),
    data.ARCHIVE: ("Archive", "archive"),
    data.SPAM: ("Spam", "report"),
    data.TRASH: ("Trash", "delete"),
}


class MailList(Screen):
    """One folder or label, or what was found; several mails can be marked and dealt with at once."""

    def view(self) -> View:
        marked = self.marked()
        query = self.state.get("query", "").strip()
        bar: View
        if marked:
            bar = self.marked_bar(marked)
        else:
            field = Field("query", "Search in mail", kind="search", icon="search")
            bar = TopBar(field.sized(height=48), menu=self.open_drawer)
        return Scaffold(
            bar,
            Column(
                self.filters() if query else Row(Section(self.folder_name()).grow()),
                self.trash_note() if not query and self.folder == data.TRASH else None,
                LazyList(
                    self.found if query else self.mails,
                    self.row,
                    row_height=88,
                    key="found" if query else f"folder {self.state.get('folder', '')}",
                    empty="No mails found" if query else "Nothing in this folder",
                    end_space=80,
                ),
            ),
            fab=Fab("edit", "Compose", lambda: self.open("compose")),
            drawer=self.drawer() if self.state.get("drawer") else None,
        )

    # Where we are

    @property
    def folder(self) -> str:
        """The folder, `starred`, or `label:` with the id of one."""
        return self.state.get("folder", data.INBOX)

    def folder_name(self) -> str:
        if self.folder.startswith("label:"):
            label = int(self.folder.partition(":")[2])
            return self.db.value("SELECT name FROM labels WHERE _id = ?", label) or "Deleted label"
        return FOLDERS[self.folder][0]

    def open_drawer(self) -> None:
        self.state["drawer"] = True

    def back(self) -> bool:
        if self.state.get("drawer"):
            self.state["drawer"] = False
            return True
        if self.state.get("marked"):
            self.state["marked"] = []
            return True
        if self.state.get("query"):
            self.state["query"] = ""
            return True
        if self.folder != data.INBOX:
            self.state["folder"] = data.INBOX
            return True
        return False

    def swiped(self, direction: Direction) -> bool:
        if self.state.get("drawer") and direction is Direction.RIGHT:
            self.state["drawer"] = False
            return True
        return False

    def drawer(self) -> View:
        unread = self.db.value("SELECT count(*) FROM mails WHERE folder = 'inbox' AND read = 0")
        rows: list[View] = [
            Tile(
                name,
                icon=icon,
                note=str(unread) if folder == data.INBOX and unread else "",
                selected=folder == self.folder,
                on_click=lambda folder=folder: self.go(folder),
            )
            for folder, (name, icon) in FOLDERS.items()
        ]
        rows.append(Section("Labels"))
        rows += [
            Tile(
                label["name"],
                leading=Icon("label", color=label["color"]),
                selected=self.folder == f"label:{label['_id']}",
                on_click=lambda label=label: self.go(f"label:{label['_id']}"),
                on_long_click=lambda label=label: self.menu(
                    {"Rename": "ask_name", "Delete label": "ask_delete_label"}, id=label["_id"]
                ),
            )
            for label in self.db.rows("SELECT * FROM labels ORDER BY name LIMIT 30")
        ]
        rows += [
            Tile("Create new label", icon="add", on_click=self.ask_label),
            Section("More"),
            Tile("Subscriptions", icon="rss_feed", on_click=lambda: self.leave("subscriptions")),
            Tile("Settings", icon="settings", on_click=lambda: self.leave("preferences")),
        ]
        return drawer_panel("Mail", ScrollView(*rows, key="drawer"))

    def go(self, folder: str) -> None:
        self.state.update(folder=folder, drawer=False, marked=[], query="")

    def leave(self, route: str) -> None:
        self.state["drawer"] = False
        self.open(route)

    def ask_label(self) -> None:
        self.prompt("New label", "Label name", then="add_label", yes="Create")

    def add_label(self, text: str) -> None:
        add_label(self, text)

    def ask_name(self, id: int) -> None:
        name = self.db.value("SELECT name FROM labels WHERE _id = ?", id) or ""
        self.prompt(
            "Rename label", "Label name", then="rename_label", text=name, yes="Rename", id=id
        )

    def rename_label(self, text: str, id: int) -> None:
        name = text.strip()
        taken = self.db.value("SELECT 1 FROM labels WHERE name = ? AND _id <> ?", name, id)
        if not name or taken:
            self.toast("Enter a name that is not in use")
            return
        self.db.run("UPDATE labels SET name = ? WHERE _id = ?", name, id)

    def ask_delete_label(self, id: int) -> None:
        self.confirm(
            "Delete label?",
            "It is taken off all mails. The mails stay.",
            yes="Delete",
            then="delete_label",
            id=id,
        )

    def delete_label(self, id: int) -> None:
        self.db.run("DELETE FROM labels WHERE _id = ?", id)
        self.db.run("DELETE FROM mail_labels WHERE label = ?", id)
        if self.folder == f"label:{id}":
            self.state["folder"] = data.INBOX

    # Mails

    def mails(self, first: int, count: int) -> list[dict[str, Any]]:
        return mails_in(self.db, self.folder, first, count)

    def found(self, first: int, count: int) -> list[dict[str, Any]]:
        filters = self.state.get("filters", [])
        return mails_found(self.db, self.state["query"], filters, first, count)

    def filters(self) -> View:
        chosen = self.state.get("filters", [])
        chips = [
            Chip(name, lambda name=name: self.filter(name), selected=name in chosen)
            for name in FILTERS
        ]
        return Row(SideScroll(*chips, key="filters").grow(), pad=(0, 8))

    def filter(self, name: str) -> None:
        chosen = [other for other in self.state.get("filters", []) if other != name]
        self.state["filters"] = chosen if name in self.state.get("filters", []) else [*chosen, name]

    def row(self, mail: dict[str, Any]) -> View:
        id = mail["_id"]
        marked = self.state.get("marked", [])
        unread = not mail["read"]
        match mail["folder"]:
            case data.DRAFTS:
                who = f"Draft to {mail['recipients']}" if mail["recipients"] else "Draft"
            case data.SENT:
                who = f"To {mail['recipients']}"
            case _:
                who = mail["sender"]
        face = Avatar(icon="check") if id in marked else Avatar(mail["sender"])
        strong = "subtitle" if unread else "body"
        starred = bool(mail["starred"])
        row = Row(
            face,
            Column(
                Row(
                    Text(who, strong, lines=1).grow(),
                    Icon("circle", size=10, color="primary", description="Unread")
                    if unread
                    else None,
                    Icon("attachment", size=16, description="Has attachment")
                    if mail["files"]
                    else None,
                    Text(shown_day(mail["sent_at"], self.phone.now_ms), "caption", color="muted"),
                    gap=6,
                ),
                Text(mail["subject"] or "(no subject)", "label" if unread else "small", lines=1),
                Text(" ".join(mail["snippet"].split()), "small", color="muted", lines=1),
            ).grow(),
            IconButton(
                "star" if starred else "star_border",
                "Remove star" if starred else "Add star",
                lambda: self.star(id, starred=not starred),
                color="warning" if starred else "outline",
                size=40,
            ),
            pad=(16, 8, 4, 8),
            gap=16,
            bg="container" if id in marked else "",
        )
        return (
            row.clicked(lambda: self.tap(mail))
            .held(lambda: self.mark(id))
            .swiped(lambda direction: self.swipe(id, direction))
        )

    def tap(self, mail: dict[str, Any]) -> None:
        if self.state.get("marked"):
            self.mark(mail["_id"])
        elif mail["folder"] == data.DRAFTS:
            self.open("compose", draft=mail["_id"])
        else:
            self.open("mail", id=mail["_id"])

    def star(self, id: int, *, starred: bool) -> None:
        self.db.run("UPDATE mails SET starred = ? WHERE _id = ?", int(starred), id)

    def swipe(self, id: int, direction: Direction) -> None:
        del direction
        delete = data.preference(self.db, "swipe") == "Delete"
        self.move([id], data.TRASH if delete else data.ARCHIVE)

    # Several at once

    def marked(self) -> list[int]:
        return self.state.get("marked", [])

    def mark(self, id: int) -> None:
        marked = self.marked()
        self.state["marked"] = (
            [other for other in marked if other != id] if id in marked else [*marked, id]
        )

    def marked_bar(self, marked: list[int]) -> View:
        return TopBar(
            f"{len(marked)} selected",
            back=self.back,
            actions=(
                IconButton("archive", "Archive", lambda: self.move(marked, data.ARCHIVE)),
                IconButton("delete", "Delete", lambda: self.move(marked, data.TRASH)),
                IconButton(
                    "more_vert",
                    "More options",
                    lambda: self.menu(
                        {
                            "Mark as read": "mark_read",
                            "Mark as unread": "mark_unread",
                            "Add star": "star_marked",
                            "Move to inbox": "to_inbox",
                            "Report spam": "to_spam",
                        }
                    ),
                ),
            ),
        )

    def move(self, ids: list[int], folder: str) -> None:
        """Move mails; what is deleted from the trash is gone."""
        gone = 0
        for id in ids:
            where = self.db.value("SELECT folder FROM mails WHERE _id = ?", id)
            if where == data.TRASH and folder == data.TRASH:
                data.delete_mail(self.db, id)
                gone += 1
            elif where is not None and where != folder:
                self.db.run("UPDATE mails SET folder = ? WHERE _id = ?", folder, id)
        self.state["marked"] = []
        done = {data.ARCHIVE: "archived", data.TRASH: "moved to trash", data.SPAM: "reported"}
        said = "deleted forever" if gone else done.get(folder, "moved to inbox")
        self.toast(f"{len(ids)} {said}" if len(ids) > 1 else f"Mail {said}")

    def to_inbox(self) -> None:
        self.move(self.marked(), data.INBOX)

    def to_spam(self) -> None:
        self.move(self.marked(), data.SPAM)

    def mark_read(self) -> None:
        self._set_marked("read", 1)

    def mark_unread(self) -> None:
        self._set_marked("read", 0)

    def star_marked(self) -> None:
        self._set_marked("starred", 1)

    def _set_marked(self, column: str, value: int) -> None:
        for id in self.marked():
            self.db.run(f"UPDATE mails SET {column} = ? WHERE _id = ?", value, id)
        self.state["marked"] = []

    # Trash

    def trash_note(self) -> View:
        return Row(
            Text("Mails are deleted forever after 30 days.", "small", color="muted").grow(),
            Button("Empty trash now", self.ask_empty, kind="text"),
            pad=(16, 0, 8, 0),
        )

    def ask_empty(self) -> None:
        self.confirm(
            "Empty trash?",
            "All mails in the trash will be deleted forever.",
            yes="Empty",
            then="empty",
        )

    def empty(self) -> None:
        for row in self.db.rows("SELECT _id FROM mails WHERE folder = 'trash'"):
            data.delete_mail(self.db, row["_id"])
        self.toast("Trash emptied")


def add_label(screen: Screen, text: str) -> int | None:
    """Make a label of a name that is not in use; its id."""
    name = text.strip()[:40]
    if not name or screen.db.value("SELECT 1 FROM labels WHERE name = ?", name):
        screen.toast("Enter a name that is not in use")
        return None
    return screen.db.insert("labels", name=name, color="#5f6368")


APP = App(
    package=data.PACKAGE,
    label="Mail",
    icon="mail",
    color="#c5221f",
    screens={
        "list": MailList,
        "mail": Reading,
        "attachment": Attachment,
        "compose": ComposeMail,
        "pick_file": PickFile,
        "subscriptions": Subscriptions,
        "preferences": MailPreferences,
    },
    start="list",
    database="mail.db",
    schema=data.SCHEMA,
    seed=data.seed,
    accepts={"text": "compose", "file": "compose"},
    permissions=("android.permission.READ_CONTACTS",),
    derived=("mails.read",),
    tells=data.tell_change,
    unseen=data.unread_count,
)
