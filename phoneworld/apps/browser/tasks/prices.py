"""Questions about prices, which are added up or compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser import data
from phoneworld.apps.browser.sites import museum, shop
from phoneworld.apps.browser.tasks.setup import NEW_TAB, cells, fact_of, open_site, publish, web
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)
from phoneworld.formats import cents_of, dollars


@dataclass(frozen=True)
class TicketTotal(TaskType):
    """What a group pays at the museum."""

    template = "browser.ticket_total"
    level = Level.HARD
    apps = ("Browser",)
    hidden = ("adult", "child")
    goals = (
        (
            "What do {adults} adults and {children} children pay at the Harbor Museum? Use the ticket "
            "prices on their website (no family ticket)."
        ),
        (
            "We are {adults} adults and {children} children. Work out the total price for single tickets at "
            "the Harbor Museum, from their website."
        ),
        (
            "Look up the Harbor Museum's prices and tell me the sum for {adults} adult and {children} child "
            "tickets."
        ),
    )

    adults: int
    children: int
    adult: str
    child: str
    total: str
    students_total: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        adult, child = rng.randrange(900, 2100, 50), rng.randrange(300, 850, 50)
        prices = [
            ("Adults", dollars(adult)),
            ("Students", dollars(adult - 250)),
            ("Children", dollars(child)),
            ("Family", dollars(adult * 2 + 150)),
        ]
        data.put_page(web(scene), museum.visit(museum.some_hours(rng), prices))
        adults, children = rng.randint(2, 4), rng.randint(2, 5)
        return cls(
            adults=adults,
            children=children,
            adult=dollars(adult),
            child=dollars(child),
            total=dollars(adults * adult + children * child),
            students_total=dollars(adults * (adult - 250) + children * child),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.total), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Harbor Museum", "Opening hours and tickets"))
        adult = cents_of(cells(pilot, "Adults")[1]) or 0
        child = cents_of(cells(pilot, "Children")[1]) or 0
        pilot.say(dollars(self.adults * adult + self.children * child))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "students instead of adults": Swap(Say, Say(self.students_total)),
            "one child too few": Instead(children=self.children - 1),
        }


@dataclass(frozen=True)
class CompareProductPrices(TaskType):
    """Which of two products costs less, and by how much."""

    template = "browser.compare_prices"
    level = Level.HARD
    apps = ("Browser",)
    hidden = ("low", "high")
    goals = (
        "Which is cheaper at Pine & Parcel, the {first} or the {second}, and by how much?",
        (
            "Compare the prices of the {first} and the {second} in the Pine & Parcel web shop. Tell me the "
            "cheaper one and the difference."
        ),
        (
            "How much do I save if I take the cheaper of {first} and {second} from Pine & Parcel? Say which "
            "one it is."
        ),
    )

    first: str
    second: str
    cheaper: str
    low: str
    high: str
    difference: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        names = list(
            rng.choice(
                (
                    ("Felt slippers", "Cork sandals"),
                    ("Folding chair", "Garden stool"),
                    ("Copper kettle", "Steel kettle"),
                    ("Linen apron", "Oven gloves"),
                    ("Picnic basket", "Cooling bag"),
                )
            )
        )
        rng.shuffle(names)
        prices = [cents * 10 for cents in rng.sample(range(140, 990), 2)]
        for name, price in zip(names, prices, strict=True):
            page = shop.product(
                name,
                price_cents=price,
                stock=rng.randint(1, 20),
                grams=rng.randrange(200, 900, 20),
                years=rng.randint(1, 5),
                art=f"product:{rng.randint(1, 90)}",
            )
            publish(scene, page)
        low, high = sorted(prices)
        return cls(
            first=names[0],
            second=names[1],
            cheaper=names[prices.index(low)],
            low=dollars(low),
            high=dollars(high),
            difference=dollars(high - low),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.cheaper, self.difference), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Pine & Parcel", self.first))
        first = cents_of(fact_of(pilot, "Price")) or 0
        pilot.back()
        pilot.tap(self.second, role="item")
        second = cents_of(fact_of(pilot, "Price")) or 0
        cheaper = self.first if first < second else self.second
        pilot.say(f"{cheaper}, {dollars(abs(first - second))}")

    def mistakes(self) -> dict[str, Mistake]:
        dearer = self.second if self.cheaper == self.first else self.first
        return {
            "the dearer one": Swap(Say, Say(f"{dearer}, {self.difference}")),
            "no difference": Swap(Say, Say(self.cheaper)),
        }
