"""Bills and tickets across apps: what Huddle's mini-apps know, needed in the calendar or a mail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.dates import DAY_MS
from phoneworld.apps.calendar.reading import (
    clear_days,
    later,
    put_event,
    some_titles,
    stamp,
)
from phoneworld.apps.calendar.tasks.times import fill_times
from phoneworld.apps.contacts.cast import known_namesakes
from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.bills.data import KINDS, period_of
from phoneworld.apps.huddle.mini.bills.tasks.accounts import account_of
from phoneworld.apps.huddle.mini.cinema.data import add_ticket, all_seats
from phoneworld.apps.huddle.mini.cinema.tasks import booked, open_film, pairs_of_seats, some_show
from phoneworld.apps.huddle.receipts import Wallet, enter, pay, row_text, wallet_of
from phoneworld.apps.huddle.wording import day_text, days_after
from phoneworld.apps.mail.tasks.scenery import SUBJECTS, add_friend
from phoneworld.author import (
    Answered,
    Contains,
    Expectation,
    Hold,
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
    Without,
    templates_of,
)
from phoneworld.tasks.cross.outcomes import amount, mailed, new_event, whole_day
from phoneworld.tasks.cross.reading import cents_in, clock_in, day_in, event_at, glean
from phoneworld.tasks.cross.setup import talk
from phoneworld.tasks.cross.ways import all_day_event, mail_to, open_chat
from phoneworld.wording import dollars


def spread_bills(scene: Scene) -> dict[str, str]:
    """Give the open bills days of their own to be due; by kind."""
    database = scene.phone.databases[PATH]
    days = scene.rng.sample(range(1, 24), len(KINDS))
    dues = {kind: days_after(scene.phone.today, day) for kind, day in zip(KINDS, days, strict=True)}
    for kind, due in dues.items():
        database.run(
            "UPDATE bills_bills SET due = ? WHERE account_id = ? AND status = 'open'",
            due,
            account_of(database, kind)["_id"],
        )
    return dues


@dataclass(frozen=True)
class BillToCalendar(TaskType):
    """A bill's day and amount are entered in the calendar."""

    template = "cross.bill_to_calendar"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Calendar")
    hidden = ("shown", "sum")
    goals = (
        'Enter the open {low_kind} bill from Huddle\'s Bills in my calendar: an all-day event "{title}" on the day it is due, with the amount in the description.',
        'When is the {low_kind} bill in Huddle due, and how much is it? Make an all-day event "{title}" on that day and put the amount in its description.',
        'I must not forget the {low_kind} bill that is open in Huddle. Add "{title}" as an all-day event on its due date; the description should name the amount.',
    )

    utility: str
    low_kind: str
    other: str
    title: str
    day: str
    shown: str
    cents: int
    sum: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = scene.phone.databases[PATH]
        dues = spread_bills(scene)
        kind, other = scene.rng.sample(tuple(KINDS), 2)
        account = account_of(database, kind)
        cents = scene.rng.randrange(2150, 9950, 5)
        database.run(
            "UPDATE bills_bills SET cents = ? WHERE account_id = ? AND status = 'open'",
            cents,
            account["_id"],
        )
        return cls(
            utility=kind,
            low_kind=kind.lower(),
            other=other,
            title=scene.rng.choice(("Bill to pay", "Pay this", "Last day to pay", "Money due")),
            day=dues[kind],
            shown=day_text(dues[kind]),
            cents=cents,
            sum=dollars(cents),
        )

    def expect(self) -> list[Expectation]:
        return [whole_day(self.title, self.day, description=amount(self.cents))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        row = row_text(pilot, f"{self.utility} ·", "due ")
        day = day_in(pilot, row.rpartition("due ")[2])
        pilot.follow(all_day_event(self.title, day, dollars(cents_in(row))))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another bill": Instead(utility=self.other)}


@dataclass(frozen=True)
class BillReferenceByMail(TaskType):
    """The reference of a bill is copied and pasted into a mail."""

    template = "cross.bill_reference_by_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Mail")
    hidden = ("reference",)
    goals = (
        'Mail {name} the reference of my {low_kind} bill for {period} from Huddle. Subject: "{subject}".',
        "{name} needs the reference that stands on the {low_kind} bill of {period} in Huddle's Bills. Send it by email with the subject {subject}.",
        'Copy the reference of the {low_kind} bill for {period} out of Huddle and send it to {name} in a mail called "{subject}".',
    )

    name: str
    address: str
    double: str
    subject: str
    provider: str
    low_kind: str
    period: str
    other: str
    reference: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        friend = add_friend(scene)
        double = add_friend(scene, first=friend.first)
        account = account_of(database, rng.choice(tuple(KINDS)))
        period, other = (period_of(month, scene.phone.today) for month in rng.sample((1, 2, 3), 2))
        return cls(
            name=friend.name,
            address=friend.address,
            double=double.name,
            subject=rng.choice(SUBJECTS),
            provider=account["provider"],
            low_kind=account["kind"].lower(),
            period=period,
            other=other,
            reference=database.value(
                "SELECT reference FROM bills_bills WHERE account_id = ? AND period = ?",
                account["_id"],
                period,
            ),
        )

    def expect(self) -> list[Expectation]:
        return [mailed(self.address, Contains(self.reference), self.subject)]

    def script(self) -> Script:
        return (
            *enter("Bills"),
            Tap("Accounts", role="tab"),
            Tap(self.provider, role="item"),
            Tap(f"· {self.period}", role="item"),
            Hold("Reference", role="item"),
            Tap("Copy"),
            *mail_to(self.name, self.subject),
            Hold("Compose email", role="field"),
            Tap("Paste"),
            Tap("Send", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the bill of another month": Instead(period=self.other),
            "to the namesake": Instead(name=self.double),
            "only a draft": Swap(Tap("Send", role="button"), Tap("Navigate up", role="button")),
        }


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
        pilot.open("Calendar")
        pilot.tap("New event")
        pilot.type(self.film, into="Title")
        pilot.type(house, into="Location")
        pilot.back()
        pilot.follow(fill_times(day, start, later(start, self.length)))
        pilot.type(code, into="Description")
        pilot.tap("Save")

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
    wallet: Wallet

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
        house, day, time, *seats = glean(pilot, pattern, "Better:").groups()
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
        return [Answered(self.clash, nots=self.others)]

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


TASKS = templates_of(
    BillToCalendar,
    BillReferenceByMail,
    TicketToCalendar,
    SeatsAsTexted,
    ClashWithTicket,
)
