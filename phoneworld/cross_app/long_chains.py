"""Chains of three apps and more: costs that are gathered, reckoned, shared, paid and kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser import data as browser
from phoneworld.apps.browser import pages
from phoneworld.apps.browser.pages import heading, link, table, text
from phoneworld.apps.browser.sites import railway
from phoneworld.apps.browser.tasks.setup import NEW_TAB, cells, open_site, web
from phoneworld.apps.calculator.data import PATH as CALCULATOR_PATH
from phoneworld.apps.calculator.tasks.setup import press
from phoneworld.apps.expenses.data import PATH as EXPENSES_PATH
from phoneworld.apps.expenses.data import add_expense
from phoneworld.apps.expenses.tasks.setup import draw_cents, draw_day, draw_purchase
from phoneworld.apps.huddle.data import PATH as HUDDLE_PATH
from phoneworld.apps.huddle.formats import days_after
from phoneworld.apps.huddle.formats import moment as shown_moment
from phoneworld.apps.huddle.mini.ride.data import DONE, add_trip
from phoneworld.apps.huddle.mini.ride.tasks.setup import NAMES
from phoneworld.apps.huddle.receipts import enter, row_text, wallet_of
from phoneworld.apps.mail.tasks.setup import SOME_HOTELS
from phoneworld.apps.shop.data import DELIVERED
from phoneworld.apps.shop.tasks.setup import clear_orders, draw_products, order_one, placed_row
from phoneworld.apps.shop.tasks.setup import database_of as shop_of
from phoneworld.apps.shop.tasks.setup import spoken as said_day
from phoneworld.apps.wallet.data import PATH as WALLET_PATH
from phoneworld.apps.wallet.data import balance_of, handle_for, pin_of
from phoneworld.apps.wallet.tasks.setup import send
from phoneworld.author import (
    Added,
    Enter,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    StopAt,
    Swap,
    TaskType,
    Way,
    templates_of,
)
from phoneworld.cross_app.extraction import cents_in, extract
from phoneworld.cross_app.outcomes import SUMS, amount, logged, money_sent, noted
from phoneworld.cross_app.setup import letter, payees, talk
from phoneworld.cross_app.shared_steps import (
    log_expense,
    open_chat,
    open_mail,
    request_money,
    typed,
    write_note,
)
from phoneworld.formats import dollars
from phoneworld.world import millis


@dataclass(frozen=True)
class TripCosts(TaskType):
    """What a trip costs is the hotel in a mail and the train on the web, in one expense."""

    template = "cross.trip_costs"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Browser", "Expenses")
    hidden = ("hotel_price", "fare")
    goals = (
        'Add up what my stay at {hotel} costs (see their mail) and a {way} train ticket {route} according to Northline Rail\'s website, and enter the sum in Expenses as "{note}", category Leisure, today.',
        'Enter one expense "{note}" of today under Leisure: the total of the {hotel} mail plus the {way} fare {route} from northline.example.',
        'My trip costs the hotel ({hotel} mailed the total) and a {way} Northline ticket {route}; the fares are on their website. Log both together in Expenses as "{note}" in Leisure, dated today.',
    )

    hotel: str
    alike: str
    row: str
    route: str
    way: str
    column: int
    note: str
    hotel_price: str
    fare: str
    cents: int
    day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        hotel, alike = rng.sample(SOME_HOTELS, 2)
        stays = [draw_cents(rng, 120, 400), draw_cents(rng, 120, 400)]
        for house, cents in ((alike, stays[1]), (hotel, stays[0])):
            letter(
                scene,
                house.name,
                house.address,
                "Your stay with us",
                f"We look forward to seeing you. A night is {dollars(cents // 3)}.",
                f"Total for your stay: {dollars(cents)}, paid on arrival.",
                house.name,
                days_ago=rng.randint(1, 6),
            )
        fares = [rng.randint(16, 60) * 50 + 5 * place for place in range(len(railway.LINES))]
        rows = [
            (f"{start} – {end}", dollars(fare), dollars(fare * 9 // 5))
            for (start, end), fare in zip(railway.LINES, fares, strict=True)
        ]
        page = pages.WebPage(
            f"{railway.HOST}/fares",
            "Fares of Northline Rail",
            (
                heading("Fares"),
                table(("Route", "One way", "Return"), rows),
                text("Children under 6 travel free."),
                link("All lines", railway.HOST),
            ),
        )
        browser.put_page(web(scene), page)
        route, column = rng.randrange(len(rows)), rng.choice((1, 2))
        start, end = railway.LINES[route]
        fare = cents_in(rows[route][column])
        return cls(
            hotel=hotel.name,
            alike=alike.name,
            row=rows[route][0],
            route=f"from {start} to {end}",
            way=("one-way", "return")[column - 1],
            column=column,
            note=f"Trip to {end}",
            hotel_price=dollars(stays[0]),
            fare=rows[route][column],
            cents=stays[0] + fare,
            day=scene.phone.today,
        )

    def expect(self) -> list[Expectation]:
        return [logged(self.cents, self.note, "Leisure", self.day), NEW_TAB, *SUMS]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(self.hotel, "Your stay with us"))
        hotel = cents_in(extract(pilot, "Total for your stay: .*", "Total for your stay")[0])
        pilot.follow(open_site("Northline Rail", "Fares"))
        fare = cents_in(cells(pilot, self.row)[self.column])
        pilot.follow(log_expense(hotel + fare, self.note, "Leisure"))

    def mistakes(self) -> dict[str, Mistake]:
        hotel = typed(cents_in(self.hotel_price))
        return {
            "another hotel": Instead(hotel=self.alike),
            "the other kind of ticket": Instead(column=3 - self.column),
            "only the hotel": Swap(
                Enter(typed(self.cents), into="Amount"), Enter(hotel, into="Amount")
            ),
        }


def shortest(cents: int) -> str:
    """An amount in as few keys as it takes, as the calculator shows it: `12.5`."""
    return typed(cents).rstrip("0").removesuffix(".")


@dataclass(frozen=True)
class SumByCalculator(TaskType):
    """An order and a ride are added up with the calculator, and the sum noted down."""

    template = "cross.costs_by_calculator"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Shop", "Huddle", "Calculator", "Notes")
    hidden = ("order", "fare")
    goals = (
        'Use the calculator to add the total of my Shop order with the {product} of {day} and the price of my Huddle ride to {end} on {ride_day}. Save the sum in a new note "{title}".',
        'What did I spend together on the Shop order of {day} ({product}) and the Huddle ride to {end} on {ride_day}? Work it out with Calculator and put the result in a note called "{title}".',
        'Write a note "{title}" with the sum of two things, computed in the Calculator app: the total of the {product} order of {day} in the Shop, and what the ride to {end} on {ride_day} cost in Huddle.',
    )

    product: str
    day: str
    row: str
    other_row: str
    end: str
    ride_day: str
    when: str
    other_when: str
    title: str
    order: str
    fare: str
    cents: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, huddle = scene.rng, scene.phone.databases[HUDDLE_PATH]
        (product,) = draw_products(scene, 1)
        clear_orders(shop_of(scene), product["_id"])
        ages = rng.sample(range(7, 28), 2)
        order = order_one(scene, product["_id"], age=ages[0], status=DELIVERED, others=1)
        other = order
        while other["total"] == order["total"]:
            other = order_one(scene, product["_id"], age=ages[1], status=DELIVERED, others=1)
        end = rng.choice(NAMES)
        huddle.run("DELETE FROM ride_trips WHERE destination = ?", end)
        days, fares = rng.sample(range(2, 25), 2), rng.sample(range(901, 3900, 10), 2)
        stamps = [millis(scene.world.day(-day, rng.randint(7, 21), 15)) for day in days]
        card = wallet_of(scene).first_card
        for stamp, cents in zip(stamps, fares, strict=True):
            add_trip(
                huddle,
                "Home",
                end,
                car="Economy",
                cents=cents,
                at_ms=stamp,
                method=card,
                status=DONE,
            )
        return cls(
            product=product["name"],
            day=said_day(scene.world.day(-ages[0]).date().isoformat()),
            row=placed_row(scene, order),
            other_row=placed_row(scene, other),
            end=end,
            ride_day=said_day(days_after(scene.phone.today, -days[0])),
            when=shown_moment(stamps[0]),
            other_when=shown_moment(stamps[1]),
            title=rng.choice(("Errand costs", "To be refunded", "For the office", "Both together")),
            order=dollars(order["total"]),
            fare=dollars(fares[0]),
            cents=order["total"] + fares[0],
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(CALCULATOR_PATH, "history", {"result": shortest(self.cents)}),
            noted(self.title, amount(self.cents)),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Shop")
        pilot.tap("Account", role="tab")
        pilot.tap("Orders", role="item")
        pilot.tap(f"{self.row} · {DELIVERED}", role="item")
        order = cents_in(pilot.read("total"))
        pilot.follow(enter("Ride"))
        pilot.tap("My rides")
        fare = cents_in(row_text(pilot, f"{self.end}, {self.when}", "$"))
        pilot.open("Calculator")
        pilot.follow(press(f"{shortest(order)}+{shortest(fare)}"))
        pilot.follow(write_note(self.title, pilot.read("result")))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another order": Instead(row=self.other_row),
            "another ride": Instead(when=self.other_when),
            "without the calculator": Way(*write_note(self.title, dollars(self.cents))),
        }


@dataclass(frozen=True)
class ShareOfDinner(TaskType):
    """A bill divided by the number of people that was texted, asked for with the Wallet."""

    template = "cross.request_share_of_bill"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Expenses", "Wallet")
    hidden = ("bill", "said")
    goals = (
        'Ask {name} with the Wallet for their equal share of "{note}", which is in my Expenses. How many we were, they texted me. Note: "{note}".',
        'I paid for all of us ("{note}" in Expenses). {name} wrote me by text how many people we were altogether; request their part from them in the Wallet with the note {note}.',
        'Divide the amount of "{note}" in Expenses by the number of people in {name}\'s text message, and send {name} a Wallet request for one part. Write "{note}" as the note.',
    )

    name: str
    note: str
    bill: str
    said: str
    each: int
    near: str
    planned: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[EXPENSES_PATH]
        one, double = payees(scene)
        category, note = draw_purchase(rng)
        people, planned, wrong = rng.sample(range(3, 9), 3)
        each = draw_cents(rng, 8, 45)
        rows = [(note, each * people), (f"{note} last year", each * people + 2500)]
        for what, cents in rng.sample(rows, 2):
            add_expense(database, cents, category=category, day=draw_day(scene, -20, -1), note=what)
        talk(scene, double.phone, f"About the {note}: we were {wrong} people in all.", hour=7)
        talk(
            scene,
            one.phone,
            f"The table was booked for {planned} people.",
            f"About the {note}: we were {people} people in all.",
        )
        return cls(
            name=one.name,
            note=note,
            bill=dollars(each * people),
            said=f"we were {people} people",
            each=each,
            near=f"About the {note}:",
            planned="was booked for",
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        whom = {"party": self.name, "handle": handle_for(self.name), "incoming": 0}
        wanted = {**whom, "amount": self.each, "note": self.note}
        return [Added(WALLET_PATH, "requests", wanted), *SUMS]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        people = int(extract(pilot, r"(\d+) people", self.near)[1])
        pilot.open("Expenses")
        pilot.type(self.note, into="Search expenses")
        bill = cents_in(pilot.reach(self.note, role="item").text)
        pilot.follow(request_money(self.name, bill // people, self.note))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "as many as were planned": Instead(near=self.planned),
            "the whole bill": Way(*request_money(self.name, cents_in(self.bill), self.note)),
            "from the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class PayAndLog(TaskType):
    """A price from a text is paid with the Wallet and entered as an expense."""

    template = "cross.pay_and_log"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Wallet", "Expenses")
    hidden = ("asked",)
    goals = (
        'Pay {name} for "{note}" with my Wallet (PIN {pin}, note "{note}") and log the same amount in Expenses under {category} as "{note}". The price is in their text message.',
        '{name} texted me what I have to pay for "{note}". Send them the money by Wallet with {note} as the note, PIN {pin}, and then enter it in Expenses: note {note}, category {category}, today.',
        'Two things, please: transfer what {name} wants for "{note}" (see our text messages) from my Wallet, PIN {pin}, note "{note}"; and add it to Expenses of today as "{note}" in {category}.',
    )

    name: str
    note: str
    category: str
    asked: str
    cents: int
    near: str
    first: str
    day: str
    pin: str
    balance: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[WALLET_PATH]
        one, double = payees(scene)
        category, note = draw_purchase(rng)
        asked, other = draw_cents(rng, 15, 120), draw_cents(rng, 15, 120) + 1
        first = asked + 500
        talk(scene, double.phone, f"The {note} is {dollars(other)}.", hour=7)
        talk(
            scene,
            one.phone,
            f"I thought of {dollars(first)} for the {note}.",
            f"For you the {note} is {dollars(asked)}.",
        )
        return cls(
            name=one.name,
            note=note,
            category=category,
            asked=dollars(asked),
            cents=asked,
            near=f"For you the {note} is",
            first="I thought of",
            day=scene.phone.today,
            pin=pin_of(database),
            balance=balance_of(database),
        )

    def expect(self) -> list[Expectation]:
        return [
            *money_sent(self.name, self.cents, self.balance, note=self.note),
            logged(self.cents, self.note, self.category, self.day),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        cents = cents_in(pilot.reach(self.near).text)
        pilot.open("Wallet")
        pilot.follow(send(self.name, typed(cents), self.note, self.pin))
        pilot.follow(log_expense(cents, self.note, self.category))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the first price": Instead(near=self.first),
            "only paid": StopAt(Open("Expenses")),
            "only logged": Way(*log_expense(self.cents, self.note, self.category)),
        }


TASKS = templates_of(TripCosts, SumByCalculator, ShareOfDinner, PayAndLog)
