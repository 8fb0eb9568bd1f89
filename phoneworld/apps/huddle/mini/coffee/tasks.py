"""Tasks with the coffee bar."""

from __future__ import annotations

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.coffee.data import (
    EXTRAS,
    MENU,
    PAYEE,
    PICKED_UP,
    PREPARING,
    SHOPS,
    SIZES,
    add_order,
    add_to_cart,
    extras_text,
    has_sizes,
    unit_cents,
)
from phoneworld.apps.huddle.receipts import MiniTemplate, enter, paid, pay, row_text, wallet_of
from phoneworld.apps.huddle.wording import (
    cents_in,
    day_text,
    days_after,
    long_day,
    plain,
    time_readings,
)
from phoneworld.store import Database
from phoneworld.tasks.expect import Added, Answered, Asked, Changed, Ended, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene
from phoneworld.wording import dollars
from phoneworld.world import millis
from runtime.actions import FinishStatus

CATEGORY = {name: category for name, category, _, _ in MENU}
MILKLESS = ("Lemonade", "Earl Grey", "Green Tea", "Mint Tea")
DRINKS = tuple(name for name in CATEGORY if has_sizes(CATEGORY[name]) and name not in MILKLESS)
"""Drinks that people take milk and syrup with."""
PASTRIES = tuple(name for name in CATEGORY if not has_sizes(CATEGORY[name]))
MILKS = ("Oat milk", "Soy milk")
OTHERS = tuple(name for name in EXTRAS if name not in MILKS)
COUNTS = {2: "two", 3: "three", 4: "four"}
NEW_DAYS = (4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21)
"""Days ago on which no order was made up."""


def base_cents(database: Database, item: str) -> int:
    """The price of the smallest."""
    return database.value("SELECT cents FROM coffee_items WHERE name = ?", item)


def open_item(pilot: Pilot, item: str) -> None:
    """Go to a thing of the menu, from the menu."""
    if CATEGORY[item] != "Hot":
        pilot.tap(CATEGORY[item], role="button")
    pilot.tap(item, role="item")


def some_lines(scene: Scene, count: int) -> list[Params]:
    """Lines of an order or a cart."""
    rng, database = scene.rng, scene.phone.databases[PATH]
    lines: list[Params] = []
    for item in rng.sample(tuple(CATEGORY), count):
        size = rng.choice(tuple(SIZES)) if has_sizes(CATEGORY[item]) else ""
        extras = rng.choice(OTHERS) if size and rng.random() < 0.5 else ""
        lines.append(
            {
                "item": item,
                "size": size,
                "extras": extras,
                "quantity": rng.randint(1, 2),
                "cents": unit_cents(base_cents(database, item), size, extras),
            }
        )
    return lines


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


class FillCart(MiniTemplate):
    """Several of a drink into the cart; nothing is ordered yet."""

    name = "huddle.coffee_add_to_cart"
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

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        item, other = rng.sample(DRINKS, 2)
        size, extra = rng.choice(("Medium", "Large")), rng.choice(tuple(EXTRAS))
        number = rng.choice(tuple(COUNTS))
        return {
            "item": item,
            "other": other,
            "size": size,
            "low_size": size.lower(),
            "extra": extra.lower(),
            "number": number,
            "count": COUNTS[number],
            "cents": unit_cents(base_cents(database, item), size, extra),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(
                PATH,
                "coffee_cart",
                {
                    "item": v["item"],
                    "size": v["size"],
                    "extras": v["extra"],
                    "quantity": v["number"],
                    "cents": v["cents"],
                },
            )
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Coffee")
        open_item(pilot, v["item"])
        pilot.tap(v["size"])
        if not v.get("plain"):
            pilot.tap(v["extra"])
        for _ in range(v["number"] - 1):
            pilot.tap("More")
        pilot.tap_id("add")
        if v.get("orders"):
            pilot.tap_id("cart")
            pilot.tap_id("order")
            pay(pilot)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "only one": {"number": 1},
            "another drink": {"item": v["other"]},
            "without the extra": {"plain": True},
            "ordered it": {"orders": True},
        }


