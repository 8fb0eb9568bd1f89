"""Accounts with providers, and the bills they send."""

from __future__ import annotations

from datetime import date

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.wallet import add_payment
from phoneworld.phone import Phone
from phoneworld.store import Database
from phoneworld.world import World, millis

OPEN, PAID = "open", "paid"
KINDS = {
    "Electricity": ("Brightwire Energy", "Voltara"),
    "Water": ("ClearSpring Water", "City Waterworks"),
    "Gas": ("Bluefin Gas", "Hearth Gas"),
    "Internet": ("Fiberlane", "Netstream"),
    "Phone": ("Nimbus Mobile", "TalkMore"),
}
ICONS = {
    "Electricity": "bolt",
    "Water": "water_drop",
    "Gas": "local_fire_department",
    "Internet": "router",
    "Phone": "phone_android",
}
SCHEMA = """
CREATE TABLE bills_accounts (
    _id INTEGER PRIMARY KEY, provider TEXT NOT NULL, kind TEXT NOT NULL, customer TEXT NOT NULL,
    nickname TEXT NOT NULL DEFAULT '', autopay INTEGER NOT NULL DEFAULT 0,
    autopay_method TEXT NOT NULL DEFAULT ''
);
CREATE TABLE bills_bills (
    _id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES bills_accounts (_id),
    period TEXT NOT NULL, cents INTEGER NOT NULL, due TEXT NOT NULL, status TEXT NOT NULL,
    paid_at INTEGER NOT NULL DEFAULT 0, method TEXT NOT NULL DEFAULT '', reference TEXT NOT NULL
);
CREATE INDEX bills_bills_status ON bills_bills (status, due);
CREATE INDEX bills_bills_account ON bills_bills (account_id, due);
"""


def add_account(
    database: Database, kind: str, provider: str, customer: str, *, nickname: str = ""
) -> int:
    """Enter an account with a provider; its id."""
    return database.insert(
        "bills_accounts", kind=kind, provider=provider, customer=customer, nickname=nickname
    )


def add_bill(
    database: Database,
    account: int,
    period: str,
    *,
    cents: int,
    due: str,
    paid_ms: int = 0,
    method: str = "",
) -> int:
    """Enter a bill, paid if there is a time for it; its id."""
    count: int = database.value("SELECT coalesce(max(_id), 0) FROM bills_bills")
    return database.insert(
        "bills_bills",
        account_id=account,
        period=period,
        cents=cents,
        due=due,
        status=PAID if paid_ms else OPEN,
        paid_at=paid_ms,
        method=method,
        reference=f"R{account:02d}-{10000 + count * 617 % 89999}",
    )


def period_of(months_ago: int, today: str) -> str:
    """A month as bills name it, e.g. `April 2026`."""
    return f"{_month(months_ago, today):%B %Y}"


def due_day(months_ago: int, today: str, day: int) -> str:
    """When a bill for that month is due: on a day of the month after."""
    return _month(months_ago - 1, today).replace(day=day).isoformat()


def _month(months_ago: int, today: str) -> date:
    now = date.fromisoformat(today)
    index = now.year * 12 + now.month - 1 - months_ago
    return date(index // 12, index % 12 + 1, 1)


def seed(phone: Phone, world: World) -> None:
    """One account of each kind, with half a year of bills."""
    database = phone.databases[PATH]
    rng = world.rng("huddle.bills")
    today = world.now.date().isoformat()
    ways = [
        row["name"] for row in database.rows("SELECT name FROM wallet_methods WHERE kind = 'card'")
    ]
    typical = {"Electricity": 7400, "Water": 3600, "Gas": 5900, "Internet": 3990, "Phone": 2490}
    for kind, providers in KINDS.items():
        provider = rng.choice(providers)
        account = add_account(database, kind, provider, str(rng.randint(10**8, 10**9 - 1)))
        day = rng.randint(3, 27)
        for months_ago in range(7, 0, -1):
            cents = typical[kind]
            if kind not in ("Internet", "Phone"):
                cents += rng.randrange(-1500, 1500, 5)
            due = due_day(months_ago, today, day)
            if months_ago == 1:
                add_bill(database, account, period_of(1, today), cents=cents, due=due)
                continue
            at = millis(world.day((date.fromisoformat(due) - world.now.date()).days - 2, 18, 5))
            method = rng.choice(ways)
            add_bill(
                database,
                account,
                period_of(months_ago, today),
                cents=cents,
                due=due,
                paid_ms=at,
                method=method,
            )
            add_payment(database, provider, cents, method=method, at_ms=at)
