"""Mails to answer and to pass on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail import data, letters
from phoneworld.apps.mail.tasks.setup import (
    CODE,
    SOME_HOTELS,
    TEXTS,
    NoteTask,
    add_friend,
    add_recipient,
    put,
    put_note,
    read_by,
    search,
    two_notes,
)
from phoneworld.author import (
    Added,
    Contains,
    Enter,
    Expectation,
    ExpectedQuestion,
    Guess,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class ReplyMail(NoteTask):
    """An answer to the right one of somebody's mails."""

    template = "mail.reply"
    level = Level.MEDIUM
    goals = (
        "Reply to {name}'s mail about '{subject}': {text}",
        "Answer the mail '{subject}' from {name} with: {text}",
        "{name} sent me a mail called '{subject}'. Please write back: {text}",
    )

    text: str
    other_text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        notes = two_notes(scene)
        text, other = scene.rng.sample(TEXTS, 2)
        return cls(
            name=notes.name,
            subject=notes.subject,
            mail=notes.mail,
            other_subject=notes.other_subject,
            other_name=notes.other_name,
            text=text,
            other_text=other,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"folder": data.SENT, "reply_to": self.mail, "body": self.text}
        return [Added(data.PATH, "mails", wanted)]

    def script(self) -> Script:
        return (
            *self.open_note(),
            Tap("Reply"),
            Enter(self.text, into="Compose email"),
            Tap("Send", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            **self.other_notes(),
            "another text": Instead(text=self.other_text),
            "only a draft": Swap(Tap("Send", role="button"), Tap("Navigate up", role="button")),
        }


@dataclass(frozen=True)
class ForwardBooking(TaskType):
    """Of two bookings at a hotel, the one of so many nights is passed on."""

    template = "mail.forward"
    level = Level.HARD
    apps = ("Mail",)
    goals = (
        "Forward the booking confirmation from {hotel} for {nights} nights to {name}.",
        "I have two bookings at {hotel}. Please forward the one for {nights} nights to {name}.",
        "{name} needs our booking at {hotel}, the stay of {nights} nights. Forward that mail.",
    )

    hotel: str
    nights: int
    other_nights: int
    name: str
    address: str
    other_name: str
    mail: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        friend, other = add_friend(scene), add_friend(scene)
        hotel = rng.choice(SOME_HOTELS)
        nights = rng.sample(range(2, 9), 2)
        ids = [put(scene, letters.stay(rng, hotel, nights=count)) for count in nights]
        return cls(
            hotel=hotel.name,
            nights=nights[0],
            other_nights=nights[1],
            name=friend.name,
            address=friend.address,
            other_name=other.name,
            mail=ids[0],
        )

    def expect(self) -> list[Expectation]:
        wanted = {"folder": data.SENT, "forward_of": self.mail, "recipients": self.address}
        return [Added(data.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.follow(search(self.hotel))
        pilot.tap(self.hotel, role="item")
        if f"Nights: {self.nights}\n" not in pilot.reach("Nights: ").text:
            pilot.back()
            pilot.tap(self.hotel, role="item", nth=1)
        pilot.tap("Forward")
        pilot.follow(add_recipient(self.name))
        pilot.tap("Send", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other booking": Instead(nights=self.other_nights),
            "to somebody else": Instead(name=self.other_name),
        }


@dataclass(frozen=True)
class AnswerQuestion(TaskType):
    """What somebody asks by mail stands in another mail."""

    template = "mail.answer_question"
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

    name: str
    hotel: str
    arrival: str
    other_arrival: str
    code: str
    mail: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(
            name=friend.name,
            hotel=hotel.name,
            arrival=f"{days[0]} {month}",
            other_arrival=f"{days[1]} {month}",
            code=codes[0],
            mail=mail,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"folder": data.SENT, "reply_to": self.mail, "body": Contains(self.code)}
        return [Added(data.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.follow(search(self.hotel))
        pilot.tap(f"Booking confirmed: {self.arrival}")
        code = read_by(pilot, CODE, "Confirmation code")
        pilot.back()
        pilot.tap(self.name, role="item")
        pilot.tap("Reply")
        pilot.type(f"The code is {code}.", into="Compose email")
        pilot.tap("Send", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the code of the other stay": Instead(arrival=self.other_arrival),
            "only a draft": Swap(Tap("Send", role="button"), Tap("Navigate up", role="button")),
        }


@dataclass(frozen=True)
class AskWhomToMail(NoteTask):
    """Which of two namesakes a mail goes to must be asked."""

    template = "mail.ask_whom"
    level = Level.HARD
    goals = (
        "Forward the mail '{subject}' from {name} to {first}. Ask me if it is not clear who that is.",
        "Please pass {name}'s mail '{subject}' on to {first}; check with me if there are several.",
        "Send {first} the mail '{subject}' that {name} wrote. If I know more than one {first}, ask which.",
    )

    first: str
    meant: str
    address: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        notes = two_notes(scene)
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
        return cls(
            name=notes.name,
            subject=notes.subject,
            mail=notes.mail,
            other_subject=notes.other_subject,
            other_name=notes.other_name,
            first=first,
            meant=meant.name,
            address=meant.address,
            double=other,
        )

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        wanted = {"folder": data.SENT, "forward_of": self.mail, "recipients": self.address}
        return [ExpectedQuestion(), Added(data.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(self.open_note())
        pilot.tap("Forward")
        pilot.type(self.first, into="To")
        name = pilot.ask(f"Which {self.first} do you mean?")
        pilot.tap(name, role="item")
        pilot.tap("Send", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.double),
        }
