"""Mails to answer and to pass on."""

from __future__ import annotations

from phoneworld.apps.mail import data, letters
from phoneworld.apps.mail.tasks.finding import CODE, read_by, search
from phoneworld.apps.mail.tasks.scenery import (
    SOME_HOTELS,
    add_friend,
    put,
    put_note,
)
from phoneworld.apps.mail.tasks.sorting import open_note, other_notes, two_notes
from phoneworld.tasks.expect import Added, Asked, Expectation
from phoneworld.tasks.matching import Contains
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
        if f"Nights: {v['nights']}\n" not in pilot.reach("Nights: ").text:
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


TASKS = (ReplyMail(), ForwardBooking(), AnswerQuestion(), AskWhom())
