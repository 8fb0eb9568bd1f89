"""Tasks with cards."""

from __future__ import annotations

from datetime import date

from phoneworld.apps.wallet.data import PATH, make_card_number, pin_of, spaced
from phoneworld.apps.wallet.draws import database_of, enter_pin
from phoneworld.tasks.expect import Added, Answered, Changed, Expectation
from phoneworld.tasks.matching import Exact
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template


class FreezeCard(Template):
    """A card is frozen."""

    name = "wallet.freeze_card"
    apps = ("Wallet",)
    goals = (
        "Freeze my {label} card in the Wallet.",
        "I cannot find my {label} card. Freeze it, please.",
        "Block payments with the {label} card for now (Wallet).",
        "Please freeze the card ending in {digits}.",
    )

    def setup(self, scene: Scene) -> Params:
        database = database_of(scene)
        database.run("UPDATE cards SET frozen = 0")
        one, other = scene.rng.sample(database.rows("SELECT * FROM cards ORDER BY _id"), 2)
        return {
            "label": one["label"],
            "digits": one["number"][-4:],
            "card": one["_id"],
            "other": other["label"],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "cards", {"_id": v["card"]}, {"frozen": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Wallet")
        pilot.tap("Cards", role="tab")
        pilot.tap(v["label"], role="item")
        if v.get("remove"):
            pilot.tap("More options")
            pilot.tap("Remove card")
            pilot.tap("Remove", role="button")
            return
        pilot.tap("Freeze card", role="switch")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another card": {"label": v["other"]}, "removed": {"remove": True}}


class AlreadyFrozen(Template):
    """The card is frozen already: a tap would thaw it."""

    name = "wallet.already_frozen"
    apps = ("Wallet",)
    goals = (
        "Freeze my {label} card in the Wallet.",
        "Make sure that my {label} card is frozen.",
        "The {label} card must not be usable. Freeze it in the Wallet.",
        "See to it that nobody can pay with the card ending in {digits}: freeze it.",
    )

    def setup(self, scene: Scene) -> Params:
        database = database_of(scene)
        one, other = scene.rng.sample(database.rows("SELECT * FROM cards ORDER BY _id"), 2)
        database.run("UPDATE cards SET frozen = (_id = ?)", one["_id"])
        return {"label": one["label"], "digits": one["number"][-4:], "other": other["label"]}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Wallet")
        pilot.tap("Cards", role="tab")
        pilot.tap(v["label"], role="item")
        if v.get("toggle") or not pilot.reach("Freeze card", role="switch").checked:
            pilot.tap("Freeze card", role="switch")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"thawed by a tap": {"toggle": True}, "another card": {"label": v["other"]}}


class CardExpiry(Template):
    """What stands on a card, behind the PIN."""

    name = "wallet.card_expiry"
    level = Level.MEDIUM
    apps = ("Wallet",)
    hidden = ("value",)
    goals = (
        "When does my {label} card expire? My Wallet PIN is {pin}.",
        "Look up the expiry date of the {label} card in my Wallet (PIN {pin}).",
        "Tell me until when the {label} card in the Wallet is valid. The PIN is {pin}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, database_of(scene)
        rows = rng.sample(database.rows("SELECT * FROM cards ORDER BY _id"), 3)
        months = rng.sample(range(1, 13), 3)
        years = rng.sample(range(27, 33), 3)
        dates = [f"{month:02d}/{year}" for month, year in zip(months, years, strict=True)]
        for row, expires in zip(rows, dates, strict=True):
            database.run("UPDATE cards SET expires = ? WHERE _id = ?", expires, row["_id"])
        return {
            "label": rows[0]["label"],
            "other": rows[1]["label"],
            "value": dates[0],
            "wrong": dates[1:],
            "pin": pin_of(database),
        }

    def expect(self, v: Params) -> list[Expectation]:
        month, year = v["value"].split("/")
        name = f"{date(2026, int(month), 1):%B}"
        forms = (v["value"], f"{month}/20{year}", f"{name} 20{year}", f"20{year}-{month}")
        return [Answered(forms, nots=tuple(v["wrong"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Wallet")
        pilot.tap("Cards", role="tab")
        pilot.tap(v["label"], role="item")
        pilot.tap("Show details")
        enter_pin(pilot, v["pin"])
        pilot.say(pilot.read(v.get("read", "expires")))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another card": {"label": v["other"]}, "the CVV": {"read": "cvv"}}


class AddCard(Template):
    """A new card."""

    name = "wallet.add_card"
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

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        number = make_card_number(rng, rng.choice("45"))
        return {
            "label": rng.choice(("Joint", "Business", "Savings", "Holiday", "Groceries", "Backup")),
            "number": number,
            "shown": spaced(number),
            "expires": f"{rng.randint(1, 12):02d}/{rng.randint(27, 33)}",
            "wrong_expires": f"{rng.randint(1, 12):02d}/{rng.randint(34, 39)}",
            "cvv": str(rng.randint(100, 999)),
            "wrong_cvv": str(rng.randint(100, 999)),
        }

    def expect(self, v: Params) -> list[Expectation]:
        card = {"label": v["label"], "number": Exact(v["number"]), "expires": v["expires"]}
        return [Added(PATH, "cards", {**card, "cvv": Exact(v["cvv"])})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Wallet")
        pilot.tap("Cards", role="tab")
        pilot.tap("Add card")
        pilot.type(v["label"], into="Card name")
        pilot.type(v["shown"], into="Card number")
        pilot.type(v["expires"], into="MM/YY")
        pilot.type(v["cvv"], into="CVV")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another expiry date": {"expires": v["wrong_expires"]},
            "a digit of the number left out": {"shown": v["shown"][:-1]},
        }
