"""Cinema tickets across apps: when and where a film is, which seats, and what that collides with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.dates import DAY_MS
from phoneworld.apps.calendar.tasks.setup import (
    clear_days,
    later,
    put_event,
    some_titles,
    stamp,
)
from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import day_text
from phoneworld.apps.huddle.mini.cinema.data import add_ticket, all_seats
from phoneworld.apps.huddle.mini.cinema.tasks.setup import (
    booked,
    open_film,
    pairs_of_seats,
    some_show,
)
from phoneworld.apps.huddle.receipts import PaymentMethods, enter, pay, row_text, wallet_of
from phoneworld.author import (
    Contains,
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
    Tap,
    TaskType,
    Without,
    templates_of,
)
from phoneworld.cross_app.extraction import clock_in, day_in, event_at, extract
from phoneworld.cross_app.outcomes import new_event
from phoneworld.cross_app.setup import talk
from phoneworld.cross_app.shared_steps import open_chat, timed_event


@dataclass(frozen=True)
class TicketToCalendar(TaskType):
    """A cinema ticket becomes an event: when, how long, where, and the booking code."""

    template = "cross.ticket_to_calendar"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Calendar")
    hidden = ("when", "house", "code")
    goals = (
        'Enter my coming cinema visit "{film}" from Huddle in the calendar: an event "{film}" that starts when the film starts and lasts {length} minutes, the house as the location, the booking code as the description.',
        'I have a ticket for {film} in Huddle\'s Cinema. Make a calendar event "{film}" for it ({length} minutes from the start), location: the house, description: the booking code.',
        'Add "{film}" to my calendar as my Huddle ticket says. Duration {length} minutes; the cinema goes into the location, the booking code into the description.',
    )

    film: str
    other: str
    length: int
    day: str
    time: str
    when: str
    house: str
    code: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        show, other = some_show(scene), some_show(scene)
        while other["title"] == show["title"] or int(show["time"][:2]) > 20:
            show, other = some_show(scene), some_show(scene)
        database.run("DELETE FROM cinema_tickets WHERE film = ?", show["title"])
        method = wallet_of(scene).first_card
        ids = [
            add_ticket(database, one, rng.sample(all_seats(), rng.randint(1, 2)), method=method)
            for one in (other, show)
        ]
        length = rng.choice((90, 105, 120, 135, 150))
        return cls(
            film=show["title"],
            other=other["title"],
            length=length,
            day=show["day"],
            time=show["time"],
            when=f"{day_text(show['day'])} {show['time']}",
            house=show["house"],
            code=database.value("SELECT code FROM cinema_tickets WHERE _id = ?", ids[1]),
        )

    def expect(self) -> list[Expectation]:
        start = stamp(self.day, self.time)
        end = start + self.length * 60_000
        house, code = Contains(self.house), Contains(self.code)
        return [new_event(self.film, start, end, eventLocation=house, description=code)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Cinema"))
        pilot.tap("Tickets", role="tab")
        row = row_text(pilot, self.film, " · ")
        house = row.split(" · ")[1]
        pilot.tap(row)
        when = pilot.read("when")
        code = pilot.read("code").partition(",")[0]
        day, start = day_in(pilot, when), clock_in(when)
        pilot.follow(
            timed_event(
                self.film, day, start, later(start, self.length), location=house, description=code
            )
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other ticket": Instead(film=self.other),
            "too short": Instead(length=self.length - 15),
        }


def two_choices(show: int) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """Two pairs of free seats of a showing that have none in common, in every way."""
    pairs = pairs_of_seats(show)
    return [(one, other) for one in pairs for other in pairs if not {*one} & {*other}]


@dataclass(frozen=True)
class SeatsAsTexted(TaskType):
    """Which showing and which seats were settled by text; Huddle's Cinema has them."""

    template = "cross.cinema_seats_from_text"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Huddle")
    hidden = ("plan",)
    goals = (
        '{name} texted me which house, day, time and seats we take for "{film}". Book that in Huddle.',
        "Get the cinema tickets for {film} with Huddle as {name} finally proposes in our text messages: house, day, time and both seats.",
        'Book two seats for "{film}" in Huddle\'s Cinema. Everything else stands in the last messages from {name}.',
    )

    name: str
    film: str
    plan: str
    house: str
    day: str
    time: str
    seats: tuple[str, ...]
    old: tuple[str, ...]
    cents: int
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = known_namesakes(scene)
        show = some_show(scene)
        while not (options := two_choices(show["_id"])):
            show = some_show(scene)
        (first, second), old = scene.rng.choice(options)
        day = day_text(show["day"])
        plan = f"{show['house']}, {day}, {show['time']}, seats {first} and {second}"
        talk(scene, double.phone, f"{show['title']}: I cannot come.", hour=7)
        talk(
            scene,
            one.phone,
            f"{show['title']}: I would say seats {old[0]} and {old[1]}.",
            f"Better: {plan}.",
        )
        return cls(
            name=one.name,
            film=show["title"],
            plan=plan,
            house=show["house"],
            day=show["day"],
            time=show["time"],
            seats=(first, second),
            old=old,
            cents=show["cents"],
            wallet=wallet_of(scene),
        )

    def expect(self) -> list[Expectation]:
        return booked(
            self.wallet,
            self.seats,
            film=self.film,
            house=self.house,
            day=self.day,
            time=self.time,
            seat_cents=self.cents,
        )

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        pattern = r"Better: (.*), (\w+, \d+ \w+), (\S+), seats (\w+) and (\w+)"
        house, day, time, *seats = extract(pilot, pattern, "Better:").groups()
        pilot.follow(open_film(self.film, day_in(pilot, day)))
        pilot.tap(f"{house} at {time}")
        for seat in seats:
            pilot.tap(f"Seat {seat}")
        pilot.tap_id("book")
        pilot.follow(pay())

    def mistakes(self) -> dict[str, Mistake]:
        first, second = (Tap(f"Seat {seat}") for seat in self.seats)
        old = tuple(Tap(f"Seat {seat}") for seat in self.old)
        return {
            "one seat only": Without(second),
            "one seat of the first proposal": Swap(first, old[0]),
            "the first proposal too": Swap(second, second, *old),
        }


