"""Mails to write: new ones, answers, mails passed on, drafts to finish."""

from __future__ import annotations

from phoneworld.apps.mail import data, letters
from phoneworld.apps.mail.tasks.finding import CODE, read_by, search
from phoneworld.apps.mail.tasks.scenery import (
    SOME_HOTELS,
    SUBJECTS,
    add_friend,
    mailbox,
    put,
    put_note,
    some_day_ms,
)
from phoneworld.apps.mail.tasks.sorting import open_note, other_notes, two_notes
from phoneworld.providers import media
from phoneworld.tasks.expect import Added, Asked, Changed, Expectation
from phoneworld.tasks.matching import Anything, Contains
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template

TEXTS = (
    "I will be there at half past six.",
    "Please send me the final numbers by Friday.",
    "Thanks, that works well for me.",
    "Can we move it to next week?",
    "The key is under the blue pot.",
    "I have booked the small room for us.",
    "No need to bring anything.",
    "I agree with all three points.",
)


def add_recipient(pilot: Pilot, name: str, *, into: str = "To") -> None:
    """Enter somebody of the address book as a recipient."""
    pilot.type(name, into=into)
    pilot.tap(name, role="item")


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


class ReplyMail(Template):
    """An answer to the right one of somebody's mails."""

    name = "mail.reply"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Reply to {name}'s mail about '{subject}': {text}",
        "Answer the mail '{subject}' from {name} with: {text}",
        "{name} sent me a mail called '{subject}'. Please write back: {text}",
    )

    def setup(self, scene: Scene) -> Params:
        v = two_notes(scene)
        v["text"], v["other_text"] = scene.rng.sample(TEXTS, 2)
        return v

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"folder": data.SENT, "reply_to": v["mail"], "body": v["text"]}
        return [Added(data.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_note(pilot, v)
        pilot.tap("Reply")
        pilot.type(v["text"], into="Compose email")
        pilot.tap("Navigate up" if v.get("leave") else "Send", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            **other_notes(v),
            "another text": {"text": v["other_text"]},
            "only a draft": {"leave": True},
        }


class ForwardBooking(Template):
    """Of two bookings at a hotel, the one of so many nights is passed on."""

    name = "mail.forward"
    level = Level.HARD
    apps = ("Mail",)
    goals = (
        "Forward the booking confirmation from {hotel} for {nights} nights to {name}.",
        "I have two bookings at {hotel}. Please forward the one for {nights} nights to {name}.",
        "{name} needs our booking at {hotel}, the stay of {nights} nights. Forward that mail.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        friend, other = add_friend(scene), add_friend(scene)
        hotel = rng.choice(SOME_HOTELS)
        nights = rng.sample(range(2, 9), 2)
        ids = [put(scene, letters.stay(rng, hotel, nights=count)) for count in nights]
        return {
            "hotel": hotel.name,
            "nights": nights[0],
            "other_nights": nights[1],
            "name": friend.name,
            "address": friend.address,
            "other_name": other.name,
            "mail": ids[0],
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"folder": data.SENT, "forward_of": v["mail"], "recipients": v["address"]}
        return [Added(data.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        search(pilot, v["hotel"])
        pilot.tap(v["hotel"], role="item")
        if not pilot.shows(f"Nights: {v['nights']}"):
            pilot.back()
            pilot.tap(v["hotel"], role="item", nth=1)
        pilot.tap("Forward")
        add_recipient(pilot, v["name"])
        pilot.tap("Send", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other booking": {"nights": v["other_nights"]},
            "to somebody else": {"name": v["other_name"]},
        }


class AnswerQuestion(Template):
    """What somebody asks by mail stands in another mail."""

    name = "mail.answer_question"
    level = Level.HARD
    apps = ("Mail",)
    hidden = ("code",)
    goals = (
        (
            "{name} asks me by mail for the confirmation code of our stay at {hotel}, arrival {arrival}. "
            "Reply with it."
        ),
        "Answer {name}'s mail about our hotel: send the confirmation code of {hotel} for {arrival}.",
        "Look up the code of my {hotel} booking ({arrival}) and reply with it to the mail {name} sent me.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        friend = add_friend(scene)
        hotel = rng.choice(SOME_HOTELS)
        days = rng.sample(range(1, 29), 2)
        month = rng.choice(("June", "July", "August"))
        codes = [letters.code(rng), letters.code(rng)]
        for day, code in zip(days, codes, strict=True):
            put(scene, letters.stay(rng, hotel, booking=code, arrival=f"{day} {month}"))
        mail = put_note(
            scene,
            friend,
            rng.choice(("Our hotel", "The hotel booking", "Check-in code")),
            f"Which code do I need to check in at {hotel.name}? I cannot find it anywhere.",
        )
        return {
            "name": friend.name,
            "hotel": hotel.name,
            "arrival": f"{days[0]} {month}",
            "other_arrival": f"{days[1]} {month}",
            "code": codes[0],
            "mail": mail,
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"folder": data.SENT, "reply_to": v["mail"], "body": Contains(v["code"])}
        return [Added(data.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        search(pilot, v["hotel"])
        pilot.tap(f"Booking confirmed: {v['arrival']}")
        code = read_by(pilot, CODE, "Confirmation code")
        pilot.back()
        pilot.tap(v["name"], role="item")
        pilot.tap("Reply")
        pilot.type(f"The code is {code}.", into="Compose email")
        pilot.tap("Navigate up" if v.get("leave") else "Send", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the code of the other stay": {"arrival": v["other_arrival"]},
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


class AskWhom(Template):
    """Which of two namesakes a mail goes to must be asked."""

    name = "mail.ask_whom"
    level = Level.HARD
    apps = ("Mail",)
    goals = (
        "Forward the mail '{subject}' from {name} to {first}. Ask me if it is not clear who that is.",
        "Please pass {name}'s mail '{subject}' on to {first}; check with me if there are several.",
        "Send {first} the mail '{subject}' that {name} wrote. If I know more than one {first}, ask which.",
    )

    def setup(self, scene: Scene) -> Params:
        v = two_notes(scene)
        names = [
            row["display_name"] for row in scene.phone.contacts.rows("SELECT * FROM raw_contacts")
        ]
        first = add_friend(scene).first
        while any(name.startswith(f"{first} ") for name in names):
            first = add_friend(scene).first
        # `add_friend` has already entered one of that name; this is the other.
        meant = add_friend(scene, first=first)
        other = scene.phone.contacts.value(
            "SELECT display_name FROM raw_contacts WHERE display_name LIKE ? AND display_name <> ?",
            f"{first} %",
            meant.name,
        )
        v.update(first=first, meant=meant.name, address=meant.address, double=other)
        return v

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"folder": data.SENT, "forward_of": v["mail"], "recipients": v["address"]}
        return [Asked(), Added(data.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_note(pilot, v)
        pilot.tap("Forward")
        pilot.type(v["first"], into="To")
        name = v.get("guess") or pilot.ask(f"Which {v['first']} do you mean?")
        pilot.tap(name, role="item")
        pilot.tap("Send", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["double"]},
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


TASKS = (
    SendMail(),
    ReplyMail(),
    ForwardBooking(),
    AnswerQuestion(),
    SendFile(),
    FinishDraft(),
    AskWhom(),
    SetSignature(),
)
