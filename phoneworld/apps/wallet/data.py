"""Money, cards and payments: the schema, and the ways in which money moves.

Amounts are whole cents; what leaves the account is negative. The account has one row.
"""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING

from phoneworld.formats import dollars
from phoneworld.store import Database, database_path
from phoneworld.world import from_millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone

PACKAGE = "com.phoneworld.wallet"
PATH = database_path(PACKAGE, "wallet.db")
SCHEMA = """
CREATE TABLE account (
    _id INTEGER PRIMARY KEY, holder TEXT NOT NULL, handle TEXT NOT NULL, balance INTEGER NOT NULL,
    pin TEXT NOT NULL
);
CREATE TABLE people (
    _id INTEGER PRIMARY KEY, name TEXT NOT NULL, handle TEXT UNIQUE NOT NULL
);
CREATE INDEX people_name ON people (name COLLATE NOCASE);
CREATE TABLE cards (
    _id INTEGER PRIMARY KEY, label TEXT NOT NULL, network TEXT NOT NULL, number TEXT NOT NULL,
    expires TEXT NOT NULL, cvv TEXT NOT NULL, holder TEXT NOT NULL,
    frozen INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE banks (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, number TEXT NOT NULL);
CREATE TABLE transactions (
    _id INTEGER PRIMARY KEY, kind TEXT NOT NULL, amount INTEGER NOT NULL, party TEXT NOT NULL,
    handle TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL,
    reference TEXT NOT NULL
);
CREATE INDEX transactions_at ON transactions (at, _id);
CREATE INDEX transactions_kind ON transactions (kind, at);
CREATE TABLE requests (
    _id INTEGER PRIMARY KEY, incoming INTEGER NOT NULL, party TEXT NOT NULL, handle TEXT NOT NULL,
    amount INTEGER NOT NULL, note TEXT NOT NULL DEFAULT '', at INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'pending'
);
CREATE INDEX requests_status ON requests (incoming, status, at);
CREATE TABLE scheduled (
    _id INTEGER PRIMARY KEY, party TEXT NOT NULL, handle TEXT NOT NULL, amount INTEGER NOT NULL,
    note TEXT NOT NULL DEFAULT '', every TEXT NOT NULL, next_day TEXT NOT NULL,
    active INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX scheduled_day ON scheduled (active, next_day);
"""
SENT, RECEIVED, CARD, WITHDRAWAL = "Sent", "Received", "Card", "Withdrawal"
KINDS = (SENT, RECEIVED, CARD, WITHDRAWAL)
PENDING, PAID, DECLINED, WITHDRAWN = "pending", "paid", "declined", "cancelled"
ONCE, WEEKLY, MONTHLY = "Once", "Weekly", "Monthly"
RHYTHMS = (ONCE, WEEKLY, MONTHLY)
DAY_S = 86_400


def day_of(at_ms: int) -> str:
    """The day of a moment, as `2026-05-14`."""
    return from_millis(at_ms).date().isoformat()


def day_after(day: str, rhythm: str) -> str:
    """When a payment is due again. What is due on the 31st comes on the last day of short months."""
    moment = date.fromisoformat(day)
    if rhythm == WEEKLY:
        return (moment + timedelta(days=7)).isoformat()
    first = (moment.replace(day=1) + timedelta(days=32)).replace(day=1)
    last = (first + timedelta(days=32)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(moment.day, last.day)).isoformat()


def masked(number: str) -> str:
    """A card number with all but the last four digits hidden."""
    return f"•••• {number[-4:]}"


def spaced(number: str) -> str:
    """A card number in groups of four."""
    return " ".join(number[at : at + 4] for at in range(0, len(number), 4))