class RemoveFromCart(MiniTemplate):
    """One line of the cart goes, the one of another size stays."""

    name = "huddle.coffee_remove"
    level = Level.EASY
    goals = (
        "Take the {low_size} {item} out of my coffee cart in Huddle.",
        "Remove the {low_size} {item} from the cart of Huddle's Coffee.",
        "I changed my mind: no {low_size} {item} please, delete it from my Huddle coffee cart.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        item, third = rng.sample(DRINKS, 2)
        size, other = rng.sample(tuple(SIZES), 2)
        lines = [(item, size), (item, other), (third, size)]
        rng.shuffle(lines)
        for name, how in lines:
            add_to_cart(
                database, name, cents=unit_cents(base_cents(database, name), how, ""), size=how
            )
        return {
            "item": item,
            "size": size,
            "low_size": size.lower(),
            "other": other,
            "third": third,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "coffee_cart", {"item": v["item"], "size": v["size"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Coffee")
        pilot.tap_id("cart")
        pilot.hold(f"{v['item']}, {v['size']}")
        pilot.tap("Remove")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other size": {"size": v["other"]}, "another drink": {"item": v["third"]}}


class ReadHours(MiniTemplate):
    """When a shop closes."""

    name = "huddle.coffee_hours"
    level = Level.EASY
    hidden = ("closes",)
    goals = (
        "Until what time is {shop} open? Huddle's Coffee knows.",
        "When does {shop} close according to Huddle?",
        "Check in the Coffee mini-app of Huddle how late {shop} is open.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        shops = [f"Bean Bar {name}" for name in SHOPS]
        times = rng.sample([f"{h}:{m}" for h in range(17, 22) for m in ("00", "30")], len(shops))
        for shop, time in zip(shops, times, strict=True):
            database.run("UPDATE coffee_shops SET closes = ? WHERE name = ?", time, shop)
        current = database.value("SELECT shop FROM coffee_prefs")
        index = rng.choice([i for i, shop in enumerate(shops) if shop != current])
        other = next(i for i in range(len(shops)) if i != index)
        return {
            "shop": shops[index],
            "closes": times[index],
            "other": shops[other],
            "wrong": [time for time in times if time != times[index]],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(time_readings(v["closes"]), nots=tuple(v["wrong"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Coffee")
        pilot.tap_id("shop")
        pilot.say(row_text(pilot, v["shop"], " to ").partition(" to ")[2].split()[0])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another shop": {"shop": v["other"]}}


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


class PriceOfRound(MiniTemplate):
    """What several things would cost; nothing is put into the cart."""

    name = "huddle.coffee_price_of_round"
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

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        item, pastry = rng.choice(DRINKS), rng.choice(PASTRIES)
        size, other = rng.sample(tuple(SIZES), 2)
        extra, number = rng.choice(tuple(EXTRAS)), rng.choice(tuple(COUNTS))
        one = unit_cents(base_cents(database, item), size, extra)
        cake = base_cents(database, pastry)
        return {
            "item": item,
            "size": size,
            "low_size": size.lower(),
            "other": other,
            "extra": extra.lower(),
            "number": number,
            "count": COUNTS[number],
            "pastry": pastry,
            "drink_price": dollars(one),
            "pastry_price": dollars(cake),
            "total": plain(number * one + cake),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["total"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Coffee")
        open_item(pilot, v["item"])
        pilot.tap(v["size"])
        if not v.get("plain"):
            pilot.tap(v["extra"])
        one = cents_in(pilot.read("add"))
        pilot.back()
        pilot.tap("Bakery", role="button")
        cake = cents_in(row_text(pilot, v["pastry"], "$"))
        pilot.say(dollars(v["number"] * one + cake))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another size": {"size": v["other"]},
            "without the extra": {"plain": True},
            "only one": {"number": 1},
        }


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
    FillCart(),
    RemoveFromCart(),
    ReadHours(),
    OrderAgain(),
    PriceOfRound(),
    AskSize(),
    SoldOut(),
)
