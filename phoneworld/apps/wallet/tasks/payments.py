"""Tasks of sending and withdrawing money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.wallet.data import SENT, WITHDRAWAL, add_person, balance_of, handle_for, pin_of
from phoneworld.apps.wallet.tasks.setup import (
    REASONS,
    add_namesake,
    database_of,
    draw_cents,
    draw_people,
    enter_pin,
    paid,
    plain,
    send,
)
from phoneworld.author import (
    Expectation,
    ExpectedQuestion,
    Guess,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    TaskType,
)
from phoneworld.world import FIRST, LAST


@dataclass(frozen=True)
class SendMoney(TaskType):
    """Money for somebody who has a namesake."""

    template = "wallet.send"
    level = Level.MEDIUM
    apps = ("Wallet",)
    goals = (
        'Send {amount} to {person} with the note "{note}". My Wallet PIN is {pin}.',
        "Pay {person} {amount} from my Wallet (PIN {pin}); write {note} as the note.",
        (
            "I owe {person} {amount} for {note}. Please send it with the Wallet, with {note} as the "
            "note. The PIN is {pin}."
        ),
    )

    person: str
    handle: str
    double: str
    amount: str
    cents: int
    wrong: str
    note: str
    pin: str
    balance: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        (person,) = draw_people(scene, 1)
        cents = draw_cents(rng, 6, 180)
        return cls(
            person=person.name,
            handle=person.handle,
            double=add_namesake(scene, person.name),
            amount=plain(cents),
            cents=cents,
            wrong=plain(cents + 1000),
            note=rng.choice(REASONS),
            pin=pin_of(database),
            balance=balance_of(database),
        )

    def expect(self) -> list[Expectation]:
        booked = {"kind": SENT, "party": self.person, "handle": self.handle, "note": self.note}
        return paid(self.balance, self.cents, booked)

    def script(self) -> Script:
        return (Open("Wallet"), *send(self.person, self.amount, self.note, self.pin))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(person=self.double),
            "another amount": Instead(amount=self.wrong),
            "no note": Instead(note=""),
            "a wrong PIN": Instead(pin=self.pin[::-1] + "1"),
        }


@dataclass(frozen=True)
class SendAfterAsking(TaskType):
    """Which of two namesakes gets the money must be asked."""

    template = "wallet.ask_payee"
    level = Level.HARD
    apps = ("Wallet",)
    goals = (
        "Send {first} {amount} from my Wallet. My PIN is {pin}.",
        "Please pay {first} {amount} with the Wallet, PIN {pin}. Ask me if anything is unclear.",
        "Transfer {amount} to {first} in the Wallet (PIN {pin}); make sure it goes to the right one.",
    )

    first: str
    meant: str
    other: str
    amount: str
    cents: int
    pin: str
    balance: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        taken = {row["name"].partition(" ")[0] for row in database.rows("SELECT name FROM people")}
        first = rng.choice([name for name in FIRST if name not in taken])
        names = [f"{first} {last}" for last in rng.sample(LAST, 2)]
        for name in names:
            add_person(database, name)
        cents = draw_cents(rng, 6, 150)
        return cls(
            first=first,
            meant=names[0],
            other=names[1],
            amount=plain(cents),
            cents=cents,
            pin=pin_of(database),
            balance=balance_of(database),
        )

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        booked = {"kind": SENT, "party": self.meant, "handle": handle_for(self.meant)}
        return [ExpectedQuestion(), *paid(self.balance, self.cents, booked)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Wallet")
        pilot.tap("Send", role="button")
        pilot.type(self.first, into="Name or @handle")
        name = pilot.ask(f"Which {self.first} do you mean?")
        pilot.tap(name, role="item")
        pilot.type(self.amount.removeprefix("$"), into="Amount")
        pilot.tap("Continue")
        pilot.tap("Send money", role="button")
        pilot.follow(enter_pin(self.pin))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


@dataclass(frozen=True)
class WithdrawMoney(TaskType):
    """Money goes to the bank."""

    template = "wallet.withdraw"
    level = Level.MEDIUM
    apps = ("Wallet",)
    goals = (
        "Withdraw {amount} from my Wallet to {bank}. PIN {pin}.",
        "Move {amount} out of the Wallet to my account at {bank}; my PIN is {pin}.",
        "I need {amount} of my Wallet balance at {bank}. Please transfer it (PIN: {pin}).",
    )

    bank: str
    other: str
    amount: str
    cents: int
    wrong: str
    pin: str
    balance: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        bank, other = rng.sample(database.rows("SELECT name FROM banks ORDER BY _id"), 2)
        cents = rng.randrange(20, 500, 5) * 100
        return cls(
            bank=bank["name"],
            other=other["name"],
            amount=plain(cents),
            cents=cents,
            wrong=plain(cents * 10 if cents < 5000 else cents // 10),
            pin=pin_of(database),
            balance=balance_of(database),
        )

    def expect(self) -> list[Expectation]:
        return paid(self.balance, self.cents, {"kind": WITHDRAWAL, "party": self.bank})

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Wallet")
        pilot.tap("Withdraw", role="button")
        pilot.type(self.amount.removeprefix("$"), into="Amount")
        if not pilot.shows(self.bank):
            pilot.tap("To bank account", role="item")
            pilot.tap(self.bank, role="radio")
        pilot.tap_id("go")
        pilot.follow(enter_pin(self.pin))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other bank": Instead(bank=self.other),
            "a digit off": Instead(amount=self.wrong),
        }
