"""Errands over three apps: a parcel, a ride and the bins, with somebody to tell or a task to make."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Self

from phoneworld.apps.browser import data as browser
from phoneworld.apps.browser import pages
from phoneworld.apps.browser.pages import heading, link, table, text
from phoneworld.apps.browser.sites import council
from phoneworld.apps.browser.tasks.setup import NEW_TAB, cells, open_site, web
from phoneworld.apps.calendar.tasks.setup import (
    clear_days,
    later,
    on,
    put_event,
    rows_on,
    show_day,
    some_time,
    some_titles,
    tap_row,
    today,
)
from phoneworld.apps.contacts.tasks.setup import known_namesakes, namesakes
from phoneworld.apps.huddle.data import PATH as HUDDLE_PATH
from phoneworld.apps.huddle.formats import day_text, days_after
from phoneworld.apps.huddle.mini.parcel.data import SENDERS, add_parcel, make_number
from phoneworld.apps.huddle.mini.ride.data import BOOKED, CLASSES, PAYEE
from phoneworld.apps.huddle.mini.ride.tasks.setup import NAMES, plan, price
from phoneworld.apps.huddle.receipts import PaymentMethods, enter, paid, pay, row_text, wallet_of
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.apps.tasks.data import PATH as TASKS_PATH
from phoneworld.apps.tasks.data import TITLES, add_list
from phoneworld.author import (
    Added,
    Changed,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    PickDate,
    Pilot,
    Scene,
    StopAt,
    Tap,
    TaskType,
    Without,
    templates_of,
)
from phoneworld.cross_app.extraction import cents_in, day_in, extract
from phoneworld.cross_app.outcomes import amount, with_day
from phoneworld.cross_app.setup import letter
from phoneworld.cross_app.shared_steps import new_task, open_contact, open_mail, text_to
from phoneworld.formats import dollars
from phoneworld.providers import contacts
from phoneworld.world import STREETS, millis


@dataclass(frozen=True)
class ParcelDayByText(TaskType):
    """A tracking number from a mail tells in Huddle when the parcel comes; somebody gets to know."""

    template = "cross.parcel_day_by_text"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Huddle", "Messages")
    hidden = ("number", "shown")
    goals = (
        "Find out with Huddle's Parcels on which date the parcel from {shop} arrives (the tracking number is in their mail), and text {name} that date.",
        "{name} asks when the {shop} parcel comes. Its tracking number is in my mail; track it in Huddle and text them the date of arrival.",
        "Take the tracking number from the mail of {shop}, look up the parcel in Huddle and send {name} a text with the date on which it will be delivered.",
    )

    name: str
    phone: str
    double: str
    shop: str
    other: str
    number: str
    day: str
    shown: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[HUDDLE_PATH]
        one, double = known_namesakes(scene)
        shop, other = rng.sample(SENDERS, 2)
        for sender in (shop, other):
            database.run("UPDATE parcel_parcels SET listed = 0 WHERE sender = ?", sender)
        days = rng.sample(range(2, 9), 2)
        numbers = [make_number(rng), make_number(rng)]
        for sender, number, day in zip((shop, other), numbers, days, strict=True):
            add_parcel(
                database,
                number,
                sender,
                eta=days_after(scene.phone.today, day),
                sent_ms=millis(scene.world.day(-2, 12)),
                listed=False,
            )
            letter(
                scene,
                sender,
                f"parcels@{sender.split()[0].lower()}.example",
                "Your parcel is on its way",
                "We have handed your parcel over to the carrier.",
                f"Tracking number: {number}",
                sender,
                days_ago=rng.randint(1, 2),
            )
        eta = days_after(scene.phone.today, days[0])
        return cls(
            name=one.name,
            phone=one.phone,
            double=double.name,
            shop=shop,
            other=other,
            number=numbers[0],
            day=eta,
            shown=day_text(eta),
        )

    def expect(self) -> list[Expectation]:
        followed = Changed(HUDDLE_PATH, "parcel_parcels", {"number": self.number}, {"listed": 1})
        return [followed, sent(self.phone, with_day(self.day))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(self.shop, "Your parcel is on its way"))
        number = extract(pilot, "Tracking number: (.*)", "Tracking number: ")[1]
        pilot.follow(enter("Parcels"))
        pilot.tap("Track a parcel")
        pilot.type(number, clear=True)
        pilot.tap("Track", role="button")
        day = pilot.read("eta")
        pilot.follow(text_to(self.name, f"The parcel comes on {day}."))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another shop's parcel": Instead(shop=self.other),
            "to the namesake": Instead(name=self.double),
            "told nobody": StopAt(Open("Messages")),
        }


@dataclass(frozen=True)
class RideToEvent(TaskType):
    """The calendar says where to be and when; a ride is booked, and somebody told what it costs."""

    template = "cross.ride_to_first_event"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Calendar", "Huddle", "Messages")
    hidden = ("place", "start", "fare")
    goals = (
        "Schedule a ride in Huddle, class {car}, from Home to the place of my first appointment tomorrow, {minutes} minutes before it starts. Then text {name} what the ride costs.",
        "Where and when is the first event in tomorrow's calendar? Book a Huddle ride there from Home, class {car}, {minutes} minutes before the start, and send {name} a text with the price.",
        "I need a car to tomorrow's first appointment: Huddle, {car}, from Home, pick-up {minutes} minutes before it begins. Tell {name} by text how much the ride is.",
    )

    name: str
    number: str
    double: str
    minutes: int
    place: str
    start: str
    at: int
    car: str
    another: str
    fare: str
    cents: int
    nth: int
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[HUDDLE_PATH]
        one, double = known_namesakes(scene)
        clear_days(scene, 1, 1)
        place, other = rng.sample(NAMES, 2)
        car, another = rng.sample([each.name for each in CLASSES], 2)
        cents = price(database, "Home", place, car)
        start, titles = some_time(rng, 8, 10), some_titles(rng, 2)
        events = [(titles[0], start, place), (titles[1], some_time(rng, 13, 17), other)]
        for title, time, where in rng.sample(events, 2):
            put_event(scene, title, 1, time, 60, location=where)
        minutes = rng.choice((25, 35, 40, 50, 55))
        day = on(scene, 1).isoformat()
        at = datetime.fromisoformat(f"{day}T{later(start, -minutes)}").replace(tzinfo=UTC)
        return cls(
            name=one.name,
            number=one.phone,
            double=double.name,
            minutes=minutes,
            place=place,
            start=start,
            at=millis(at),
            car=car,
            another=another,
            fare=dollars(cents),
            cents=cents,
            nth=0,
            wallet=wallet_of(scene),
        )

    def expect(self) -> list[Expectation]:
        trip = {"pickup": "Home", "destination": self.place, "car": self.car, "at": self.at}
        return [
            Added(HUDDLE_PATH, "ride_trips", {**trip, "status": BOOKED}),
            *paid(self.wallet, PAYEE, self.cents),
            sent(self.number, amount(self.cents)),
        ]

    def solve(self, pilot: Pilot) -> None:
        tomorrow = (today(pilot) + timedelta(days=1)).isoformat()
        pilot.follow(show_day(tomorrow))
        event = rows_on(pilot, tomorrow)[self.nth]
        tap_row(pilot, event.title, tomorrow)
        place = pilot.read("location")
        plan(pilot, "Home", place)
        pilot.tap_id("when")
        pilot.tap("Schedule")
        pilot.pick_date(tomorrow)
        pilot.pick_time(later(event.start, -self.minutes))
        fare = cents_in(row_text(pilot, self.car, "$"))
        pilot.tap(self.car)
        pilot.tap_id("book")
        pilot.follow(pay())
        pilot.follow(text_to(self.name, f"The ride costs {dollars(fare)}."))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "to the second event": Instead(nth=1),
            "another class": Instead(car=self.another),
            "when it starts": Instead(minutes=0),
            "to the namesake": Instead(name=self.double),
            "told nobody": StopAt(Open("Messages")),
        }


@dataclass(frozen=True)
class WasteDayOfContact(TaskType):
    """Where somebody lives is in the address book, when the bins are emptied there on the web."""

    template = "cross.waste_day_of_contact"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Contacts", "Browser", "Tasks")
    hidden = ("address", "shown")
    goals = (
        'I look after the house of {name} (the address is in Contacts). When is the {low_kind} collected in their street? See fairview.example, and add the task "{title}" to {list_name} in Tasks, due on that day.',
        'Find out on the website of Fairview Council when {low_kind} is collected next in the street where {name} lives, according to my contacts. Make a task "{title}" in the list {list_name} that is due then.',
        "Add \"{title}\" to my Tasks list {list_name}, due on the day of the next {low_kind} collection in {name}'s street. My contacts know the street, the council's website the day.",
    )

    name: str
    double: str
    address: str
    column: int
    low_kind: str
    shown: str
    day: str
    title: str
    list_name: str
    list_id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = namesakes(scene)
        streets = rng.sample(STREETS, 7)
        for person, street in ((double, streets[1]), (one, streets[0])):
            contacts.add_contact(
                scene.phone.contacts,
                person.name,
                phone=person.phone,
                address=f"{rng.randint(2, 99)} {street}, Fairview",
            )
        papers, glasses = rng.sample(range(1, 14), 7), rng.sample(range(15, 30), 7)
        days = {
            street: (on(scene, paper), on(scene, glass))
            for street, paper, glass in zip(streets, papers, glasses, strict=True)
        }
        rows = [
            (street, *(f"{day.day} {day:%B}" for day in days[street])) for street in sorted(streets)
        ]
        page = pages.WebPage(
            f"{council.HOST}/waste",
            "Waste collection in Fairview",
            (
                heading("Next collection"),
                table(("Street", "Paper", "Glass"), rows),
                text("Please put the bins out before 6:00."),
                link("Home", council.HOST),
            ),
        )
        browser.put_page(web(scene), page)
        column = rng.randrange(2)
        day = days[streets[0]][column]
        name = rng.choice(tuple(TITLES))
        return cls(
            name=one.name,
            double=double.name,
            address=f"{streets[0]}, Fairview",
            column=column,
            low_kind=("paper", "glass")[column],
            shown=f"{day.day} {day:%B}",
            day=day.isoformat(),
            title=rng.choice(("Put the bins out", "Bins for the neighbours", "Roll out the bin")),
            list_name=name,
            list_id=add_list(scene.phone.databases[TASKS_PATH], name),
        )

    def expect(self) -> list[Expectation]:
        where = {"title": self.title, "due": self.day, "list_id": self.list_id, "done": 0}
        return [Added(TASKS_PATH, "tasks", where), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_contact(self.name))
        street = pilot.read("address").partition(",")[0].partition(" ")[2]
        pilot.follow(open_site("Fairview Council", "Waste collection"))
        day = day_in(pilot, cells(pilot, street)[self.column + 1])
        pilot.follow(new_task(self.list_name, self.title, day))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the namesake's street": Instead(name=self.double),
            "another kind of waste": Instead(column=1 - self.column),
            "no due date": Without(Tap("Due date"), PickDate),
        }


TASKS = templates_of(ParcelDayByText, RideToEvent, WasteDayOfContact)
