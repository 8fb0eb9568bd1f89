"""What tasks of mini-apps share: the way into a mini-app, and what a payment leaves behind."""

from __future__ import annotations

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.author import (
    Added,
    Changed,
    Expectation,
    Kind,
    Maybe,
    OracleLost,
    Pilot,
    Scene,
    TaskType,
)


class MiniTask(TaskType):
    """A task inside of one of Huddle's mini-apps."""

    kind = Kind.MINI
    apps = ("Huddle",)


def enter(pilot: Pilot, label: str) -> None:
    """Open a mini-app."""
    pilot.open("Huddle")
    pilot.tap("Discover", role="tab")
    pilot.tap(label)


def row_text(pilot: Pilot, label: str, part: str) -> str:
    """The text of the row that reads like `label` and shows `part`: one cut off may not."""
    for _ in range(3):
        text = pilot.reach(label).text
        if part in text:
            return text
        pilot.scroll()
    raise OracleLost(f"no row {label!r} with {part!r} is on the screen")


def wallet_of(scene: Scene) -> Params:
    """The ways to pay, as parameters: `balance` in cents, `cards`, and which is offered first."""
    database = scene.phone.databases[PATH]
    cards = database.rows("SELECT name, preferred FROM wallet_methods WHERE kind = 'card'")
    return {
        "balance": database.value("SELECT balance FROM wallet_methods WHERE name = ?", BALANCE),
        "first_card": next(card["name"] for card in cards if card["preferred"]),
        "other_card": next(card["name"] for card in cards if not card["preferred"]),
    }


def paid(v: Params, payee: str, cents: int, *, method: str = "") -> list[Expectation]:
    """A payment (negative: a refund) by a method; by any where none is named.

    `v` has what `wallet_of` says.
    """
    on_balance = Changed(
        PATH, "wallet_methods", {"name": BALANCE}, {"balance": v["balance"] - cents}
    )
    row = {"payee": payee, "cents": cents}
    if not method:
        return [Added(PATH, "wallet_payments", row), Maybe(on_balance)]
    found: list[Expectation] = [Added(PATH, "wallet_payments", {**row, "method": method})]
    if method == BALANCE:
        found.append(on_balance)
    return found


def pay(pilot: Pilot, method: str = "") -> None:
    """Agree to the payment that the sheet shows, by a method if one is named."""
    if method:
        pilot.tap(method)
    pilot.tap_id("pay")
