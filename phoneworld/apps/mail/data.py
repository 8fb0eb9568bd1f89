"""What Mail keeps: mails in folders, attachments, labels, mailing lists, preferences.

`body` is what was written, `quoted` the mail it answers or passes on, as it was then. Recipients
are addresses with commas between them.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from phoneworld.apps.mail import letters
from phoneworld.apps.mail.letters import Letter
from phoneworld.changes import Change, CountedChange
from phoneworld.store import Database, database_path
from phoneworld.world import Person, World, millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone

PACKAGE = "com.phoneworld.mail"
PATH = database_path(PACKAGE, "mail.db")
INBOX, SENT, DRAFTS, ARCHIVE, SPAM, TRASH = (
    "inbox", "sent", "drafts", "archive", "spam", "trash",
)  # fmt: skip
SCHEMA = """
CREATE TABLE mails (
    _id INTEGER PRIMARY KEY, thread INTEGER NOT NULL, folder TEXT NOT NULL,
    sender TEXT NOT NULL, address TEXT NOT NULL, recipients TEXT NOT NULL,
    cc TEXT NOT NULL DEFAULT '', subject TEXT NOT NULL, body TEXT NOT NULL,
    quoted TEXT NOT NULL DEFAULT '', sent_at INTEGER NOT NULL, read INTEGER NOT NULL DEFAULT 1,
    starred INTEGER NOT NULL DEFAULT 0, files INTEGER NOT NULL DEFAULT 0,
    reply_to INTEGER NOT NULL DEFAULT 0, forward_of INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX mails_folder ON mails (folder, sent_at);
CREATE INDEX mails_sent ON mails (sent_at);
CREATE INDEX mails_thread ON mails (thread, sent_at);
CREATE TABLE attachments (
    _id INTEGER PRIMARY KEY, mail INTEGER NOT NULL REFERENCES mails (_id), name TEXT NOT NULL,
    mime_type TEXT NOT NULL, size INTEGER NOT NULL, art TEXT NOT NULL DEFAULT '', content BLOB
);
CREATE INDEX attachments_mail ON attachments (mail);
CREATE TABLE labels (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, color TEXT NOT NULL);
CREATE TABLE mail_labels (
    _id INTEGER PRIMARY KEY, mail INTEGER NOT NULL REFERENCES mails (_id),
    label INTEGER NOT NULL REFERENCES labels (_id), UNIQUE (mail, label)
);
CREATE INDEX mail_labels_label ON mail_labels (label, mail);
CREATE TABLE subscriptions (
    _id INTEGER PRIMARY KEY, name TEXT NOT NULL, address TEXT UNIQUE NOT NULL,
    subscribed INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE blocked (_id INTEGER PRIMARY KEY, address TEXT UNIQUE NOT NULL);
CREATE TABLE preferences (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT NOT NULL);
"""
LABELS = (
    ("Family", "#188038"),
    ("Receipts", "#e37400"),
    ("Travel", "#1a73e8"),
    ("Work", "#9334e6"),
)


def tell_change(_phone: Phone, change: Change) -> CountedChange | None:
    """A mail that was sent, in words."""
    row = change.after
    if change.table != "mails" or row is None or row["folder"] != SENT:
        return None
    if change.before is not None and change.before["folder"] == SENT:
        return None
    return CountedChange("mail", "mails", f"to {row['recipients']} sent")


def unread_count(phone: Phone) -> int:
    """How many mails in the inbox were not read yet."""
    sql = "SELECT count(*) FROM mails WHERE folder = ? AND read = 0"
    return int(phone.databases[PATH].value(sql, INBOX))


def add_mail(
    database: Database,
    *,
    sender: str,
    address: str,
    subject: str,
    body: str,
    at_ms: int,
    folder: str = INBOX,
    recipients: str = "",
    cc: str = "",
    read: bool = True,
    starred: bool = False,
    thread: int = 0,
    quoted: str = "",
    reply_to: int = 0,
    forward_of: int = 0,
) -> int:
    """Put a mail into a folder; its id. Without a thread it starts one of its own.

    Without recipients it is to the owner of the phone.
    """
    mail = database.insert(
        "mails",
        thread=thread,
        folder=folder,
        sender=sender,
        address=address,
        recipients=recipients or preference(database, "address"),
        cc=cc,
        subject=subject,
        body=body,
        quoted=quoted,
        sent_at=at_ms,
        read=int(read),
        starred=int(starred),
        reply_to=reply_to,
        forward_of=forward_of,
    )
    if not thread:
        database.run("UPDATE mails SET thread = _id WHERE _id = ?", mail)
    return mail


def add_attachment(
    database: Database, mail: int, name: str, content: bytes, *, art: str = ""
) -> int:
    """Attach a file to a mail. `art` is the made-up picture that a photo shows."""
    database.run("UPDATE mails SET files = files + 1 WHERE _id = ?", mail)
    return database.insert(
        "attachments",
        mail=mail,
        name=name,
        mime_type=mimetypes.guess_type(name)[0] or "application/octet-stream",
        size=len(content),
        art=art,
        content=content,
    )


def add_letter(
    database: Database, letter: Letter, *, at_ms: int, folder: str = INBOX, read: bool = True
) -> int:
    """Put a made-up mail, with its attachments, into a folder; its id."""
    mail = add_mail(
        database,
        sender=letter.sender,
        address=letter.address,
        subject=letter.subject,
        body=letter.body,
        at_ms=at_ms,
        folder=folder,
        read=read,
    )
    for name, content in letter.files:
        art = letters.art_of(name, at_ms)
        add_attachment(database, mail, name, content.encode(), art=art)
    return mail


def add_subscription(database: Database, name: str, address: str) -> int:
    """Enter a mailing list the owner gets."""
    return database.insert("subscriptions", name=name, address=address)


def delete_mail(database: Database, mail: int) -> None:
    """Remove a mail for good."""
    database.run("DELETE FROM mails WHERE _id = ?", mail)
    database.run("DELETE FROM attachments WHERE mail = ?", mail)
    database.run("DELETE FROM mail_labels WHERE mail = ?", mail)


def preference(database: Database, name: str) -> str:
    """The value of a preference, or nothing."""
    return database.value("SELECT value FROM preferences WHERE name = ?", name) or ""


def set_preference(database: Database, name: str, value: str) -> None:
    """Set a preference."""
    database.run(
        "INSERT INTO preferences (name, value) VALUES (?, ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value,
    )


def seed(phone: Phone, world: World) -> None:
    """Some weeks of mail of all kinds."""
    database = phone.databases[PATH]
    rng = world.rng("mail")
    owner = world.owner
    set_preference(database, "name", owner.name)
    set_preference(database, "address", owner.email)
    set_preference(database, "signature", "")
    set_preference(database, "swipe", "Archive")
    set_preference(database, "notifications", "1")
    for name, color in LABELS:
        database.insert("labels", name=name, color=color)
    lists = rng.sample(letters.NEWSLETTERS, 6)
    for newsletter in lists:
        add_subscription(database, newsletter.name, newsletter.address)
    incoming: list[tuple[Letter, str]] = [
        *((letters.order(rng, rng.choice(letters.SHOPS)), INBOX) for _ in range(3)),
        *((letters.delivery(rng, rng.choice(letters.SHOPS)), ARCHIVE) for _ in range(3)),
        *((letters.stay(rng, rng.choice(letters.HOTELS)), INBOX) for _ in range(2)),
        *((letters.journey(rng), INBOX) for _ in range(2)),
        *((letters.bill(rng), folder) for folder in (INBOX, INBOX, ARCHIVE)),
        *((letters.issue(rng, newsletter), INBOX) for newsletter in lists),
        *((letters.issue(rng, newsletter), TRASH) for newsletter in lists[:2]),
        *((letters.notice(rng), INBOX) for _ in range(2)),
        *((letter, SPAM) for letter in rng.sample(letters.JUNK, 3)),
    ]
    rng.shuffle(incoming)
    for letter, folder in incoming:
        when = world.day(-rng.randint(1, 24), rng.randint(6, 22), rng.randint(0, 59))
        add_letter(database, letter, at_ms=millis(when), folder=folder, read=rng.random() < 0.6)
    topics = rng.sample(letters.TALKS, 11)
    for person, talk in zip(rng.sample(world.people, 11), topics, strict=True):
        _seed_talk(database, world, person, talk, answered=rng.random() < 0.4)
    for person, (subject, body) in zip(
        rng.sample(world.people, 2), rng.sample(letters.UNFINISHED, 2), strict=True
    ):
        add_mail(
            database,
            sender=owner.name,
            address=owner.email,
            recipients=person.email,
            subject=subject,
            body=body,
            at_ms=millis(world.day(-rng.randint(1, 6), rng.randint(9, 21))),
            folder=DRAFTS,
        )
    for label in range(1, len(LABELS) + 1):
        for mail in database.rows(
            "SELECT _id FROM mails WHERE folder IN ('inbox', 'archive') AND _id % 7 = ? LIMIT 3",
            label,
        ):
            database.insert("mail_labels", mail=mail["_id"], label=label)
    database.run("UPDATE mails SET starred = 1 WHERE folder = 'inbox' AND _id % 9 = 4")


def _seed_talk(
    database: Database, world: World, person: Person, talk: Sequence[str], *, answered: bool
) -> None:
    rng = world.rng(f"mail/{person.email}")
    subject, theirs, mine = talk
    when = world.day(-rng.randint(1, 20), rng.randint(7, 20), rng.randint(0, 59))
    greeting = f"Hi {world.owner.first},\n\n"
    mail = add_mail(
        database,
        sender=person.name,
        address=person.email,
        subject=subject,
        body=f"{greeting}{theirs}\n\n{person.first}",
        at_ms=millis(when),
        read=answered or rng.random() < 0.6,
    )
    if rng.random() < 0.2:
        name = f"photo-{rng.randint(100, 999)}.jpg"
        add_attachment(database, mail, name, b"\xff\xd8\xff\xe0", art=f"beach:{rng.randint(1, 60)}")
    if answered:
        add_mail(
            database,
            sender=world.owner.name,
            address=world.owner.email,
            recipients=person.email,
            subject=f"Re: {subject}",
            body=mine,
            quoted=f"{person.name} wrote:\n{greeting}{theirs}",
            at_ms=millis(when + timedelta(hours=2)),
            folder=SENT,
            thread=mail,
            reply_to=mail,
        )
