"""Tasks with the cart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.coffee.data import EXTRAS, SIZES, add_to_cart, unit_cents
from phoneworld.apps.huddle.mini.coffee.tasks.setup import (
    CATEGORY,
    COUNTS,
    DRINKS,
    base_cents,
    open_item,
)
from phoneworld.apps.huddle.receipts import MiniTask, enter, pay
from phoneworld.author import (
    Added,
    Also,
    End,
    Expectation,
    ExpectedEnding,
    ExpectedQuestion,
    FinishStatus,
    Guess,
    Hold,
    Instead,
    Level,
    Mistake,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
)


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
            ExpectedQuestion(),
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
class CoffeeSoldOut(MiniTask):
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
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

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
