"""Invitations across apps: whether one has time, and whether the calendar knows already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    clear_days,
    date_words,
    fill_times,
    find_event,
    later,
    on,
    put_event,
    row_of,
    some_time,
    some_titles,
    tap_row,
    today,
)
from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.author import (
    BACK,
    Also,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import clock_in, day_in, event_at, extract
from phoneworld.cross_app.outcomes import with_time
from phoneworld.cross_app.setup import letter, long_day, talk
from phoneworld.cross_app.shared_steps import open_chat, open_mail, share_by_text
from phoneworld.world import make_address, make_person


def enter_found(title: str, day: str, start: str, end: str) -> Script:
    """Enter an event from the list of what was found."""
    return (
        BACK,
        BACK,
        Tap("New event"),
        Enter(title, into="Title"),
        BACK,
        *fill_times(day, start, end),
        Tap("Save"),
    )


@dataclass(frozen=True)
class MeetingAlreadyEntered(TaskType):
    """The meeting of a mail is in the calendar: it must not be entered twice."""

    template = "cross.meeting_already_entered"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Calendar")
    hidden = ("when", "start")
    goals = (
        'Make sure that the "{title}" that {sender} mailed me about is in my calendar on the right day and time. Add it only if it is missing.',
        'Compare {sender}\'s mail about the "{title}" with my calendar. If there is no such event at that time, create it under that title.',
        'Did I already put the "{title}" from {sender}\'s mail into the calendar? If not, please do, as the mail says.',
    )

    title: str
    sender: str
    when: str
    day: str
    start: str
    end: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        sender = make_person(rng)
        length = rng.choice((45, 60, 90))
        days = rng.sample(range(3, 30), 2)
        starts = [some_time(rng, 8, 17), some_time(rng, 8, 17)]
        for name, day, start in zip((title, other), days, starts, strict=True):
            letter(
                scene,
                sender.name,
                sender.email,
                name,
                f"We meet on {long_day(on(scene, day))} from {start} to {later(start, length)}.",
                sender.first,
                days_ago=rng.randint(1, 9),
            )
        for day in (-7, days[0]):
            put_event(scene, title, day, starts[0], length)
        return cls(
            title=title,
            sender=sender.name,
            when=long_day(on(scene, days[0])),
            day=on(scene, days[0]).isoformat(),
            start=starts[0],
            end=later(starts[0], length),
            other=other,
        )

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(f"{self.sender} {self.title}", self.title))
        found = extract(pilot, r"on (.*) from (\S+) to (\d\d:\d\d)", "We meet on")
        day, start, end = day_in(pilot, found[1]), found[2], found[3]
        pilot.follow(find_event(self.title))
        row = row_of(self.title, day, today(pilot))
        there = any(row.match(e.text) and f", {start} –" in e.text for e in pilot.screen.elements)
        if not there:
            pilot.follow(enter_found(self.title, day, start, end))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "entered it again": Also(*enter_found(self.title, self.day, self.start, self.end)),
            "entered another": Instead(title=self.other),
        }


@dataclass(frozen=True)
class ShareEvent(TaskType):
    """An event is handed on by the share sheet; another of that title is on another day."""

    template = "cross.share_event"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Calendar", "Messages")
    hidden = ("place", "hours")
    goals = (
        'Send {name} the details of my "{title}" on {date} by text message: title, time and place.',
        'Share the calendar event "{title}" of {date} with {name} in Messages, so that they know when and where it is.',
        '{name} wants to know when and where "{title}" on {date} is. Text them the event with its title, times and place.',
    )

    name: str
    number: str
    title: str
    date: str
    day: str
    place: str
    start: str
    hours: str
    other_day: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        title = some_titles(rng, 1)[0]
        days, starts = rng.sample(range(1, 25), 2), (some_time(rng, 8, 12), some_time(rng, 13, 18))
        places = [make_address(rng), make_address(rng)]
        for day, start, place in zip(days, starts, places, strict=True):
            put_event(scene, title, day, start, 60, location=place)
        return cls(
            name=one.name,
            number=one.phone,
            title=title,
            date=date_words(rng, on(scene, days[0])),
            day=on(scene, days[0]).isoformat(),
            place=places[0],
            start=starts[0],
            hours=f"{starts[0]} – {later(starts[0], 60)}",
            other_day=on(scene, days[1]).isoformat(),
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, with_time(self.start, self.title, self.place))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        tap_row(pilot, self.title, self.day)
        pilot.tap("More options")
        pilot.tap("Share")
        pilot.follow(share_by_text(self.name))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other day's": Instead(day=self.other_day),
            "to the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class ClashingEvent(TaskType):
    """What the calendar has at the time that somebody proposes."""

    template = "cross.clashing_event"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Calendar")
    hidden = ("said", "clash")
    goals = (
        "{name} texted me when the {what} is supposed to be. Which event in my calendar does that clash with?",
        "I was invited to a {what} by text message from {name}. What have I already planned for that time?",
        "Compare the time of the {what} in my chat with {name} with my calendar, and tell me which appointment is in the way.",
    )

    name: str
    what: str
    said: str
    clash: str
    others: tuple[str, ...]
    other: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        what, other = rng.sample(("picnic", "film night", "game evening", "brunch", "barbecue"), 2)
        days = rng.sample(range(2, 12), 2)
        titles = some_titles(rng, 6)
        said: list[str] = []
        for number, day in enumerate(days):
            clear_days(scene, day, day)
            starts = (some_time(rng, 8, 9), some_time(rng, 12, 13), some_time(rng, 16, 17))
            for title, start in zip(titles[number * 3 :], starts, strict=False):
                put_event(scene, title, day, start, 90)
            said.append(f"{long_day(on(scene, day))} at {later(starts[1], rng.choice((15, 30)))}")
        talk(scene, double.phone, f"The {what} is on {said[1]}.", hour=7)
        talk(scene, one.phone, f"The {other} is on {said[1]}.", f"The {what} is on {said[0]}.")
        return cls(
            name=one.name,
            what=what,
            said=said[0],
            clash=titles[1],
            others=tuple(title for title in titles if title != titles[1]),
            other=other,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.clash, nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        text = pilot.reach(f"The {self.what} is on").text
        pilot.say(event_at(pilot, day_in(pilot, text), clock_in(text)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the time of something else": Instead(what=self.other),
            "the namesake's invitation": Instead(name=self.double),
            "two of that day": Swap(Say, Say(f"{self.others[0]}, {self.clash}")),
        }


TASKS = templates_of(MeetingAlreadyEntered, ShareEvent, ClashingEvent)
