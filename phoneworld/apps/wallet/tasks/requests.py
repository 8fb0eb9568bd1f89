"""Tasks of asking for money, and of paying what was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.wallet.data import PATH, PENDING, SENT, add_request, balance_of, pin_of
from phoneworld.apps.wallet.tasks.setup import (
    REASONS,
    add_namesake,
    database_of,
    draw_cents,
    draw_people,
    enter_pin,
    paid,
    plain,
)
from phoneworld.author import (
    Added,
    Changed,
    End,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
    TaskType,
)
from phoneworld.formats import dollars
from phoneworld.world import millis


@dataclass(frozen=True)
class RequestMoney(TaskType):
    """Somebody is asked for money."""

    template = "wallet.request"
    level = Level.MEDIUM
    apps = ("Wallet",)
    goals = (
        "Ask {person} for {amount} with the Wallet, note: {note}.",
        'Request {amount} from {person} in my Wallet and put "{note}" in the note.',
        "{person} owes me {amount} for {note}. Send a Wallet request with that note.",
    )

    person: str
    handle: str
    double: str
    amount: str
    cents: int
    wrong: str
    note: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        (person,) = draw_people(scene, 1)
        cents = draw_cents(rng, 5, 120)
        return cls(
            person=person.name,
            handle=person.handle,
            double=add_namesake(scene, person.name),
            amount=plain(cents),
            cents=cents,
            wrong=plain(cents + 500),
            note=rng.choice(REASONS),
        )

    def expect(self) -> list[Expectation]:
        wanted = {"party": self.person, "handle": self.handle, "note": self.note}
        return [Added(PATH, "requests", {**wanted, "amount": self.cents, "incoming": 0})]

    def script(self) -> Script:
        return (
            Open("Wallet"),
            Tap("Request", role="button"),
            Tap(self.person, role="item"),
            Enter(self.amount.removeprefix("$"), into="Amount"),
            Enter(self.note, into="Note"),
            TapId("go"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(person=self.double),
            "another amount": Instead(amount=self.wrong),
        }


@dataclass(frozen=True)
class PayRequest(TaskType):
    """A request is paid; how much it is stands only there."""

    template = "wallet.pay_request"
    level = Level.HARD
    apps = ("Wallet",)
    hidden = ("amount",)
    goals = (
        "Pay the money that {person} has asked me for in the Wallet ({note}). My PIN is {pin}.",
        "{person} sent me a Wallet request for {note}. Settle it, PIN {pin}.",
        "Accept and pay {person}'s open Wallet request about {note}. PIN: {pin}.",
    )

    person: str
    other: str
    note: str
    other_note: str
    request: int
    amount: str
    cents: int
    pin: str
    balance: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        person, other = draw_people(scene, 2)
        database.run("DELETE FROM requests WHERE incoming = 1")
        notes = rng.sample(REASONS, 3)
        amounts = [draw_cents(rng, 8, 90) + step for step in (0, 1, 2)]
        parties = (person, person, other)
        ages = rng.sample(range(1, 9), 3)
        ids = [
            add_request(
                database,
                party.name,
                cents,
                incoming=True,
                handle=party.handle,
                note=note,
                at_ms=millis(scene.world.day(-age, rng.randint(9, 20))),
            )
            for party, cents, note, age in zip(parties, amounts, notes, ages, strict=True)
        ]
        return cls(
            person=person.name,
            other=other.name,
            note=notes[0],
            other_note=notes[1],
            request=ids[0],
            amount=dollars(amounts[0]),
            cents=amounts[0],
            pin=pin_of(database),
            balance=balance_of(database),
        )

    def expect(self) -> list[Expectation]:
        old = {"_id": self.request, "status": PENDING}
        return [
            Changed(PATH, "requests", old, {"status": "paid"}),
            *paid(self.balance, self.cents, {"kind": SENT, "party": self.person}),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Wallet")
        for place in range(2):
            pilot.tap(f"{self.person}, asks for money", role="item", nth=place)
            if pilot.read("note") == self.note:
                break
            pilot.back()
        pilot.tap("Pay", role="button")
        pilot.follow(enter_pin(self.pin))

    def mistakes(self) -> dict[str, Mistake]:
        decline = Tap("Decline", role="button")
        return {
            "the other request of that person": Instead(note=self.other_note),
            "declined": Swap(Tap("Pay", role="button"), decline, decline, End()),
        }