@dataclass(frozen=True)
class ClashWithTicket(TaskType):
    """What the calendar has at the time of a film that one has a ticket for."""

    template = "cross.clash_with_ticket"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Calendar")
    hidden = ("when", "clash")
    goals = (
        "I have booked {film} in Huddle's Cinema. Which appointment in my calendar is at the time when the film starts?",
        "Does my cinema ticket for {film} in Huddle collide with something? Tell me the event that goes on when the film begins.",
        "Compare the start of {film} on my Huddle ticket with my calendar: what have I planned for that time?",
    )

    film: str
    other: str
    when: str
    clash: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        show, other = some_show(scene), some_show(scene)
        while other["title"] == show["title"] or other["day"] == show["day"]:
            show, other = some_show(scene), some_show(scene)
        database.run("DELETE FROM cinema_tickets")
        method = wallet_of(scene).first_card
        for one in rng.sample((show, other), 2):
            add_ticket(database, one, rng.sample(all_seats(), 1), method=method)
        titles = some_titles(rng, 5)
        now = stamp(scene.phone.today, "00:00")
        for place, one in enumerate((show, other)):
            days = (stamp(one["day"], "00:00") - now) // DAY_MS
            clear_days(scene, days, days)
            put_event(scene, titles[2 * place], days, later(one["time"], -30), 90)
            put_event(scene, titles[2 * place + 1], days, later(one["time"], -240), 60)
        return cls(
            film=show["title"],
            other=other["title"],
            when=f"{day_text(show['day'])} {show['time']}",
            clash=titles[0],
            others=tuple(titles[1:]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.clash, nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Cinema"))
        pilot.tap("Tickets", role="tab")
        row = row_text(pilot, self.film, " · ")
        pilot.say(event_at(pilot, day_in(pilot, row), clock_in(row)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other ticket": Instead(film=self.other),
            "the first of the day": Swap(Say, Say(self.others[0])),
        }


TASKS = templates_of(TicketToCalendar, SeatsAsTexted, ClashWithTicket)
