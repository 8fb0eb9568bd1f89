"""What tasks of mini-apps share: the way into a mini-app, and what a payment leaves behind."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.author import (
    Added,
    Changed,
    Expectation,
    Kind,
    Maybe,
    Open,
    OracleLost,
    Pilot,
    Scene,
    Script,
    Tap,
    TapId,
    TaskType,
)


class MiniTask(TaskType):
    """A task inside of one of Huddle's mini-apps."""

    kind = Kind.MINI
    apps = ("Huddle",)


def enter(label: str) -> Script:
    """Open a mini-app."""
    return (Open("Huddle"), Tap("Discover", role="tab"), Tap(label))


def row_text(pilot: Pilot, label: str, part: str) -> str:
    """The text of the row that reads like `label` and shows `part`: one cut off may not."""
    for _ in range(3):
        text = pilot.reach(label).text
        if part in text:
            return text
        pilot.scroll()
    raise OracleLost(f"no row {label!r} with {part!r} is on the screen")


@dataclass(frozen=True, slots=True)
class PaymentMethods:
    """The ways to pay: the balance in cents, the card that is offered first, and another card."""

    balance: int
    first_card: str
    other_card: str


def wallet_of(scene: Scene) -> PaymentMethods:
    """The ways to pay on the phone of a task."""
    database = scene.phone.databases[PATH]
    cards = database.rows("SELECT name, preferred FROM wallet_methods WHERE kind = 'card'")
    return PaymentMethods(
        balance=database.value("SELECT balance FROM wallet_methods WHERE name = ?", BALANCE),
        first_card=next(card["name"] for card in cards if card["preferred"]),
        other_card=next(card["name"] for card in cards if not card["preferred"]),
    )


def paid(wallet: PaymentMethods, payee: str, cents: int, *, method: str = "") -> list[Expectation]:
    """A payment (negative: a refund) by a method; by any where none is named."""
    on_balance = Changed(
        PATH, "wallet_methods", {"name": BALANCE}, {"balance": wallet.balance - cents}
    )
    row = {"payee": payee, "cents": cents}
    if not method:
        return [Added(PATH, "wallet_payments", row), Maybe(on_balance)]
    found: list[Expectation] = [Added(PATH, "wallet_payments", {**row, "method": method})]
    if method == BALANCE:
        found.append(on_balance)
    return found


def pay(method: str = "") -> Script:
    """Agree to the payment that the sheet shows, by a method if one is named."""
    return (*((Tap(method),) if method else ()), TapId("pay"))
