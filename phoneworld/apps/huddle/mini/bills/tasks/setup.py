"""What the tasks with bills share: accounts, and what a paid bill leaves behind."""

from __future__ import annotations

from typing import Any

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.bills.data import OPEN, PAID
from phoneworld.author import Anything, Changed, Expectation
from phoneworld.store import Database

TYPICAL_CENTS = (2500, 9000)
HOLDERS = ("Garage", "Grandma's flat", "Summer house", "Office", "Studio")


def account_of(database: Database, kind: str) -> dict[str, Any]:
    """The account of a kind."""
    return database.rows("SELECT * FROM bills_accounts WHERE kind = ? ORDER BY _id", kind)[0]


def settled(reference: str, method: str = "") -> Expectation:
    """A bill that was open is paid."""
    return Changed(
        PATH,
        "bills_bills",
        {"reference": reference, "status": OPEN},
        {"status": PAID, "paid_at": Anything(), "method": method or Anything()},
    )
