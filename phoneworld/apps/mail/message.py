"""Reading: one mail, and what can be done with it."""

from __future__ import annotations

import re
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.mail import data
from phoneworld.apps.mail.attachments import FILE_ICONS, save_attachment, shown_size
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile, check_tile
from phoneworld.ui.scroll_views import ScrollView, SideScroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Divider, Icon, Text
from phoneworld.ui.windows import Dialog
from phoneworld.world import from_millis

LINK = re.compile(r"https?://[^\s<>()]+[^\s<>().,!?]")
PLACES = {"Inbox": data.INBOX, "Archive": data.ARCHIVE, "Spam": data.SPAM, "Trash": data.TRASH}
BROWSER = "com.phoneworld.browser"


def shown_day(stamp: int, now: int) -> str:
    """When a mail came, as a list shows it: the time today, else the day."""
    moment, today = from_millis(stamp), from_millis(now)
    if moment.date() == today.date():
        return f"{moment:%H:%M}"
    year = "" if moment.year == today.year else f" {moment.year}"
    return f"{moment.day} {moment:%b}{year}"


def shown_moment(stamp: int) -> str:
    """When a mail came, in full."""
    moment = from_millis(stamp)
    return f"{moment:%a}, {moment.day} {moment:%b} {moment.year}, {moment:%H:%M}"


