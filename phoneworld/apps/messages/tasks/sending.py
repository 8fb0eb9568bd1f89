"""Tasks that write to somebody."""

from __future__ import annotations

from phoneworld.apps.contacts.cast import fresh_number, known_namesakes, near_number
from phoneworld.apps.messages.data import receive
from phoneworld.apps.messages.tasks.words import (
    DAYS,
    QUESTIONS,
    say_something,
    sent,
    something_else,
    write,
)
from phoneworld.tasks.expect import Asked, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import millis


class Reply(Template):
    """An answer in a conversation that is there; a namesake has written too."""

    name = "messages.reply"
    apps = ("Messages",)
    goals = (
        'Reply to {name}: "{text}"',
        'Answer the text message from {name} with "{text}".',
        '{name} has texted me. Please write back: "{text}"',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        one, double = known_namesakes(scene)
        pair = [one, double]
        rng.shuffle(pair)
        for hour, person in zip((7, 8), pair, strict=True):
            receive(
                scene.phone,
                person.phone,
                say_something(rng, QUESTIONS),
                date_ms=millis(scene.world.day(0, hour, rng.randint(0, 59))),
                read=False,
            )
        text = say_something(rng)
        return {
            "name": one.name,
            "number": one.phone,
            "text": text,
            "double": double.name,
            "other": something_else(rng, text),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [sent(v["number"], v["text"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Messages")
        pilot.tap(v["name"], role="item")
        write(pilot, v["text"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other of that first name": {"name": v["double"]},
            "another text": {"text": v["other"]},
        }


class Compose(Template):
    """The first message to a contact."""

    name = "messages.compose"
    level = Level.MEDIUM
    apps = ("Messages",)
    goals = (
        'Text {name}: "{text}"',
        'Send a message to {name} that says "{text}".',
        'Write "{text}" to my contact {name}.',
    )

    def setup(self, scene: Scene) -> Params:
        one, double = known_namesakes(scene)
        text = say_something(scene.rng)
        return {"name": one.name, "number": one.phone, "text": text, "double": double.name}

    def expect(self, v: Params) -> list[Expectation]:
        return [sent(v["number"], v["text"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Messages")
        pilot.tap("Start chat")
        pilot.type(v["name"], into="To: name or phone number")
        pilot.tap(v["name"], role="item")
        if v.get("only_type"):
            pilot.type(v["text"], into="Text message")
        else:
            write(pilot, v["text"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other of that first name": {"name": v["double"]},
            "typed but not sent": {"only_type": True},
        }


class ToNumber(Template):
    """A message to a number that is in no address book."""

    name = "messages.to_number"
    level = Level.MEDIUM
    apps = ("Messages",)
    goals = (
        'Send "{text}" to {number}.',
        'Text the number {number}: "{text}"',
        'Please write to {number}, who is not in my contacts: "{text}"',
    )

    def setup(self, scene: Scene) -> Params:
        number = fresh_number(scene)
        text = say_something(scene.rng)
        slip = near_number(scene, number)
        receive(
            scene.phone,
            slip,
            say_something(scene.rng, QUESTIONS),
            date_ms=millis(scene.world.day(0, 7, 30)),
        )
        return {
            "number": number,
            "text": text,
            "slip": slip,
            "other": something_else(scene.rng, text),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [sent(v["number"], v["text"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Messages")
        pilot.tap("Start chat")
        pilot.type(v["number"], into="To: name or phone number")
        pilot.tap(f"Send to {v['number']}")
        write(pilot, v["text"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the similar number": {"number": v["slip"]}, "another text": {"text": v["other"]}}


class AnswerNotification(Template):
    """A message that a notification tells of is answered; another notification misleads."""

    name = "messages.answer_notification"
    level = Level.MEDIUM
    apps = ("Messages",)
    hidden = ("name",)
    goals = (
        'There is a notification with a message about {topic}. Reply to it: "{text}"',
        'Somebody asks me about {topic}, see the notifications. Answer "{text}".',
        'Open the new message about {topic} from the notification shade and write back "{text}".',
    )
    TOPICS = (
        ("the train", "Have you booked the train for {day} yet?"),
        ("the cake", "Shall I order the cake for {day}?"),
        ("the keys", "Do you still have the keys? I need them on {day}."),
        ("the garden", "Could you look after the garden until {day}?"),
        ("the tickets", "Should I print the tickets for {day}?"),
        ("the tent", "Can we borrow the tent until {day}?"),
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        people = rng.sample(scene.world.people, 2)
        subjects = rng.sample(self.TOPICS, 2)
        pairs = list(zip(people, subjects, strict=True))
        rng.shuffle(pairs)
        for minute, (person, (_, text)) in zip((31, 37), pairs, strict=True):
            receive(
                scene.phone,
                person.phone,
                text.format(day=rng.choice(DAYS)),
                date_ms=millis(scene.world.day(0, 9, minute)),
                read=False,
                notify=person.name,
            )
        text = say_something(rng)
        return {
            "topic": subjects[0][0],
            "text": text,
            "name": people[0].name,
            "number": people[0].phone,
            "other": subjects[1][0],
            "other_text": something_else(rng, text),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [sent(v["number"], v["text"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open_shade()
        pilot.tap(v["topic"])
        write(pilot, v["text"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other notification": {"topic": v["other"]},
            "another text": {"text": v["other_text"]},
        }


class TellBoth(Template):
    """The same text to two people; a namesake of one is not meant."""

    name = "messages.tell_both"
    level = Level.HARD
    apps = ("Messages",)
    goals = (
        'Text both {one} and {two}: "{text}"',
        'Send "{text}" to {one}, and the same to {two}, each in their own chat.',
        '{one} and {two} should both know: "{text}". Please send each of them a message.',
    )

    def setup(self, scene: Scene) -> Params:
        one, double = known_namesakes(scene)
        two = scene.rng.choice(scene.world.people)
        return {
            "one": one.name,
            "two": two.name,
            "text": say_something(scene.rng),
            "numbers": [one.phone, two.phone],
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [sent(number, v["text"]) for number in v["numbers"]]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Messages")
        for name in (v["one"], v["two"]):
            if not name:
                continue
            pilot.tap("Start chat")
            pilot.type(name, into="To: name or phone number")
            pilot.tap(name, role="item")
            write(pilot, v["text"])
            if name == v["one"]:
                pilot.tap("Navigate up")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "forgot the second": {"two": ""},
            "the other of that first name": {"one": v["double"]},
        }


class AskWhom(Template):
    """To which of two namesakes to write must be asked."""

    name = "messages.ask_whom"
    level = Level.HARD
    apps = ("Messages",)
    goals = (
        'Text {first}: "{text}". Ask me if you are not sure who that is.',
        'Send "{text}" to {first}; check with me first if I know more than one {first}.',
        'Write {first} that "{text}". If there are several people of that name, let me choose.',
    )

    def setup(self, scene: Scene) -> Params:
        one, other = known_namesakes(scene)
        return {
            "first": one.first,
            "text": say_something(scene.rng),
            "meant": one.name,
            "number": one.phone,
            "other": other.name,
        }

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        return [Asked(), sent(v["number"], v["text"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Messages")
        pilot.tap("Start chat")
        pilot.type(v["first"], into="To: name or phone number")
        name = v.get("guess") or pilot.ask(f"Which {v['first']} shall I write to?")
        pilot.tap(name, role="item")
        write(pilot, v["text"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }
