"""Tasks that order."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.coffee.data import (
    EXTRAS,
    PAYEE,
    PICKED_UP,
    PREPARING,
    SHOPS,
    SIZES,
    add_order,
    extras_text,
    unit_cents,
)
from phoneworld.apps.huddle.mini.coffee.tasks.menu import (
    CATEGORY,
    DRINKS,
    MILKS,
    NEW_DAYS,
    OTHERS,
    Line,
    base_cents,
    open_item,
    some_lines,
)
from phoneworld.apps.huddle.receipts import MiniTask, Wallet, enter, paid, pay, wallet_of
from phoneworld.apps.huddle.wording import (
    day_text,
    days_after,
    long_day,
)
from phoneworld.author import (
    Added,
    Asked,
    Changed,
    Child,
    End,
    Ended,
    Expectation,
    FinishStatus,
    Guess,
    Instead,
    Level,
    Mistake,
    PickTime,
    Pilot,
    Scene,
    Script,
    StopAt,
    Swap,
    Tap,
    TapId,
    templates_of,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class OrderDrink(MiniTask):
    """A drink made to wish, picked up at another shop at a certain time."""

    template = "huddle.coffee_order"
    level = Level.HARD
    goals = (
        (
            "Order a {low_size} {item} with {milk} and {extra} in Huddle's Coffee. I will pick it up "
            "at {shop} at {time}."
        ),
        (
            "At {time} I want to pick up a {low_size} {item} at {shop}, with {milk} and {extra}. "
            "Order it through Huddle."
        ),
        (
            "Get me one {low_size} {item} from {shop} via the Coffee mini-app in Huddle: {milk}, "
            "{extra}, ready at {time}."
        ),
    )

    item: str
    size: str
    low_size: str
    other_size: str
    milk: str
    extra: str
    extras: tuple[str, ...]
    stored: str
    shop: str
    other_shop: str
    time: str
    other_time: str
    cents: int
    wallet: Wallet

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        item = rng.choice([name for name in DRINKS if name != "Espresso"])
        size, other_size = rng.sample(tuple(SIZES), 2)
        milk, extra = rng.choice(MILKS), rng.choice(OTHERS)
        current = database.value("SELECT shop FROM coffee_prefs")
        shops = [f"Bean Bar {name}" for name in SHOPS if f"Bean Bar {name}" != current]
        shop, other_shop = rng.sample(shops, 2)
        extras = extras_text((milk, extra))
        hour = rng.randint(10, 15)
        return cls(
            item=item,
            size=size,
            low_size=size.lower(),
            other_size=other_size,
            milk=milk.lower(),
            extra=extra.lower(),
            extras=(milk, extra),
            stored=extras,
            shop=shop,
            other_shop=other_shop,
            time=f"{hour}:{rng.choice((15, 30, 45))}",
            other_time=f"{hour + 1}:00",
            cents=unit_cents(base_cents(database, item), size, extras),
            wallet=wallet_of(scene),
        )

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "coffee_prefs", {}, {"shop": self.shop}),
            Added(
                PATH,
                "coffee_orders",
                {
                    "shop": self.shop,
                    "pickup": self.time,
                    "cents": self.cents,
                    "status": PREPARING,
                    "note": "",
                },
                children=(
                    Child(
                        "coffee_lines",
                        "order_id",
                        {
                            "item": self.item,
                            "size": self.size,
                            "extras": self.stored,
                            "quantity": 1,
                        },
                    ),
                ),
            ),
            *paid(self.wallet, PAYEE, self.cents),
        ]

    def script(self) -> Script:
        return (
            *enter("Coffee"),
            TapId("shop"),
            Tap(self.shop),
            *open_item(self.item),
            Tap(self.size),
            *(Tap(extra) for extra in self.extras),
            TapId("add"),
            TapId("cart"),
            TapId("pickup"),
            Tap("Choose a time"),
            PickTime(self.time),
            TapId("order"),
            *pay(),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another size": Instead(size=self.other_size),
            "forgot an extra": Instead(extras=self.extras[:1]),
            "another shop": Instead(shop=self.other_shop),
            "another time": Instead(time=self.other_time),
        }


@dataclass(frozen=True)
class OrderAgain(MiniTask):
    """The order of a certain day, once more."""

    template = "huddle.coffee_order_again"
    level = Level.MEDIUM
    goals = (
        "Order the same coffee again that I ordered in Huddle on {long_day}.",
        "In Huddle's Coffee, repeat my order from {long_day}.",
        (
            "What I had from the Huddle coffee bar on {long_day} was good. Place that order again, as "
            "soon as possible."
        ),
    )

    long_day: str
    day: str
    other_day: str
    shop: str
    lines: tuple[Line, ...]
    cents: int
    wallet: Wallet

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        shop = database.value("SELECT shop FROM coffee_prefs")
        wallet = wallet_of(scene)
        days = rng.sample(NEW_DAYS, 2)
        orders = [some_lines(scene, 2), some_lines(scene, 2)]
        for day, lines in zip(days, orders, strict=True):
            add_order(
                database,
                shop,
                [asdict(line) for line in lines],
                at_ms=millis(scene.world.day(-day, rng.randint(8, 16), rng.randint(0, 59))),
                method=wallet.first_card,
                status=PICKED_UP,
            )
        dates = [days_after(scene.phone.today, -day) for day in days]
        return cls(
            long_day=long_day(dates[0]),
            day=day_text(dates[0]),
            other_day=day_text(dates[1]),
            shop=shop,
            lines=tuple(orders[0]),
            cents=sum(line.cents * line.quantity for line in orders[0]),
            wallet=wallet,
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(
                PATH,
                "coffee_orders",
                {
                    "shop": self.shop,
                    "cents": self.cents,
                    "status": PREPARING,
                    "pickup": "",
                    "note": "",
                },
                children=tuple(
                    Child("coffee_lines", "order_id", asdict(line)) for line in self.lines
                ),
            ),
            *paid(self.wallet, PAYEE, self.cents),
        ]

    def script(self) -> Script:
        return (
            *enter("Coffee"),
            Tap("My orders"),
            Tap(self.day),
            Tap("Order again"),
            TapId("order"),
            *pay(),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another day": Instead(day=self.other_day),
            "left in the cart": StopAt(TapId("order")),
        }


@dataclass(frozen=True)
class AskSize(MiniTask):
    """The size is not said."""

    template = "huddle.coffee_ask_size"
    level = Level.MEDIUM
    goals = (
        "Add one {item} with {extra} to my Huddle coffee cart. Ask me for the size.",
        (
            "I want one {item} with {extra} in the cart of Huddle's Coffee. Which size? Ask me, I may "
            "have another one than usual."
        ),
        (
            "Put one {item} with {extra} into my coffee cart in Huddle, and check the size with me "
            "before you do."
        ),
    )

    item: str
    extra: str
    size: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        size, other = scene.rng.sample(tuple(SIZES), 2)
        extra = scene.rng.choice(tuple(EXTRAS))
        return cls(item=scene.rng.choice(DRINKS), extra=extra.lower(), size=size, other=other)

    def reply(self, question: str) -> str:
        del question
        return f"{self.size}, please."

    def expect(self) -> list[Expectation]:
        return [
            Asked(),
            Added(
                PATH,
                "coffee_cart",
                {"item": self.item, "size": self.size, "extras": self.extra, "quantity": 1},
            ),
        ]

    def solve(self, pilot: Pilot) -> None:
        size = pilot.ask(f"Which size of {self.item}?").partition(",")[0]
        pilot.follow(enter("Coffee"))
        pilot.follow(open_item(self.item))
        pilot.tap(size)
        pilot.tap(self.extra)
        pilot.tap_id("add")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(f"{self.size}, please."),
            "guessed wrong": Guess(f"{self.other}, please."),
        }


@dataclass(frozen=True)
class SoldOut(MiniTask):
    """What is wanted is not there today, and nothing else will do."""

    template = "huddle.coffee_sold_out"
    level = Level.EASY
    goals = (
        "Put one {item} into my coffee cart in Huddle. Nothing else will do.",
        "Add one {item} to the cart of Huddle's Coffee; I do not want any replacement.",
        "I want one {item} from the Huddle coffee bar and only that, place it in my cart.",
    )

    item: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        item = scene.rng.choice(tuple(CATEGORY))
        same = [name for name in CATEGORY if CATEGORY[name] == CATEGORY[item] and name != item]
        scene.phone.databases[PATH].run("UPDATE coffee_items SET sold_out = 1 WHERE name = ?", item)
        return cls(item=item, other=scene.rng.choice(same))

    def expect(self) -> list[Expectation]:
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Coffee"))
        pilot.follow(open_item(self.item))
        pilot.reach("Add to cart")
        if pilot.shows("Sold out"):
            pilot.give_up(f"{self.item} is sold out.")
            return
        pilot.tap_id("add")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "something else": Instead(item=self.other),
            "said it was done": Swap(End, End()),
        }


TASKS = templates_of(
    OrderDrink,
    OrderAgain,
    AskSize,
    SoldOut,
)
