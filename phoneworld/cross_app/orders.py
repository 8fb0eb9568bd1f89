"""Orders of the Shop across apps: their numbers, and the days on which they come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail.tasks.setup import SUBJECTS, add_friend
from phoneworld.apps.shop.data import (
    PROCESSING,
    SHIPPED,
)
from phoneworld.apps.shop.tasks.setup import (
    clear_orders,
    database_of,
    draw_products,
    order_one,
    placed_row,
    spoken,
)
from phoneworld.author import (
    Contains,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    PickDate,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import day_in, read_like
from phoneworld.cross_app.outcomes import mailed, whole_day
from phoneworld.cross_app.shared_steps import all_day_event, mail_to
from phoneworld.formats import day_name
from phoneworld.world import from_millis


def open_orders() -> Script:
    """Go to the orders of the Shop."""
    return (Open("Shop"), Tap("Account", role="tab"), Tap("Orders", role="item"))


@dataclass(frozen=True)
class OrderNumberToMail(TaskType):
    """The number of one of two orders of the same thing goes into a mail."""

    template = "cross.order_number_to_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Shop", "Mail")
    hidden = ("number",)
    goals = (
        'Mail {name} the number of my Shop order of the {product} from {day}. Subject: "{subject}".',
        "{name} needs the order number of the {product} that I ordered in the Shop on {day}. Write them a mail with the subject {subject} that says it.",
        'Write {name} an email with the subject "{subject}" and tell them the number of the order that I placed in the Shop on {day} ({product}).',
    )

    name: str
    address: str
    double: str
    product: str
    subject: str
    day: str
    row: str
    other_row: str
    number: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        friend = add_friend(scene)
        double = add_friend(scene, first=friend.first)
        (product,) = draw_products(scene, 1)
        clear_orders(database_of(scene), product["_id"])
        ages = scene.rng.sample(range(1, 6), 2)
        one, other = (order_one(scene, product["_id"], age=age, status=PROCESSING) for age in ages)
        return cls(
            name=friend.name,
            address=friend.address,
            double=double.name,
            product=product["name"],
            subject=scene.rng.choice(SUBJECTS),
            day=spoken(scene.world.day(-ages[0]).date().isoformat()),
            row=placed_row(scene, one),
            other_row=placed_row(scene, other),
            number=one["number"],
        )

    def expect(self) -> list[Expectation]:
        return [mailed(self.address, Contains(self.number), self.subject)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_orders())
        pilot.tap(f"{self.product}, {self.row} ·", role="item")
        number = read_like(pilot, "Status", r"Order \d+").split()[1]
        pilot.follow(mail_to(self.name, self.subject))
        pilot.type(f"The order number is {number}.", into="Compose email")
        pilot.tap("Send", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other order": Instead(row=self.other_row),
            "to the namesake": Instead(name=self.double),
            "only a draft": Swap(Tap("Send", role="button"), Tap("Navigate up", role="button")),
        }


@dataclass(frozen=True)
class ArrivalToCalendar(TaskType):
    """The day on which an order comes is entered in the calendar."""

    template = "cross.arrival_to_calendar"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Shop", "Calendar")
    hidden = ("shown",)
    goals = (
        'Put an all-day event "{title}" into my calendar on the day when my Shop order with the {product} arrives.',
        'On which day does my order with the {product} come from the Shop? Enter "{title}" as an all-day event on that day.',
        'I have to be at home when my Shop order ({product}) is delivered. Add the all-day event "{title}" for that day to the calendar.',
    )

    product: str
    other: str
    title: str
    day: str
    shown: str
    placed: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        product, other = draw_products(scene, 2)
        for one in (product, other):
            clear_orders(database_of(scene), one["_id"])
        ages = scene.rng.sample(range(1, 4), 2)
        order, _ = (
            order_one(scene, one["_id"], age=age, status=SHIPPED)
            for one, age in zip((product, other), ages, strict=True)
        )
        return cls(
            product=product["name"],
            other=other["name"],
            title=scene.rng.choice(("Parcel day", "Be at home", "Wait for the parcel")),
            day=order["arrives"],
            shown=day_name(order["arrives"], scene.phone.today),
            placed=from_millis(order["placed"]).date().isoformat(),
        )

    def expect(self) -> list[Expectation]:
        return [whole_day(self.title, self.day)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_orders())
        pilot.tap(self.product, role="item")
        day = day_in(pilot, pilot.read("arrives"))
        pilot.follow(all_day_event(self.title, day))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another order": Instead(product=self.other),
            "when it was ordered": Swap(PickDate, PickDate(self.placed)),
        }


TASKS = templates_of(OrderNumberToMail, ArrivalToCalendar)
