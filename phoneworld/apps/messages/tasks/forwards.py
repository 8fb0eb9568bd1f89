"""Tasks that pass on to somebody what another wrote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.messages.data import receive
from phoneworld.apps.messages.tasks.setup import DAYS, QUESTIONS, say_something, sent, texts_of
from phoneworld.author import (
    Contains,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.world import make_address, millis


@dataclass(frozen=True)
class ForwardTextedAddress(TaskType):
    """A message that somebody wrote is passed on; the same person wrote another like it."""

    template = "messages.forward_address"
    level = Level.HARD
    apps = ("Messages",)
    hidden = ("address",)
    goals = (
        "{sender} texted me the address of the {event}. Forward it to {name}.",
        "Send {name} the address of the {event}; it is in my chat with {sender}.",
        "{name} needs to know where the {event} is. {sender} wrote me the address, pass it on by text.",
    )

    sender: str
    event: str
    name: str
    number: str
    address: str
    other: str
    double: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        sender = rng.choice(scene.world.people)
        event, other = rng.sample(
            ("birthday party", "workshop", "picnic", "house viewing", "rehearsal", "barbecue"), 2
        )
        address, wrong = make_address(rng), make_address(rng)
        while wrong == address:
            wrong = make_address(rng)
        lines = [f"The {event} is at {address}.", f"The {other} is at {wrong}."]
        rng.shuffle(lines)
        for minute, line in enumerate([*lines, "See you there!"]):
            receive(
                scene.phone,
                sender.phone,
                line,
                date_ms=millis(scene.world.day(0, 8, 10 + 3 * minute)),
            )
        return cls(
            sender=sender.name,
            event=event,
            name=one.name,
            number=one.phone,
            address=address,
            other=other,
            double=double.name,
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, Contains(self.address))]

    def script(self) -> Script:
        return (
            Open("Messages"),
            Tap(self.sender, role="item"),
            Hold(f"The {self.event} is at"),
            Tap("Forward"),
            Enter(self.name, into="To: name or phone number"),
            Tap(self.name, role="item"),
            Tap("Send"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other address": Instead(event=self.other),
            "the other of that first name": Instead(name=self.double),
        }


@dataclass(frozen=True)
class CopyToChat(TaskType):
    """A text is copied from one conversation and pasted into another."""

    template = "messages.copy_to_chat"
    level = Level.HARD
    apps = ("Messages",)
    hidden = ("body",)
    goals = (
        "Copy the latest message from {service} and paste it into my chat with {name}, exactly as it is.",
        "Send {name} the exact text of the last message I got from {service}.",
        "{name} wants to see what {service} texted me last. Send them a word-for-word copy.",
    )

    service: str
    name: str
    number: str
    body: str
    before: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        service = rng.choice(("Blue Ferry", "Alpine Hostel", "Sky Airways", "Rail Direct"))
        refs = [f"{rng.choice('KLMNPQR')}{rng.randint(10000, 99999)}" for _ in range(2)]
        bodies = [
            f"Booking {ref}: be at gate {rng.randint(1, 40)} on {rng.choice(DAYS)} by "
            f"{rng.randint(8, 19)}:{rng.choice(('10', '25', '40'))}."
            for ref in refs
        ]
        for hour, body in zip((6, 8), bodies, strict=True):
            at = scene.world.day(0, hour, rng.randint(0, 59))
            receive(scene.phone, service, body, date_ms=millis(at))
        for minute, person in enumerate((double, one)):
            at = scene.world.day(0, 7, minute)
            receive(scene.phone, person.phone, say_something(rng, QUESTIONS), date_ms=millis(at))
        return cls(
            service=service,
            name=one.name,
            number=one.phone,
            body=bodies[1],
            before=bodies[0],
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, self.body)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Messages")
        pilot.tap(self.service, role="item")
        pilot.hold(texts_of(pilot)[-1])
        pilot.tap("Copy text")
        pilot.back()
        pilot.tap(self.name, role="item")
        pilot.hold("Text message", role="field")
        pilot.tap("Paste")
        pilot.tap("Send")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the message before": Swap(Hold(self.body), Hold(self.before)),
            "the other of that first name": Instead(name=self.double),
        }
