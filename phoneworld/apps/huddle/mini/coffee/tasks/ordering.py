"""Tasks that order."""

from __future__ import annotations

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
    base_cents,
    open_item,
    some_lines,
)
from phoneworld.apps.huddle.receipts import MiniTemplate, enter, paid, pay, wallet_of
from phoneworld.apps.huddle.wording import (
    day_text,
    days_after,
    long_day,
)
from phoneworld.tasks.expect import Added, Asked, Changed, Ended, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene
from phoneworld.world import millis
from runtime.actions import FinishStatus


class OrderDrink(MiniTemplate):
    """A drink made to wish, picked up at another shop at a certain time."""

    name = "huddle.coffee_order"
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

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        item = rng.choice([name for name in DRINKS if name != "Espresso"])
        size, other_size = rng.sample(tuple(SIZES), 2)
        milk, extra = rng.choice(MILKS), rng.choice(OTHERS)
        current = database.value("SELECT shop FROM coffee_prefs")
        shops = [f"Bean Bar {name}" for name in SHOPS if f"Bean Bar {name}" != current]
        shop, other_shop = rng.sample(shops, 2)
        extras = extras_text((milk, extra))
        hour = rng.randint(10, 15)
        return {
            "item": item,
            "size": size,
            "low_size": size.lower(),
            "other_size": other_size,
            "milk": milk.lower(),
            "extra": extra.lower(),
            "extras": [milk, extra],
            "stored": extras,
            "shop": shop,
            "other_shop": other_shop,
            "time": f"{hour}:{rng.choice((15, 30, 45))}",
            "other_time": f"{hour + 1}:00",
            "cents": unit_cents(base_cents(database, item), size, extras),
            **wallet_of(scene),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Changed(PATH, "coffee_prefs", {}, {"shop": v["shop"]}),
            Added(
                PATH,
                "coffee_orders",
                {
                    "shop": v["shop"],
                    "pickup": v["time"],
                    "cents": v["cents"],
                    "status": PREPARING,
                    "note": "",
                },
            ),
            Added(
                PATH,
                "coffee_lines",
                {"item": v["item"], "size": v["size"], "extras": v["stored"], "quantity": 1},
            ),
            *paid(v, PAYEE, v["cents"]),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Coffee")
        pilot.tap_id("shop")
        pilot.tap(v["shop"])
        open_item(pilot, v["item"])
        pilot.tap(v["size"])
        for extra in v["extras"]:
            pilot.tap(extra)
        pilot.tap_id("add")
        pilot.tap_id("cart")
        pilot.tap_id("pickup")
        pilot.tap("Choose a time")
        pilot.pick_time(v["time"])
        pilot.tap_id("order")
        pay(pilot)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another size": {"size": v["other_size"]},
            "forgot an extra": {"extras": v["extras"][:1]},
            "another shop": {"shop": v["other_shop"]},
            "another time": {"time": v["other_time"]},
        }


class OrderAgain(MiniTemplate):
    """The order of a certain day, once more."""

    name = "huddle.coffee_order_again"
    level = Level.MEDIUM
    goals = (
        "Order the same coffee again that I ordered in Huddle on {long_day}.",
        "In Huddle's Coffee, repeat my order from {long_day}.",
        (
            "What I had from the Huddle coffee bar on {long_day} was good. Place that order again, as "
            "soon as possible."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        shop = database.value("SELECT shop FROM coffee_prefs")
        wallet = wallet_of(scene)
        days = rng.sample(NEW_DAYS, 2)
        orders = [some_lines(scene, 2), some_lines(scene, 2)]
        for day, lines in zip(days, orders, strict=True):
            add_order(
                database,
                shop,
                lines,
                at_ms=millis(scene.world.day(-day, rng.randint(8, 16), rng.randint(0, 59))),
                method=wallet["first_card"],
                status=PICKED_UP,
            )
        dates = [days_after(scene.phone.today, -day) for day in days]
        return {
            "long_day": long_day(dates[0]),
            "day": day_text(dates[0]),
            "other_day": day_text(dates[1]),
            "shop": shop,
            "lines": orders[0],
            "cents": sum(line["cents"] * line["quantity"] for line in orders[0]),
            **wallet,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(
                PATH,
                "coffee_orders",
                {
                    "shop": v["shop"],
                    "cents": v["cents"],
                    "status": PREPARING,
                    "pickup": "",
                    "note": "",
                },
            ),
            *(Added(PATH, "coffee_lines", line) for line in v["lines"]),
            *paid(v, PAYEE, v["cents"]),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Coffee")
        pilot.tap("My orders")
        pilot.tap(v["day"])
        pilot.tap("Order again")
        if not v.get("stops"):
            pilot.tap_id("order")
            pay(pilot)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another day": {"day": v["other_day"]}, "left in the cart": {"stops": True}}


class AskSize(MiniTemplate):
    """The size is not said."""

    name = "huddle.coffee_ask_size"
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

    def setup(self, scene: Scene) -> Params:
        size, other = scene.rng.sample(tuple(SIZES), 2)
        extra = scene.rng.choice(tuple(EXTRAS))
        return {
            "item": scene.rng.choice(DRINKS),
            "extra": extra.lower(),
            "size": size,
            "other": other,
        }

    def reply(self, question: str, v: Params) -> str:
        del question
        return f"{v['size']}, please."

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Asked(),
            Added(
                PATH,
                "coffee_cart",
                {"item": v["item"], "size": v["size"], "extras": v["extra"], "quantity": 1},
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        size = v.get("guess") or pilot.ask(f"Which size of {v['item']}?").partition(",")[0]
        enter(pilot, "Coffee")
        open_item(pilot, v["item"])
        pilot.tap(size)
        pilot.tap(v["extra"])
        pilot.tap_id("add")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["size"]},
            "guessed wrong": {"guess": v["other"]},
        }


class SoldOut(MiniTemplate):
    """What is wanted is not there today, and nothing else will do."""

    name = "huddle.coffee_sold_out"
    level = Level.EASY
    goals = (
        "Put one {item} into my coffee cart in Huddle. Nothing else will do.",
        "Add one {item} to the cart of Huddle's Coffee; I do not want any replacement.",
        "I want one {item} from the Huddle coffee bar and only that, place it in my cart.",
    )

    def setup(self, scene: Scene) -> Params:
        item = scene.rng.choice(tuple(CATEGORY))
        same = [name for name in CATEGORY if CATEGORY[name] == CATEGORY[item] and name != item]
        scene.phone.databases[PATH].run("UPDATE coffee_items SET sold_out = 1 WHERE name = ?", item)
        return {"item": item, "other": scene.rng.choice(same)}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Coffee")
        open_item(pilot, v["item"])
        pilot.reach("Add to cart")
        if v.get("claims"):
            return
        if pilot.shows("Sold out"):
            pilot.give_up(f"{v['item']} is sold out.")
            return
        pilot.tap_id("add")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"something else": {"item": v["other"]}, "said it was done": {"claims": True}}


TASKS = (
    OrderDrink(),
    OrderAgain(),
    AskSize(),
    SoldOut(),
)