def check_digit(digits: str) -> str:
    """The last digit that makes a card number valid (Luhn)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def make_card_number(rng: Random, first: str = "4") -> str:
    """A valid card number of 16 digits."""
    digits = first + "".join(str(rng.randint(0, 9)) for _ in range(15 - len(first)))
    return digits + check_digit(digits)


def is_card_number(digits: str) -> bool:
    """Whether these can be the digits of a card."""
    plain = digits.isascii() and digits.isdecimal() and len(digits) == 16
    return plain and check_digit(digits[:-1]) == digits[-1]


def handle_for(name: str) -> str:
    """The handle somebody of that name would have."""
    return "@" + "-".join(name.lower().split())


def balance_of(database: Database) -> int:
    return database.value("SELECT balance FROM account WHERE _id = 1") or 0


def pin_of(database: Database) -> str:
    return database.value("SELECT pin FROM account WHERE _id = 1") or ""


def add_person(database: Database, name: str, handle: str = "") -> int:
    """Enter somebody to send money to; their id."""
    return database.insert("people", name=name, handle=handle or handle_for(name))


def add_card(
    database: Database,
    label: str,
    *,
    number: str,
    expires: str,
    cvv: str,
    holder: str,
    frozen: bool = False,
) -> int:
    """Enter a card; its id."""
    return database.insert(
        "cards",
        label=label,
        network="Visa" if number.startswith("4") else "Mastercard",
        number=number,
        expires=expires,
        cvv=cvv,
        holder=holder,
        frozen=int(frozen),
    )


def add_transaction(
    database: Database,
    kind: str,
    cents: int,
    party: str,
    *,
    at_ms: int,
    handle: str = "",
    note: str = "",
) -> int:
    """Enter a transaction in the books, without moving money; its id."""
    count = database.value("SELECT max(_id) FROM transactions") or 0
    reference = f"W{(count + 1) * 7_919_483 % 100_000_000:08d}"
    return database.insert(
        "transactions",
        kind=kind,
        amount=cents,
        party=party,
        handle=handle,
        note=note,
        at=at_ms,
        reference=reference,
    )


def pay_out(
    database: Database,
    kind: str,
    cents: int,
    party: str,
    *,
    at_ms: int,
    handle: str = "",
    note: str = "",
) -> int | None:
    """Take so many cents out of the account and book them; None where the balance is too low."""
    if cents > balance_of(database):
        return None
    database.run("UPDATE account SET balance = balance - ? WHERE _id = 1", cents)
    return add_transaction(database, kind, -cents, party, at_ms=at_ms, handle=handle, note=note)


def add_request(
    database: Database,
    party: str,
    cents: int,
    *,
    incoming: bool,
    at_ms: int,
    handle: str = "",
    note: str = "",
    status: str = PENDING,
) -> int:
    """Enter a request for money, from somebody (`incoming`) or to somebody; its id."""
    return database.insert(
        "requests",
        incoming=int(incoming),
        party=party,
        handle=handle or handle_for(party),
        amount=cents,
        note=note,
        at=at_ms,
        status=status,
    )


def add_scheduled(
    database: Database,
    party: str,
    cents: int,
    *,
    next_day: str,
    every: str = MONTHLY,
    handle: str = "",
    note: str = "",
    active: bool = True,
) -> int:
    """Enter a payment that is made by itself; its id."""
    return database.insert(
        "scheduled",
        party=party,
        handle=handle or handle_for(party),
        amount=cents,
        note=note,
        every=every,
        next_day=next_day,
        active=int(active),
    )


def run_due(phone: Phone, before_s: float, now_s: float) -> None:
    """Make the payments that have come due when the clock passed midnight."""
    if int(before_s // DAY_S) == int(now_s // DAY_S):
        return
    database = phone.databases[PATH]
    for row in database.rows(
        "SELECT * FROM scheduled WHERE active = 1 AND next_day <= ? ORDER BY _id", phone.today
    ):
        done = pay_out(
            database,
            SENT,
            row["amount"],
            row["party"],
            at_ms=phone.now_ms,
            handle=row["handle"],
            note=row["note"],
        )
        if done is None:
            told = f"Your balance is too low to pay {dollars(row['amount'])} to {row['party']}"
            phone.notify(PACKAGE, "Payment failed", told, route="schedule", id=row["_id"])
        next_day = row["next_day"]
        while row["every"] != ONCE and next_day <= phone.today:
            next_day = day_after(next_day, row["every"])
        database.run(
            "UPDATE scheduled SET next_day = ?, active = ? WHERE _id = ?",
            next_day,
            int(row["every"] != ONCE),
            row["_id"],
        )
