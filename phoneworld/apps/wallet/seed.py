"""What a wallet starts with: an account, people, cards, and two months of payments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phoneworld.apps.wallet.data import (
    CARD,
    MONTHLY,
    PATH,
    RECEIVED,
    SENT,
    WEEKLY,
    WITHDRAWAL,
    add_card,
    add_person,
    add_request,
    add_scheduled,
    add_transaction,
    handle_for,
    make_card_number,
)
from phoneworld.world import millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

NOTES = (
    "Dinner,Concert tickets,Thanks!,Gas,Birthday gift,Groceries,Lunch,Train,Rent share,Coffee,"
    "Books,Babysitting"
).split(",")
SHOPS = "City Market,Bluebird Cafe,Harbor Books,Metro Transit,Oakwood Pharmacy,Cinema One".split(
    ","
)
BANKS = ("First Harbor Bank", "Northwind Savings")


def seed(phone: Phone, world: World) -> None:
    rng = world.rng("wallet")
    database = phone.databases[PATH]
    owner = world.owner
    database.insert(
        "account",
        holder=owner.name,
        handle=handle_for(owner.name),
        balance=rng.randint(600, 2400) * 100 + rng.randint(0, 99),
        pin=f"{rng.randint(0, 9999):04d}",
    )
    people = sorted(rng.sample(world.people, 16), key=lambda person: person.name)
    for person in people:
        add_person(database, person.name)
    for label, first in (("Everyday", "4"), ("Travel", "5"), ("Online", "4")):
        add_card(
            database,
            label,
            number=make_card_number(rng, first),
            expires=f"{rng.randint(1, 12):02d}/{rng.randint(27, 31)}",
            cvv=f"{rng.randint(100, 999)}",
            holder=owner.name,
        )
    for name in BANKS:
        database.insert("banks", name=name, number=f"{rng.randint(10**9, 10**10 - 1)}")
    moments = sorted(
        millis(world.day(-rng.randint(1, 60), rng.randint(7, 22), rng.randint(0, 59)))
        for _ in range(34)
    )
    for at_ms in moments:
        kind = rng.choice((SENT, SENT, RECEIVED, RECEIVED, CARD, CARD, WITHDRAWAL))
        cents = rng.randint(3, 90) * 100 + rng.choice((0, 0, 25, 50, 75, 99))
        if kind in (SENT, RECEIVED):
            name = rng.choice(people).name
            add_transaction(
                database,
                kind,
                cents if kind == RECEIVED else -cents,
                name,
                at_ms=at_ms,
                handle=handle_for(name),
                note=rng.choice(NOTES),
            )
        else:
            party = rng.choice(SHOPS if kind == CARD else BANKS)
            add_transaction(database, kind, -cents, party, at_ms=at_ms)
    for incoming in (True, True, False):
        add_request(
            database,
            rng.choice(people).name,
            rng.randint(5, 60) * 100,
            incoming=incoming,
            at_ms=millis(world.day(-rng.randint(1, 6), rng.randint(9, 20))),
            note=rng.choice(NOTES),
        )
    for every in (MONTHLY, MONTHLY, WEEKLY):
        add_scheduled(
            database,
            rng.choice(people).name,
            rng.randint(10, 120) * 100,
            next_day=world.day(rng.randint(2, 7 if every == WEEKLY else 28)).date().isoformat(),
            every=every,
            note=rng.choice(NOTES),
        )
