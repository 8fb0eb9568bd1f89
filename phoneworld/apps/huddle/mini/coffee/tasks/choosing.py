"""Tasks with the cart and the menu."""

from __future__ import annotations

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
from phoneworld.apps.huddle.receipts import MiniTemplate, enter, pay, row_text
from phoneworld.apps.huddle.wording import (
    cents_in,
    plain,
    time_readings,
)
from phoneworld.tasks.expect import Added, Answered, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene
from phoneworld.wording import dollars


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


TASKS = (
    FillCart(),
    RemoveFromCart(),
    ReadHours(),
    PriceOfRound(),
)
