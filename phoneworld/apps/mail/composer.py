"""Writing: a new mail, an answer, a mail passed on, a draft; and choosing a file to attach."""

from __future__ import annotations

import re
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.mail import data
from phoneworld.apps.mail.attachments import FILE_ICONS, shown_size
from phoneworld.apps.mail.message import shown_moment
from phoneworld.providers import contacts, media
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Card, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Text

ADDRESS = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+\.[^@\s,;<>.]+")
FIELDS = ("to", "cc", "subject", "body")


def addresses_in(text: str) -> list[str]:
    """What was entered as recipients, one by one."""
    return [part.strip() for part in re.split(r"[,;]", text) if part.strip()]


class ComposeMail(Screen):
    """A mail being written. Leaving it keeps it as a draft."""

    def opened(self) -> None:
        args = self.args
        self.state.update(
            to=args.get("to", ""),
            cc="",
            subject=args.get("subject", ""),
            body=args.get("text", ""),
            quoted="",
            thread=0,
            files=[],
        )
        if args.get("file"):
            self.returned(args["file"])
        draft = self._row(args.get("draft"))
        answered = self._row(args.get("reply"))
        passed_on = self._row(args.get("forward"))
        if draft is not None:
            self.state.update(
                to=draft["recipients"],
                cc=draft["cc"],
                subject=draft["subject"],
                body=draft["body"],
                quoted=draft["quoted"],
                thread=draft["thread"],
                files=self._copies(draft["_id"]),
            )
        elif answered is not None:
            self._answer(answered)
        elif passed_on is not None:
            self.state.update(
                subject=f"Fwd: {passed_on['subject'].removeprefix('Fwd: ')}",
                quoted=_quote("Forwarded message", passed_on),
                files=self._copies(passed_on["_id"]),
            )
        else:
            signature = data.preference(self.db, "signature")
            if signature and not self.state["body"]:
                self.state["body"] = f"\n\n{signature}"
        self.state["first"] = self._typed()
        self.focus("body" if self.state["to"] else "to")

    def _row(self, id: int | None) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM mails WHERE _id = ?", id) if id else None

    def _copies(self, mail: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT _id AS attachment, name, size FROM attachments WHERE mail = ?", mail
        )

    def _answer(self, mail: dict[str, Any]) -> None:
        mine = data.preference(self.db, "address")
        sent = mail["folder"] == data.SENT
        self.state["to"] = mail["recipients"] if sent else mail["address"]
        if self.args.get("everybody"):
            others = [*addresses_in(mail["recipients"]), *addresses_in(mail["cc"])]
            self.state["cc"] = ", ".join(
                one for one in dict.fromkeys(others) if one not in (mine, self.state["to"])
            )
        self.state.update(
            subject=f"Re: {mail['subject'].removeprefix('Re: ')}",
            quoted=_quote("Earlier message", mail),
            thread=mail["thread"],
        )

    def _typed(self) -> list[Any]:
        return [*(self.state[key] for key in FIELDS), len(self.state["files"])]

    def view(self) -> View:
        quoted = self.state["quoted"]
        return Scaffold(
            TopBar(
                "Compose",
                back=self.leave,
                actions=(
                    IconButton("attach_file", "Attach file", lambda: self.open("pick_file")),
                    IconButton("send", "Send", self.send, color="primary"),
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu({"Save draft": "leave", "Discard": "ask_discard"}),
                    ),
                ),
            ),
            ScrollView(
                Column(
                    Text(f"From {data.preference(self.db, 'address')}", "small", color="muted"),
                    Field("to", "To", kind="email"),
                    *self.suggestions("to"),
                    Field("cc", "Cc", kind="email"),
                    *self.suggestions("cc"),
                    Field("subject", "Subject"),
                    Field("body", "Compose email", kind="multiline"),
                    *(self.file(place, one) for place, one in enumerate(self.state["files"])),
                    Card(Text(quoted, "small", color="muted", lines=12).named("quoted"))
                    if quoted
                    else None,
                    pad=16,
                    gap=12,
                )
            ),
        )

    def suggestions(self, key: str) -> list[View]:
        """People whose name or address starts with what is being typed."""
        if self.phone.activity.focus != key:
            return []
        start = re.split(r"[,;]", self.state[key])[-1].strip().lower()[:60]
        if not start or ADDRESS.fullmatch(start):
            return []
        found = self.phone.contacts.rows(
            "SELECT DISTINCT c.display_name AS name, d.data1 AS address FROM name_lookup n "
            "JOIN raw_contacts c ON c._id = n.raw_contact_id "
            "JOIN data d ON d.raw_contact_id = c._id AND d.mimetype = ? "
            "WHERE n.normalized_name >= ? AND n.normalized_name < ? ORDER BY c.sort_key LIMIT 4",
            contacts.EMAIL,
            start,
            start + "\U0010ffff",
        )
        return [
            Tile(
                row["name"],
                row["address"],
                avatar=row["name"],
                on_click=lambda row=row: self.take(key, row["address"]),
            )
            for row in found
        ]

    def take(self, key: str, address: str) -> None:
        """Put an address in place of what was being typed."""
        before = addresses_in(self.state[key])[:-1]
        self.state[key] = ", ".join([*before, address])

    def file(self, place: int, one: dict[str, Any]) -> View:
        return Tile(
            one["name"],
            shown_size(one["size"]),
            icon="attachment",
            trailing=IconButton("close", f"Remove {one['name']}", lambda: self.drop(place)),
        )

    def drop(self, place: int) -> None:
        del self.state["files"][place]

    def returned(self, result: Any) -> None:
        """A file was chosen."""
        row = self.phone.files.one("SELECT _display_name, _size FROM files WHERE _data = ?", result)
        if row is not None:
            self.state["files"].append(
                {"path": result, "name": row["_display_name"], "size": row["_size"]}
            )

    # Sending and keeping

    def send(self) -> None:
        to, cc = addresses_in(self.state["to"]), addresses_in(self.state["cc"])
        if not to:
            self.toast("Add at least one recipient")
            return
        for one in (*to, *cc):
            if not ADDRESS.fullmatch(one):
                self.toast(f"The address {one[:60]} is not valid")
                return
        self._store(data.SENT)
        self.toast("Sent")
        self.close()

    def leave(self) -> None:
        if self._typed() != self.state["first"]:
            self._store(data.DRAFTS)
            self.toast("Draft saved")
        self.close()

    def back(self) -> bool:
        self.leave()
        return True

    def ask_discard(self) -> None:
        self.confirm("Discard this mail?", yes="Discard", then="discard")

    def discard(self) -> None:
        draft = self.args.get("draft")
        if draft:
            data.delete_mail(self.db, draft)
        self.close()

    def _store(self, folder: str) -> None:
        """Write the mail into a folder: the draft it was, or a new one."""
        contents = [self._content(one) for one in self.state["files"]]
        to = ", ".join(addresses_in(self.state["to"]))
        cc = ", ".join(addresses_in(self.state["cc"]))
        subject, body = self.state["subject"].strip(), self.state["body"].strip()
        draft = self._row(self.args.get("draft"))
        if draft is not None:
            mail: int = draft["_id"]
            self.db.run(
                "UPDATE mails SET folder = ?, recipients = ?, cc = ?, subject = ?, body = ?, "
                "sent_at = ?, files = 0 WHERE _id = ?",
                folder,
                to,
                cc,
                subject,
                body,
                self.phone.now_ms,
                mail,
            )
            self.db.run("DELETE FROM attachments WHERE mail = ?", mail)
        else:
            mail = self.db.insert(
                "mails",
                thread=self.state["thread"],
                folder=folder,
                sender=data.preference(self.db, "name"),
                address=data.preference(self.db, "address"),
                recipients=to,
                cc=cc,
                subject=subject,
                body=body,
                quoted=self.state["quoted"],
                sent_at=self.phone.now_ms,
                reply_to=self.args.get("reply") or 0,
                forward_of=self.args.get("forward") or 0,
            )
            self.db.run("UPDATE mails SET thread = _id WHERE _id = ? AND thread = 0", mail)
        for name, content, art in contents:
            data.add_attachment(self.db, mail, name, content, art=art)

    def _content(self, one: dict[str, Any]) -> tuple[str, bytes, str]:
        if "path" in one:
            row = self.phone.files.one(
                "SELECT content, art FROM files WHERE _data = ?", one["path"]
            )
        else:
            row = self.db.one(
                "SELECT content, art FROM attachments WHERE _id = ?", one["attachment"]
            )
        # The file may have been deleted since it was chosen.
        found = row or {"content": b"", "art": ""}
        return one["name"], found["content"] or b"", found["art"]


