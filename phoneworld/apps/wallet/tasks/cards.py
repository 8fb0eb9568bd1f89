"""Tasks with cards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Self

from phoneworld.apps.wallet.data import PATH, make_card_number, pin_of, spaced
from phoneworld.apps.wallet.tasks.setup import database_of, enter_pin
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Enter,
    Exact,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


def open_card(label: str) -> Script:
    """Go to a card."""
    return (Open("Wallet"), Tap("Cards", role="tab"), Tap(label, role="item"))


@dataclass(frozen=True)
class FreezeCard(TaskType):
    """A card is frozen."""

    template = "wallet.freeze_card"
    apps = ("Wallet",)
    goals = (
        "Freeze my {label} card in the Wallet.",
        "I cannot find my {label} card. Freeze it, please.",
        "Block payments with the {label} card for now (Wallet).",
        "Please freeze the card ending in {digits}.",
    )

    label: str
    digits: str
    card: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        database.run("UPDATE cards SET frozen = 0")
        one, other = scene.rng.sample(database.rows("SELECT * FROM cards ORDER BY _id"), 2)
        return cls(
            label=one["label"], digits=one["number"][-4:], card=one["_id"], other=other["label"]
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "cards", {"_id": self.card}, {"frozen": 1})]

    def script(self) -> Script:
        return (*open_card(self.label), Tap("Freeze card", role="switch"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another card": Instead(label=self.other),
            "removed": Swap(
                Tap("Freeze card", role="switch"),
                Tap("More options"),
                Tap("Remove card"),
                Tap("Remove", role="button"),
            ),
        }


@dataclass(frozen=True)
class AlreadyFrozen(TaskType):
    """The card is frozen already: a tap would thaw it."""

    template = "wallet.already_frozen"
    apps = ("Wallet",)
    goals = (
        "Freeze my {label} card in the Wallet.",
        "Make sure that my {label} card is frozen.",
        "The {label} card must not be usable. Freeze it in the Wallet.",
        "See to it that nobody can pay with the card ending in {digits}: freeze it.",
    )

    label: str
    digits: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        one, other = scene.rng.sample(database.rows("SELECT * FROM cards ORDER BY _id"), 2)
        database.run("UPDATE cards SET frozen = (_id = ?)", one["_id"])
        return cls(label=one["label"], digits=one["number"][-4:], other=other["label"])

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_card(self.label))
        if not pilot.reach("Freeze card", role="switch").checked:
            pilot.tap("Freeze card", role="switch")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "thawed by a tap": Also(Tap("Freeze card", role="switch")),
            "another card": Instead(label=self.other),
        }


@dataclass(frozen=True)
class CardExpiry(TaskType):
    """What stands on a card, behind the PIN."""

    template = "wallet.card_expiry"
    level = Level.MEDIUM
    apps = ("Wallet",)
    hidden = ("value",)
    goals = (
        "When does my {label} card expire? My Wallet PIN is {pin}.",
        "Look up the expiry date of the {label} card in my Wallet (PIN {pin}).",
        "Tell me until when the {label} card in the Wallet is valid. The PIN is {pin}.",
    )

    label: str
    other: str
    value: str
    wrong: tuple[str, ...]
    cvv: str
    pin: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        rows = rng.sample(database.rows("SELECT * FROM cards ORDER BY _id"), 3)
        months = rng.sample(range(1, 13), 3)
        years = rng.sample(range(27, 33), 3)
        dates = [f"{month:02d}/{year}" for month, year in zip(months, years, strict=True)]
        for row, expires in zip(rows, dates, strict=True):
            database.run("UPDATE cards SET expires = ? WHERE _id = ?", expires, row["_id"])
        return cls(
            label=rows[0]["label"],
            other=rows[1]["label"],
            value=dates[0],
            wrong=tuple(dates[1:]),
            cvv=rows[0]["cvv"],
            pin=pin_of(database),
        )

    def expect(self) -> list[Expectation]:
        month, year = self.value.split("/")
        name = f"{date(2026, int(month), 1):%B}"
        forms = (self.value, f"{month}/20{year}", f"{name} 20{year}", f"20{year}-{month}")
        return [ExpectedAnswer(forms, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_card(self.label))
        pilot.tap("Show details")
        pilot.follow(enter_pin(self.pin))
        pilot.say(pilot.read("expires"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another card": Instead(label=self.other),
            "the CVV": Swap(Say, Say(self.cvv)),
        }


@dataclass(frozen=True)
class AddCard(TaskType):
    """A new card."""

    template = "wallet.add_card"
    level = Level.MEDIUM
    apps = ("Wallet",)
    goals = (
        "Add a card called {label} to my Wallet: number {shown}, expires {expires}, CVV {cvv}.",
        (
            "Put my new card into the Wallet. Name: {label}. Number: {shown}. Valid until {expires}, "
            "CVV {cvv}."
        ),
        "Please save the card {shown} (CVV {cvv}, expiry {expires}) in the Wallet as {label}.",
    )

    label: str
    number: str
    shown: str
    expires: str
    wrong_expires: str
    cvv: str
    wrong_cvv: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        number = make_card_number(rng, rng.choice("45"))
        label = rng.choice(("Joint", "Business", "Savings", "Holiday", "Groceries", "Backup"))
        expires = f"{rng.randint(1, 12):02d}/{rng.randint(27, 33)}"
        wrong_expires = f"{rng.randint(1, 12):02d}/{rng.randint(34, 39)}"
        cvv, other = rng.randint(100, 999), rng.randint(100, 999)
        return cls(
            label=label,
            number=number,
            shown=spaced(number),
            expires=expires,
            wrong_expires=wrong_expires,
            cvv=str(cvv),
            wrong_cvv=str(other if other != cvv else 1099 - other),
        )

    def expect(self) -> list[Expectation]:
        card = {"label": self.label, "number": Exact(self.number), "expires": self.expires}
        return [Added(PATH, "cards", {**card, "cvv": Exact(self.cvv)})]

    def script(self) -> Script:
        return (
            Open("Wallet"),
            Tap("Cards", role="tab"),
            Tap("Add card"),
            Enter(self.label, into="Card name"),
            Enter(self.shown, into="Card number"),
            Enter(self.expires, into="MM/YY"),
            Enter(self.cvv, into="CVV"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another expiry date": Instead(expires=self.wrong_expires),
            "another CVV": Instead(cvv=self.wrong_cvv),
            "a digit of the number left out": Instead(shown=self.shown[:-1]),
        }
