"""How to reach people: a name, number or address of one app is used in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import (
    COMPANIES,
    fresh_number,
    known_namesakes,
    namesakes,
    near_number,
)
from phoneworld.apps.mail.tasks.setup import SUBJECTS, TEXTS
from phoneworld.apps.messages.data import receive
from phoneworld.apps.messages.tasks.setup import say_something, sent, write
from phoneworld.apps.phone.data import add_call
from phoneworld.apps.phone.tasks.setup import called
from phoneworld.author import (
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import NUMBER, extract
from phoneworld.cross_app.outcomes import mailed
from phoneworld.cross_app.setup import letter, note_it, talk
from phoneworld.cross_app.shared_steps import open_chat, open_mail
from phoneworld.providers import contacts
from phoneworld.providers.contacts import INCOMING, MISSED
from phoneworld.world import millis


@dataclass(frozen=True)
class CallTexter(TaskType):
    """Who wrote a message is called from it."""

    template = "cross.call_texter"
    kind = Kind.CROSS
    apps = ("Messages", "Phone")
    hidden = ("name",)
    goals = (
        "Somebody has just texted me about {topic}. Call them.",
        "Ring the person who sent me a message about {topic} this morning.",
        "Please phone whoever wrote to me about {topic} today.",
    )
    TOPICS = (
        "the keys",
        "the puppy",
        "the spare room",
        "the raffle",
        "the fuse box",
        "the scooter",
    )

    topic: str
    name: str
    number: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 3)
        topics = rng.sample(cls.TOPICS, 3)
        order = list(zip(people, topics, strict=True))
        for minute, (person, topic) in enumerate(rng.sample(order, 3)):
            receive(
                scene.phone,
                person.phone,
                rng.choice(
                    ("Can we talk about {}?", "It is about {}.", "I have news of {}.")
                ).format(topic),
                date_ms=millis(scene.world.day(0, 8, 7 + 11 * minute)),
                read=False,
            )
        return cls(topic=topics[0], name=people[0].name, number=people[0].phone, other=topics[1])

    def expect(self) -> list[Expectation]:
        return [called(self.number)]

    def script(self) -> Script:
        return (Open("Messages"), Tap(self.topic, role="item"), Tap("Call", role="button"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another message": Instead(topic=self.other)}


@dataclass(frozen=True)
class CallerCompany(TaskType):
    """The call log tells who called, the address book where they work."""

    template = "cross.caller_company"
    kind = Kind.CROSS
    apps = ("Phone", "Contacts")
    hidden = ("name", "company")
    goals = (
        "Which company does the person work for who called me today at {time}?",
        "Somebody rang me at {time} this morning. Where do they work, according to my contacts?",
        "Find out who called at {time} today and tell me the company that is saved for them.",
    )

    time: str
    name: str
    company: str
    other: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = namesakes(scene, 3)
        companies = rng.sample(COMPANIES, 3)
        times = [f"0{hour}:{rng.randint(0, 59):02d}" for hour in rng.sample((6, 7, 8), 3)]
        for person, company, time in zip(people, companies, times, strict=True):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, company=company
            )
            hour, minute = map(int, time.split(":"))
            add_call(
                scene.phone.calls,
                person.phone,
                kind=INCOMING,
                date_ms=millis(scene.world.day(0, hour, minute)),
                duration_s=rng.randint(20, 900),
                name=person.name,
            )
        return cls(
            time=times[0],
            name=people[0].name,
            company=companies[0],
            other=times[1],
            wrong=tuple(companies[1:]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.company, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Phone")
        pilot.tap(f"Today, {self.time}")
        pilot.tap("View contact")
        pilot.say(pilot.read("company"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another caller": Instead(time=self.other),
            "only the name": Swap(Say, Say(self.name)),
        }


@dataclass(frozen=True)
class CallPersonInNote(TaskType):
    """A note says whom to call; a namesake of theirs is in the address book."""

    template = "cross.call_person_in_note"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Notes", "Phone")
    hidden = ("who",)
    goals = (
        'My note "{note}" says who our {craft} is. Call that person.',
        'I need the {craft}. Look up in the note "{note}" who that is, and phone them.',
        'Ring the {craft} from my note "{note}", please.',
    )

    note: str
    craft: str
    who: str
    number: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        crafts = rng.sample(("plumber", "tailor", "gardener", "piano tuner", "painter"), 3)
        friend = rng.choice(scene.world.people)
        lines = [
            f"{craft.capitalize()}: {name}"
            for craft, name in zip(crafts, (one.name, double.name, friend.name), strict=True)
        ]
        note = rng.choice(("Useful people", "For the house", "Good helpers"))
        note_it(scene, note, "\n".join(rng.sample(lines, 3)))
        return cls(note=note, craft=crafts[0], who=one.name, number=one.phone, other=crafts[1])

    def expect(self) -> list[Expectation]:
        return [called(self.number)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.note, role="item")
        craft = f"{self.craft.capitalize()}: "
        name = extract(pilot, f"{craft}(.*)", craft)[1]
        pilot.open("Phone")
        pilot.type(name, into="Search contacts")
        pilot.tap(f"Call {name}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the namesake": Instead(craft=self.other)}


@dataclass(frozen=True)
class TextMissedCaller(TaskType):
    """Who called is in the call log; they get a message."""

    template = "cross.text_missed_caller"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Phone", "Messages")
    hidden = ("name",)
    goals = (
        'I missed a call today at {time}. Text the caller: "{text}"',
        'Somebody rang at {time} this morning and I could not answer. Send them this message: "{text}"',
        'Write a text message to whoever tried to call me at {time} today, saying "{text}".',
    )

    time: str
    text: str
    name: str
    number: str
    other: str
    answered: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        people = rng.sample(scene.world.people, 3)
        minutes = rng.sample(range(60), 3)
        times = [f"0{hour}:{minute:02d}" for hour, minute in zip((8, 7, 8), minutes, strict=True)]
        for person, time, kind in zip(people, times, (MISSED, MISSED, INCOMING), strict=True):
            hour, minute = map(int, time.split(":"))
            add_call(
                scene.phone.calls,
                person.phone,
                kind=kind,
                date_ms=millis(scene.world.day(0, hour, minute)),
                duration_s=0 if kind == MISSED else rng.randint(20, 600),
                name=person.name,
            )
        return cls(
            time=times[0],
            text=say_something(rng),
            name=people[0].name,
            number=people[0].phone,
            other=times[1],
            answered=times[2],
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, self.text)]

    def script(self) -> Script:
        return (
            Open("Phone"),
            Tap(f"Today, {self.time}"),
            Tap("Message", role="button"),
            *write(self.text),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another missed call": Instead(time=self.other),
            "a call that was answered": Instead(time=self.answered),
        }


@dataclass(frozen=True)
class CallNumberInMail(TaskType):
    """A mail names two numbers; the one for a certain matter is called."""

    template = "cross.call_number_in_mail"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Mail", "Phone")
    hidden = ("number",)
    goals = (
        "Call the number for {matter} that {firm} has sent me by mail.",
        "{firm} mailed me their phone numbers. Ring the one for {matter}.",
        "I have a question about {matter}. Phone {firm}; which number to use is in their mail.",
    )

    firm: str
    matter: str
    number: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        firm, address = rng.choice(
            (
                ("Bright Windows", "hello@brightwindows.example"),
                ("Tall Pines Camp", "desk@tallpines.example"),
                ("Rowan Dental", "front@rowandental.example"),
                ("Ferry Point", "office@ferrypoint.example"),
            )
        )
        matter, other = rng.sample(("invoices", "appointments", "complaints", "deliveries"), 2)
        number = fresh_number(scene)
        similar = near_number(scene, number)
        lines = [f"{what.capitalize()}: {each}" for what, each in ((matter, number), (other, similar))]  # fmt: skip
        letter(
            scene,
            firm,
            address,
            "How to reach us",
            "From now on there is a line of its own for each matter.",
            "\n".join(rng.sample(lines, 2)),
            days_ago=rng.randint(1, 9),
        )
        return cls(firm=firm, matter=matter, number=number, other=other)

    def expect(self) -> list[Expectation]:
        return [called(self.number)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(self.firm, "How to reach us"))
        number = extract(pilot, rf"{self.matter.capitalize()}: ({NUMBER})", ": +1")[1]
        pilot.open("Phone")
        pilot.tap("Dial pad")
        pilot.type(number, into="Phone number")
        pilot.tap("Call", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other number": Instead(matter=self.other)}


@dataclass(frozen=True)
class MailTextedAddress(TaskType):
    """A mail goes to the address that was texted, not to the one in the address book."""

    template = "cross.mail_texted_address"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Messages", "Mail")
    hidden = ("address",)
    goals = (
        "{name} texted me a new email address. Send a mail there with the subject '{subject}': {text}",
        "Write a mail to the new address that {name} sent me in a text message. Subject: {subject}. Text: {text}",
        "Please mail {name} about '{subject}', but use the email address from our chat, the saved one is out of date. The mail should say: {text}",
    )

    name: str
    subject: str
    text: str
    address: str
    double: str
    other_text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = namesakes(scene)
        for person in (double, one):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, email=person.email
            )
        houses = rng.sample(("birchmail", "postbox", "letterly", "inkwell"), 2)
        address, theirs = (
            f"{person.first.lower()}{rng.randint(10, 99)}@{house}.example"
            for person, house in zip((one, double), houses, strict=True)
        )
        talk(scene, double.phone, f"My new email address is {theirs}", hour=7)
        talk(
            scene, one.phone, "I have changed providers.", f"Please write to {address} from now on"
        )
        text, other = rng.sample(TEXTS, 2)
        return cls(
            name=one.name,
            subject=rng.choice(SUBJECTS),
            text=text,
            address=address,
            double=double.name,
            other_text=other,
        )

    def expect(self) -> list[Expectation]:
        return [mailed(self.address, self.text, self.subject)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        address = extract(pilot, r"\S+@\S+", "@")[0]
        pilot.open("Mail")
        pilot.tap("Compose")
        pilot.type(address, into="To")
        pilot.type(self.subject, into="Subject")
        pilot.type(self.text, into="Compose email")
        pilot.tap("Send", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the address that was saved": Swap(
                Enter(self.address, into="To"),
                Enter(self.name, into="To"),
                Tap(self.name, role="item"),
            ),
            "the namesake's": Instead(name=self.double),
            "another text": Instead(text=self.other_text),
        }


TASKS = templates_of(
    CallTexter,
    CallerCompany,
    CallPersonInNote,
    TextMissedCaller,
    CallNumberInMail,
    MailTextedAddress,
)