class Reading(Screen):
    """One mail."""

    def opened(self) -> None:
        self.db.run("UPDATE mails SET read = 1 WHERE _id = ? AND read = 0", self.args["id"])

    def mail(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM mails WHERE _id = ?", self.args["id"])

    def view(self) -> View:
        mail = self.mail()
        if mail is None:
            return Scaffold(TopBar("", back=self.close), Text("This mail was deleted"))
        id = mail["_id"]
        starred = bool(mail["starred"])
        labels = self.db.rows(
            "SELECT l.name, l.color FROM mail_labels m JOIN labels l ON l._id = m.label "
            "WHERE m.mail = ? ORDER BY l.name LIMIT 8",
            id,
        )
        archived = mail["folder"] in (data.ARCHIVE, data.TRASH, data.SPAM)
        return Scaffold(
            TopBar(
                "",
                back=self.close,
                actions=(
                    IconButton("inbox", "Move to inbox", lambda: self.move(data.INBOX))
                    if archived
                    else IconButton("archive", "Archive", lambda: self.move(data.ARCHIVE)),
                    IconButton("delete", "Delete", self.delete),
                    IconButton("mark_email_unread", "Mark as unread", self.mark_unread),
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu(
                            {
                                "Move to": "ask_place",
                                "Label": "ask_labels",
                                "Report spam": "report",
                                "Block sender": "ask_block",
                                "Share": "share_it",
                            }
                        ),
                    ),
                ),
            ),
            ScrollView(
                Row(
                    Text(mail["subject"] or "(no subject)", "headline").named("subject").grow(),
                    IconButton(
                        "star" if starred else "star_border",
                        "Remove star" if starred else "Add star",
                        self.star,
                        color="warning" if starred else "muted",
                    ),
                    pad=(16, 4, 4, 4),
                ),
                SideScroll(*(self.label_mark(label) for label in labels), key="labels")
                if labels
                else None,
                self.head(mail),
                self.list_card(mail["address"]),
                *self.paragraphs(mail["body"]),
                self.quoted(mail["quoted"]),
                *self.files(id) if mail["files"] else (),
                *self.others(mail),
                pad=24,
            ),
            bottom=self.answers(mail),
        )

    def label_mark(self, label: dict[str, Any]) -> View:
        return Row(
            Icon("label", size=16, color=label["color"]),
            Text(label["name"], "caption"),
            gap=6,
            pad=(10, 4),
            radius=8,
            bg="surface_high",
        )

    def head(self, mail: dict[str, Any]) -> View:
        copies = f", cc {mail['cc']}" if mail["cc"] else ""
        return Row(
            Avatar(mail["sender"]),
            Column(
                Text(mail["sender"], "subtitle", lines=1).named("sender"),
                Text(mail["address"], "small", color="muted", lines=1, selectable=True).named(
                    "address"
                ),
                Text(f"to {mail['recipients']}{copies}", "small", color="muted", lines=2).named(
                    "recipients"
                ),
                Text(shown_moment(mail["sent_at"]), "caption", color="muted").named("date"),
            ).grow(),
            gap=16,
            pad=(16, 8),
            align="start",
        )

    def list_card(self, address: str) -> View | None:
        """The way out of a mailing list."""
        found = self.db.one("SELECT * FROM subscriptions WHERE address = ?", address)
        if found is None:
            return None
        text = "You get this from a mailing list." if found["subscribed"] else "Unsubscribed."
        return Row(
            Icon("rss_feed"),
            Text(text, "small", color="muted").grow(),
            Button(
                "Unsubscribe",
                lambda: self.confirm(
                    f"Unsubscribe from {found['name']}?",
                    "You will no longer get mails from this list.",
                    yes="Unsubscribe",
                    then="unsubscribe",
                    id=found["_id"],
                ),
                kind="text",
            )
            if found["subscribed"]
            else None,
            gap=12,
            pad=(16, 4),
        )

    def unsubscribe(self, id: int) -> None:
        self.db.run("UPDATE subscriptions SET subscribed = 0 WHERE _id = ?", id)
        self.toast("You are unsubscribed")

    def paragraphs(self, body: str) -> list[View]:
        texts: list[View] = [
            Row(Text(part, selectable=True).named("body").grow(), pad=(16, 6))
            for part in body.split("\n\n")[:200]
            if part.strip()
        ]
        links = list(dict.fromkeys(LINK.findall(body)))[:3]
        texts += [
            Tile(link, icon="link", on_click=lambda link=link: self.follow(link)) for link in links
        ]
        return texts

    def follow(self, link: str) -> None:
        if self.phone.has_app(BROWSER):
            self.launch(BROWSER, "page", url=link)

    def quoted(self, text: str) -> View | None:
        if not text:
            return None
        return Row(
            Card(Text(text, "small", color="muted", selectable=True).named("quoted")).grow(),
            pad=(16, 8),
        )

    def files(self, id: int) -> list[View]:
        rows = self.db.rows(
            "SELECT _id, name, mime_type, size FROM attachments WHERE mail = ? LIMIT 20", id
        )
        return [
            Section("Attachments"),
            *(
                Tile(
                    row["name"],
                    shown_size(row["size"]),
                    icon=FILE_ICONS.get(row["mime_type"], "insert_drive_file"),
                    trailing=IconButton(
                        "download",
                        f"Save {row['name']}",
                        lambda row=row: save_attachment(self, row["_id"]),
                    ),
                    on_click=lambda row=row: self.open("attachment", id=row["_id"]),
                )
                for row in rows
            ),
        ]

    def others(self, mail: dict[str, Any]) -> list[View]:
        """The rest of the conversation."""
        rows = self.db.rows(
            "SELECT _id, sender, substr(body, 1, 80) AS snippet, sent_at FROM mails "
            "WHERE thread = ? AND _id <> ? AND folder NOT IN ('drafts', 'trash') "
            "ORDER BY sent_at DESC LIMIT 10",
            mail["thread"],
            mail["_id"],
        )
        if not rows:
            return []
        return [
            Section("In this conversation"),
            *(
                Tile(
                    row["sender"],
                    " ".join(row["snippet"].split()),
                    avatar=row["sender"],
                    note=shown_day(row["sent_at"], self.phone.now_ms),
                    on_click=lambda row=row: self.open("mail", id=row["_id"]),
                )
                for row in rows
            ),
        ]

    def answers(self, mail: dict[str, Any]) -> View:
        id = mail["_id"]
        several = "," in mail["recipients"] or bool(mail["cc"])
        return Column(
            Divider(),
            Row(
                Button(
                    "Reply", lambda: self.open("compose", reply=id), kind="outlined", icon="reply"
                ).grow(),
                Button(
                    "Reply all",
                    lambda: self.open("compose", reply=id, everybody=True),
                    kind="outlined",
                    icon="reply_all",
                ).grow()
                if several
                else None,
                Button(
                    "Forward",
                    lambda: self.open("compose", forward=id),
                    kind="outlined",
                    icon="forward",
                ).grow(),
                gap=8,
                pad=(12, 10),
            ),
            bg="surface",
        )

    # What can be done

    def star(self) -> None:
        self.db.run("UPDATE mails SET starred = 1 - starred WHERE _id = ?", self.args["id"])

    def move(self, folder: str) -> None:
        self.db.run(
            "UPDATE mails SET folder = ? WHERE _id = ? AND folder <> ?",
            folder,
            self.args["id"],
            folder,
        )
        said = {data.ARCHIVE: "Mail archived", data.TRASH: "Mail moved to trash"}
        self.toast(said.get(folder, f"Moved to {folder}"))
        self.close()

    def delete(self) -> None:
        mail = self.mail()
        if mail is None or mail["folder"] != data.TRASH:
            self.move(data.TRASH)
            return
        self.confirm(
            "Delete forever?", "This cannot be undone.", yes="Delete", then="delete_forever"
        )

    def delete_forever(self) -> None:
        data.delete_mail(self.db, self.args["id"])
        self.close()

    def mark_unread(self) -> None:
        self.db.run("UPDATE mails SET read = 0 WHERE _id = ?", self.args["id"])
        self.close()

    def ask_place(self) -> None:
        mail = self.mail()
        if mail is not None:
            now = next((name for name, place in PLACES.items() if place == mail["folder"]), "")
            self.choose("Move to", list(PLACES), now, then="place")

    def place(self, name: str) -> None:
        self.move(PLACES[name])

    def report(self) -> None:
        self.move(data.SPAM)

    def ask_block(self) -> None:
        mail = self.mail()
        if mail is not None:
            self.confirm(
                f"Block {mail['sender']}?",
                f"Mails from {mail['address']} will go to spam.",
                yes="Block",
                then="block",
                address=mail["address"],
            )

    def block(self, address: str) -> None:
        self.db.run("INSERT OR IGNORE INTO blocked (address) VALUES (?)", address)
        self.toast("Sender blocked")

    def share_it(self) -> None:
        mail = self.mail()
        if mail is not None:
            self.share(f"{mail['subject']}\n\n{mail['body']}")

    def ask_labels(self) -> None:
        self.dialog("label_box")

    def label_box(self) -> View:
        rows = self.db.rows(
            "SELECT l._id, l.name, EXISTS (SELECT 1 FROM mail_labels m WHERE m.label = l._id "
            "AND m.mail = ?) AS has FROM labels l ORDER BY l.name LIMIT 30",
            self.args["id"],
        )
        listing = ScrollView(
            *(
                check_tile(
                    row["name"], on=bool(row["has"]), on_click=lambda row=row: self.put_label(row)
                )
                for row in rows
            ),
            key="labels",
        )
        listing.weight = 0
        if len(rows) > 6:
            listing.height = 6 * 56
        return Dialog(
            listing, title="Label as", buttons=(Button("Done", self.dismiss, kind="text"),)
        )

    def put_label(self, label: dict[str, Any]) -> None:
        mail = self.args["id"]
        if label["has"]:
            self.db.run("DELETE FROM mail_labels WHERE mail = ? AND label = ?", mail, label["_id"])
        else:
            self.db.insert("mail_labels", mail=mail, label=label["_id"])
