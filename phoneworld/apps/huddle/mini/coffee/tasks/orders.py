"""Tasks that order."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import day_text, days_after, long_day
from phoneworld.apps.huddle.mini.coffee.data import (
    PAYEE,
    PICKED_UP,
    PREPARING,
    SHOPS,
    SIZES,
    add_order,
    extras_text,
    unit_cents,
)
from phoneworld.apps.huddle.mini.coffee.tasks.setup import (
    DRINKS,
    MILKS,
    NEW_DAYS,
    OTHERS,
    OrderLine,
    base_cents,
    open_item,
    some_lines,
)
from phoneworld.apps.huddle.receipts import MiniTask, PaymentMethods, enter, paid, pay, wallet_of
from phoneworld.author import (
    Added,
    Changed,
    Child,
    Expectation,
    Instead,
    Level,
    Mistake,
    PickTime,
    Scene,
    Script,
    StopAt,
    Tap,
    TapId,
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
    wallet: PaymentMethods

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
    lines: tuple[OrderLine, ...]
    cents: int
    wallet: PaymentMethods

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
