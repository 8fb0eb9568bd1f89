"""Figures across apps: amounts and readings of two apps are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail import data as mail
from phoneworld.apps.messages.tasks.setup import sent, write
from phoneworld.author import (
    Added,
    Also,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
    Way,
    templates_of,
)
from phoneworld.cross_app.extraction import extract
from phoneworld.cross_app.setup import letter, note_it, talk
from phoneworld.cross_app.shared_steps import answer_mail, open_chat, open_mail
from phoneworld.world import make_person


@dataclass(frozen=True)
class HigherOffer(TaskType):
    """Two offers, one by mail and one by text, are compared; the higher one is accepted."""

    template = "cross.higher_offer"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Messages")
    hidden = ("mailed", "texted")
    goals = (
        'Two people want my {thing}: {one} made an offer by mail, {two} by text. Answer the one who pays more, the same way they wrote to me: "{text}"',
        "Compare the offers for my {thing}, {one}'s in Mail and {two}'s in Messages. Write \"{text}\" to the higher bidder, by mail or by text as they did.",
        'I sell my {thing} to whoever offers more, {one} (by mail) or {two} (by text message). Send that person, in the same app, the answer "{text}"',
    )

    thing: str
    one: str
    two: str
    text: str
    mailed: str
    texted: str
    address: str
    number: str
    by_mail: bool

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        thing, other = rng.sample(("bike", "sofa", "piano", "camera", "tent", "desk"), 2)
        writer = make_person(rng)
        texter, stranger = rng.sample(scene.world.people, 2)
        mailed, texted, decoy = (f"${n}" for n in rng.sample(range(105, 995), 3))
        letter(
            scene,
            writer.name,
            writer.email,
            f"Your {thing}",
            f"I saw that you sell a {thing}.",
            f"I would give you {mailed} for it.",
            writer.first,
            days_ago=rng.randint(1, 3),
        )
        lines = [f"For the {thing} I can pay {texted}.", f"The {other} is worth {decoy} to me."]
        talk(scene, stranger.phone, f"I have seen such a {thing} for {decoy}.", hour=7)
        talk(scene, texter.phone, *rng.sample(lines, 2))
        return cls(
            thing=thing,
            one=writer.name,
            two=texter.name,
            text=rng.choice(("It is yours!", "Deal, when can you come?", "I accept your offer.")),
            mailed=mailed,
            texted=texted,
            address=writer.email,
            number=texter.phone,
            by_mail=int(mailed[1:]) > int(texted[1:]),
        )

    def expect(self) -> list[Expectation]:
        if not self.by_mail:
            return [sent(self.number, self.text)]
        wanted = {"folder": mail.SENT, "recipients": self.address, "body": self.text}
        return [Added(mail.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(self.one, f"Your {self.thing}"))
        mailed = int(extract(pilot, r"\$(\d+)", "I would give you")[1])
        pilot.follow(open_chat(self.two))
        texted = int(extract(pilot, r"\$(\d+)", f"For the {self.thing} I")[1])
        pilot.follow(answer_mail(self.text) if mailed > texted else write(self.text))

    def mistakes(self) -> dict[str, Mistake]:
        to_texter = (*open_chat(self.two), *write(self.text))
        to_writer = (*open_mail(self.one, f"Your {self.thing}"), *answer_mail(self.text))
        return {
            "the lower offer": Way(*(to_texter if self.by_mail else to_writer)),
            "both": Also(*(to_texter if self.by_mail else to_writer)),
            "another answer": Instead(text="Sorry, it is sold."),
        }


@dataclass(frozen=True)
class MeterDifference(TaskType):
    """The last reading is in a note, the new one in a message: the difference is asked for."""

    template = "cross.meter_difference"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Notes", "Messages")
    hidden = ("before", "now")
    goals = (
        'How much {what} have we used since the last reading? The old figure is in my note "{note}", the new one in {name}\'s text message.',
        '{name} texted me the new {what} meter reading. By how much is it higher than the one in my note "{note}"?',
        'Subtract the {what} reading in the note "{note}" from the one {name} sent me by text, and tell me the difference.',
    )

    what: str
    note: str
    name: str
    before: str
    now: str
    used: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = rng.choice(scene.world.people)
        kinds = rng.sample(("water", "gas", "electricity"), 3)
        before = [rng.randint(2000, 80000) for _ in kinds]
        used = rng.sample(range(15, 900), 3)
        note = rng.choice(("Meters", "Meter readings", "Flat: readings"))
        lines = [f"{kind.capitalize()}: {value}" for kind, value in zip(kinds, before, strict=True)]
        note_it(scene, note, "\n".join(lines))
        messages = [
            f"The {kind} meter says {value + more}."
            for kind, value, more in zip(kinds, before, used, strict=True)
        ]
        talk(scene, person.phone, *rng.sample(messages, 3))
        return cls(
            what=kinds[0],
            note=note,
            name=person.name,
            before=str(before[0]),
            now=str(before[0] + used[0]),
            used=str(used[0]),
            other=kinds[1],
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.used)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Notes")
        pilot.tap(self.note, role="item")
        which = f"{self.what.capitalize()}: "
        before = int(extract(pilot, rf"{which}(\d+)", which)[1])
        pilot.follow(open_chat(self.name))
        now = int(extract(pilot, r"says (\d+)", f"The {self.what} meter says")[1])
        pilot.say(str(now - before))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another meter": Instead(what=self.other),
            "only the new figure": Swap(Say, Say(self.now)),
        }


TASKS = templates_of(HigherOffer, MeterDifference)
