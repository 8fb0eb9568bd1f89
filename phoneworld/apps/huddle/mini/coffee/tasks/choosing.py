"""Tasks with the cart and the menu."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.coffee.data import (
    EXTRAS,
    SHOPS,
    SIZES,
    add_to_cart,
    unit_cents,
)
from phoneworld.apps.huddle.mini.coffee.tasks.menu import (
    COUNTS,
    DRINKS,
    PASTRIES,
    base_cents,
    open_item,
)
from phoneworld.apps.huddle.receipts import MiniTask, enter, pay, row_text
from phoneworld.apps.huddle.wording import (
    cents_in,
    plain,
    time_readings,
)
from phoneworld.author import (
    Added,
    Also,
    Answered,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Pilot,
    Removed,
    Scene,
    Script,
    Tap,
    TapId,
    templates_of,
)
from phoneworld.wording import dollars


@dataclass(frozen=True)
class FillCart(MiniTask):
    """Several of a drink into the cart; nothing is ordered yet."""

    template = "huddle.coffee_add_to_cart"
    level = Level.MEDIUM
    goals = (
        (
            "Put {count} {low_size} {item}s with {extra} into my cart in Huddle's Coffee, but do not "
            "order yet."
        ),
        (
            "I would like {count} {low_size} {item}s with {extra}. Just add them to the Huddle coffee "
            "cart, I will order later."
        ),
        (
            "Add to my Huddle coffee cart: {item}, {low_size}, {extra}, {count} of them. Leave it in "
            "the cart."
        ),
    )

    item: str
    other: str
    size: str
    low_size: str
    extra: str
    number: int
    count: str
    cents: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        item, other = rng.sample(DRINKS, 2)
        size, extra = rng.choice(("Medium", "Large")), rng.choice(tuple(EXTRAS))
        number = rng.choice(tuple(COUNTS))
        return cls(
            item=item,
            other=other,
            size=size,
            low_size=size.lower(),
            extra=extra.lower(),
            number=number,
            count=COUNTS[number],
            cents=unit_cents(base_cents(database, item), size, extra),
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(
                PATH,
                "coffee_cart",
                {
                    "item": self.item,
                    "size": self.size,
                    "extras": self.extra,
                    "quantity": self.number,
                    "cents": self.cents,
                },
            )
        ]

    def script(self) -> Script:
        return (
            *enter("Coffee"),
            *open_item(self.item),
            Tap(self.size),
            Tap(self.extra),
            *(Tap("More") for _ in range(self.number - 1)),
            TapId("add"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only one": Instead(number=1),
            "another drink": Instead(item=self.other),
            "ordered it": Also(TapId("cart"), TapId("order"), *pay()),
        }


@dataclass(frozen=True)
class RemoveFromCart(MiniTask):
    """One line of the cart goes, the one of another size stays."""

    template = "huddle.coffee_remove"
    level = Level.EASY
    goals = (
        "Take the {low_size} {item} out of my coffee cart in Huddle.",
        "Remove the {low_size} {item} from the cart of Huddle's Coffee.",
        "I changed my mind: no {low_size} {item} please, delete it from my Huddle coffee cart.",
    )

    item: str
    size: str
    low_size: str
    other: str
    third: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        item, third = rng.sample(DRINKS, 2)
        size, other = rng.sample(tuple(SIZES), 2)
        lines = [(item, size), (item, other), (third, size)]
        rng.shuffle(lines)
        for name, how in lines:
            add_to_cart(
                database, name, cents=unit_cents(base_cents(database, name), how, ""), size=how
            )
        return cls(item=item, size=size, low_size=size.lower(), other=other, third=third)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "coffee_cart", {"item": self.item, "size": self.size})]

    def script(self) -> Script:
        return (
            *enter("Coffee"),
            TapId("cart"),
            Hold(f"{self.item}, {self.size}"),
            Tap("Remove"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other size": Instead(size=self.other),
            "another drink": Instead(item=self.third),
        }


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
        return [Answered(time_readings(self.closes), nots=tuple(self.wrong))]

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
        return [Answered(self.total)]

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


TASKS = templates_of(
    FillCart,
    RemoveFromCart,
    ReadHours,
    PriceOfRound,
)
