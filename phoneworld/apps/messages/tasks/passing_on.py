"""Tasks that pass on to somebody what another wrote."""

from __future__ import annotations

from phoneworld.apps.contacts.cast import known_namesakes
from phoneworld.apps.messages.data import receive
from phoneworld.apps.messages.tasks.words import (
    DAYS,
    QUESTIONS,
    say_something,
    sent,
    texts_of,
)
from phoneworld.tasks.expect import Expectation
from phoneworld.tasks.matching import Contains
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import make_address, millis


class ForwardAddress(Template):
    """A message that somebody wrote is passed on; the same person wrote another like it."""

    name = "messages.forward_address"
    level = Level.HARD
    apps = ("Messages",)
    hidden = ("address",)
    goals = (
        "{sender} texted me the address of the {event}. Forward it to {name}.",
        "Send {name} the address of the {event}; it is in my chat with {sender}.",
        "{name} needs to know where the {event} is. {sender} wrote me the address, pass it on by text.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "sender": sender.name,
            "event": event,
            "name": one.name,
            "number": one.phone,
            "address": address,
            "other": other,
            "double": double.name,
            "wrong": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [sent(v["number"], Contains(v["address"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Messages")
        pilot.tap(v["sender"], role="item")
        pilot.hold(f"The {v['event']} is at")
        pilot.tap("Forward")
        pilot.type(v["name"], into="To: name or phone number")
        pilot.tap(v["name"], role="item")
        if not v.get("skip_send"):
            pilot.tap("Send")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other address": {"event": v["other"]},
            "the other of that first name": {"name": v["double"]},
            "not sent": {"skip_send": True},
        }


class CopyToChat(Template):
    """A text is copied from one conversation and pasted into another."""

    name = "messages.copy_to_chat"
    level = Level.HARD
    apps = ("Messages",)
    hidden = ("body",)
    goals = (
        "Copy the latest message from {service} and paste it into my chat with {name}, exactly as it is.",
        "Send {name} the exact text of the last message I got from {service}.",
        "{name} wants to see what {service} texted me last. Send them a word-for-word copy.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "service": service,
            "name": one.name,
            "number": one.phone,
            "body": bodies[1],
            "double": double.name,
            "nth": -1,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [sent(v["number"], v["body"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Messages")
        pilot.tap(v["service"], role="item")
        nth: int = v["nth"]
        pilot.hold(texts_of(pilot)[nth])
        pilot.tap("Copy text")
        pilot.back()
        pilot.tap(v["name"], role="item")
        pilot.hold("Text message", role="field")
        pilot.tap("Paste")
        pilot.tap("Send")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the message before": {"nth": -2},
            "the other of that first name": {"name": v["double"]},
        }