def _quote(title: str, mail: dict[str, Any]) -> str:
    head = (
        f"{title}\nFrom: {mail['sender']} <{mail['address']}>\n"
        f"Date: {shown_moment(mail['sent_at'])}\nSubject: {mail['subject']}"
    )
    return f"{head}\n\n{mail['body']}"


class PickFile(Screen):
    """A folder of the phone, to choose a file from."""

    def folder(self) -> str:
        return self.state.get("folder", "/sdcard")

    def view(self) -> View:
        folder = self.folder()
        name = "Files" if folder == "/sdcard" else folder.rpartition("/")[2]
        return Scaffold(
            TopBar(name, back=self.up),
            LazyList(
                self.entries, self.row, row_height=64, key=folder, empty="This folder is empty"
            ),
        )

    def entries(self, first: int, count: int) -> list[dict[str, Any]]:
        return media.listing(self.phone.files, self.folder(), first, count)

    def row(self, entry: dict[str, Any]) -> View:
        path = entry["_data"]
        if entry["is_folder"]:
            return Tile(entry["_display_name"], icon="folder", on_click=lambda: self.enter(path))
        return Tile(
            entry["_display_name"],
            shown_size(entry["_size"]),
            icon=FILE_ICONS.get(entry["mime_type"], "insert_drive_file"),
            on_click=lambda: self.close(path),
        )

    def enter(self, folder: str) -> None:
        self.state["folder"] = folder

    def up(self) -> None:
        if self.folder() == "/sdcard":
            self.close()
        else:
            self.state["folder"] = self.folder().rpartition("/")[0]

    def back(self) -> bool:
        self.up()
        return True
