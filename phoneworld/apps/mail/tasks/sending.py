"""Mails to write, drafts to finish, and the signature."""

from __future__ import annotations

from phoneworld.apps.mail import data
from phoneworld.apps.mail.tasks.answering import TEXTS, add_recipient
from phoneworld.apps.mail.tasks.scenery import SUBJECTS, add_friend, mailbox, some_day_ms
from phoneworld.providers import media
from phoneworld.tasks.expect import Added, Changed, Expectation
from phoneworld.tasks.matching import Anything
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template


class SendMail(Template):
    """A new mail to somebody in the address book, who has a namesake there."""

    name = "mail.send"
    level = Level.MEDIUM
    apps = ("Mail",)
    hidden = ("address",)
    goals = (
        "Write a mail to {name} with the subject '{subject}': {text}",
        "Send {name} an email. Subject: {subject}. Text: {text}",
        "Please mail {name}. It is about '{subject}', and the message is: {text}",
    )

    def setup(self, scene: Scene) -> Params:
        friend = add_friend(scene)
        double = add_friend(scene, first=friend.first)
        text, other = scene.rng.sample(TEXTS, 2)
        return {
            "name": friend.name,
            "address": friend.address,
            "double": double.name,
            "subject": scene.rng.choice(SUBJECTS),
            "text": text,
            "other_text": other,
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {
            "folder": data.SENT,
            "recipients": v["address"],
            "cc": "",
            "subject": v["subject"],
            "body": v["text"],
        }
        return [Added(data.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        pilot.tap("Compose")
        add_recipient(pilot, v["name"])
        pilot.type(v["subject"], into="Subject")
        pilot.type(v["text"], into="Compose email")
        pilot.tap("Navigate up" if v.get("leave") else "Send", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the namesake": {"name": v["double"]},
            "another text": {"text": v["other_text"]},
            "only a draft": {"leave": True},
        }


class SendFile(Template):
    """A file of the phone goes to one person, with a copy to another."""

    name = "mail.send_file"
    level = Level.HARD
    apps = ("Mail",)
    goals = (
        "Mail the file {file} from my downloads to {name}, with a copy (cc) to {copy}. Subject: {subject}.",
        (
            "Send {name} an email called '{subject}' with {file} from the Download folder attached, and put "
            "{copy} in cc."
        ),
        "I want {name} to have {file} (it is in Download). Mail it with the subject '{subject}', cc {copy}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        friend, copy = add_friend(scene), add_friend(scene)
        stem = rng.choice(("budget", "floorplan", "minutes", "offer", "schedule", "survey"))
        one, other = rng.sample(range(1, 9), 2)
        for number in (one, other):
            media.add_file(
                scene.phone.files,
                f"/sdcard/Download/{stem}-v{number}.pdf",
                f"{stem.title()}\nVersion {number}\n".encode(),
                date_ms=some_day_ms(scene),
            )
        return {
            "file": f"{stem}-v{one}.pdf",
            "other_file": f"{stem}-v{other}.pdf",
            "name": friend.name,
            "address": friend.address,
            "copy": copy.name,
            "copy_address": copy.address,
            "subject": rng.choice(SUBJECTS),
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {
            "folder": data.SENT,
            "recipients": v["address"],
            "cc": v["copy_address"],
            "subject": v["subject"],
        }
        return [
            Added(data.PATH, "mails", wanted),
            Added(data.PATH, "attachments", {"name": v["file"]}),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        pilot.tap("Compose")
        add_recipient(pilot, v["name"])
        if not v.get("no_copy"):
            add_recipient(pilot, v["copy"], into="Cc")
        pilot.type(v["subject"], into="Subject")
        if not v.get("no_file"):
            pilot.tap("Attach file")
            pilot.tap("Download", role="item")
            pilot.tap(v["file"], role="item")
        pilot.tap("Send", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another version": {"file": v["other_file"]},
            "nothing attached": {"no_file": True},
            "no copy": {"no_copy": True},
            "the two swapped": {"name": v["copy"], "copy": v["name"]},
        }


class FinishDraft(Template):
    """A draft gets another subject and goes out."""

    name = "mail.finish_draft"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Change the subject of my draft '{old}' to '{subject}' and send it.",
        "There is a draft called '{old}'. Give it the subject '{subject}', then send it off.",
        "Send my draft '{old}', but with the subject '{subject}' instead.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        friend = add_friend(scene)
        old, other, subject = rng.sample(SUBJECTS, 3)
        ids = [
            data.add_mail(
                mailbox(scene),
                sender=scene.world.owner.name,
                address=scene.world.owner.email,
                recipients=friend.address,
                subject=title,
                body=rng.choice(TEXTS),
                at_ms=some_day_ms(scene),
                folder=data.DRAFTS,
            )
            for title in (old, other)
        ]
        return {"old": old, "other": other, "subject": subject, "mail": ids[0]}

    def expect(self, v: Params) -> list[Expectation]:
        to = {"folder": data.SENT, "subject": v["subject"], "sent_at": Anything()}
        return [Changed(data.PATH, "mails", {"_id": v["mail"]}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        pilot.tap("Open navigation drawer")
        pilot.tap("Drafts")
        pilot.tap(v["old"], role="item")
        if not v.get("keep_subject"):
            pilot.type(v["subject"], into="Subject", clear=True)
        pilot.tap("Navigate up" if v.get("leave") else "Send", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other draft": {"old": v["other"]},
            "sent as it was": {"keep_subject": True},
            "not sent": {"leave": True},
        }


class SetSignature(Template):
    """What stands below every new mail."""

    name = "mail.set_signature"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Set my mail signature to '{signature}'.",
        "From now on my mails should end with '{signature}'. Set that as the signature.",
        "Change the signature in the mail app: {signature}",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        owner = scene.world.owner
        greetings = ("Best wishes", "Kind regards", "Warmly", "Cheers", "All the best")
        one, other = rng.sample(greetings, 2)
        ending = rng.choice((owner.first, owner.name, f"{owner.first}, {owner.phone}"))
        return {"signature": f"{one}, {ending}", "other": f"{other}, {ending}"}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(data.PATH, "preferences", {"name": "signature"}, {"value": v["signature"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        pilot.tap("Open navigation drawer")
        pilot.tap("Settings")
        pilot.tap("Your name" if v.get("as_name") else "Signature")
        pilot.type(v["signature"], clear=True)
        pilot.tap("OK")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another greeting": {"signature": v["other"]},
            "the name instead": {"as_name": True},
        }


TASKS = (SendMail(), SendFile(), FinishDraft(), SetSignature())
