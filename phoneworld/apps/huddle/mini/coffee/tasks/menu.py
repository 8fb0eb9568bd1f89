"""Questions about the shops and the menu."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import cents_in, plain, time_readings
from phoneworld.apps.huddle.mini.coffee.data import EXTRAS, SHOPS, SIZES, unit_cents
from phoneworld.apps.huddle.mini.coffee.tasks.setup import (
    COUNTS,
    DRINKS,
    PASTRIES,
    base_cents,
    open_item,
)
from phoneworld.apps.huddle.receipts import MiniTask, enter, row_text
from phoneworld.author import Expectation, ExpectedAnswer, Instead, Level, Mistake, Pilot, Scene
from phoneworld.formats import dollars


@dataclass(frozen=True)
class ReadHours(MiniTask):
    """When a shop closes."""

    template = "huddle.coffee_hours"
    level = Level.EASY
    hidden = ("closes",)
    goals = (
        "Until what time is {shop} open? Huddle's Coffee knows.",
        "When does {shop} close according to Huddle?",
        "Check in the Coffee mini-app of Huddle how late {shop} is open.",
    )

    shop: str
    closes: str
    other: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        shops = [f"Bean Bar {name}" for name in SHOPS]
        times = rng.sample([f"{h}:{m}" for h in range(17, 22) for m in ("00", "30")], len(shops))
        for shop, time in zip(shops, times, strict=True):
            database.run("UPDATE coffee_shops SET closes = ? WHERE name = ?", time, shop)
        current = database.value("SELECT shop FROM coffee_prefs")
        index = rng.choice([i for i, shop in enumerate(shops) if shop != current])
        other = next(i for i in range(len(shops)) if i != index)
        return cls(
            shop=shops[index],
            closes=times[index],
            other=shops[other],
            wrong=tuple(time for time in times if time != times[index]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(time_readings(self.closes), nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Coffee"))
        pilot.tap_id("shop")
        pilot.say(row_text(pilot, self.shop, " to ").partition(" to ")[2].split()[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another shop": Instead(shop=self.other)}


@dataclass(frozen=True)
class PriceOfRound(MiniTask):
    """What several things would cost; nothing is put into the cart."""

    template = "huddle.coffee_price_of_round"
    level = Level.HARD
    hidden = ("drink_price", "pastry_price")
    goals = (
        (
            "What would {count} {low_size} {item}s with {extra} and one {pastry} cost altogether in "
            "Huddle's Coffee? Only look, do not add anything to the cart."
        ),
        (
            "Tell me the total for {count} {low_size} {item}s, each with {extra}, plus one {pastry} at "
            "the Huddle coffee bar. Leave my cart alone."
        ),
        (
            "I am planning a round: {count} {low_size} {item}s with {extra}, and one {pastry}. How "
            "much is that in Huddle's Coffee? Do not order, do not fill the cart."
        ),
    )

    item: str
    size: str
    low_size: str
    other: str
    extra: str
    number: int
    count: str
    pastry: str
    drink_price: str
    pastry_price: str
    total: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        item, pastry = rng.choice(DRINKS), rng.choice(PASTRIES)
        size, other = rng.sample(tuple(SIZES), 2)
        extra, number = rng.choice(tuple(EXTRAS)), rng.choice(tuple(COUNTS))
        one = unit_cents(base_cents(database, item), size, extra)
        cake = base_cents(database, pastry)
        return cls(
            item=item,
            size=size,
            low_size=size.lower(),
            other=other,
            extra=extra.lower(),
            number=number,
            count=COUNTS[number],
            pastry=pastry,
            drink_price=dollars(one),
            pastry_price=dollars(cake),
            total=plain(number * one + cake),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.total)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Coffee"))
        pilot.follow(open_item(self.item))
        pilot.tap(self.size)
        pilot.tap(self.extra)
        one = cents_in(pilot.read("add"))
        pilot.back()
        pilot.tap("Bakery", role="button")
        cake = cents_in(row_text(pilot, self.pastry, "$"))
        pilot.say(dollars(self.number * one + cake))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another size": Instead(size=self.other), "only one": Instead(number=1)}
