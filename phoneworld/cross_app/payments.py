"""Payments across apps: what is to be paid, or was, is written somewhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.expenses.tasks.setup import draw_cents
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.apps.wallet.data import (
    PATH,
    SENT,
    add_transaction,
    balance_of,
    handle_for,
    pin_of,
)
from phoneworld.apps.wallet.tasks.setup import REASONS, send
from phoneworld.author import (
    Contains,
    Enter,
    Expectation,
    ExpectedQuestion,
    Guess,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import cents_in
from phoneworld.cross_app.outcomes import money_sent
from phoneworld.cross_app.setup import chat, payees
from phoneworld.cross_app.shared_steps import open_huddle, share_by_text, typed
from phoneworld.formats import dollars
from phoneworld.world import millis


@dataclass(frozen=True)
class PayDebtFromChat(TaskType):
    """What one owes was written on Huddle, beside what the whole cost and what others owe."""

    template = "cross.pay_debt_from_chat"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Wallet")
    hidden = ("mine",)
    goals = (
        'Send {name} what I owe them for the {what}; they wrote me my part on Huddle. Use the Wallet (PIN {pin}) and "{what}" as the note.',
        "{name} told me on Huddle how much my share of the {what} is. Pay exactly that with the Wallet, note {what}, PIN {pin}.",
        "Please settle my part of the {what} with {name}: the amount is in our Huddle chat. Pay by Wallet with the note {what}. My PIN is {pin}.",
    )

    name: str
    what: str
    mine: str
    cents: int
    about: str
    whole: str
    other: str
    double: str
    pin: str
    balance: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        one, double = payees(scene)
        what, other = rng.sample(REASONS, 2)
        whole, mine, third, theirs = (
            cents + step
            for step, cents in enumerate(draw_cents(rng, low, low + 40) for low in (90, 8, 12, 9))
        )
        chat(scene, double, f"Your part of the {what} is {dollars(theirs)}.", hour=7)
        chat(
            scene,
            one,
            f"Your part of the {other} is {dollars(third)}.",
            f"The {what} cost {dollars(whole)} altogether.",
            f"Your part of the {what} is {dollars(mine)}.",
        )
        return cls(
            name=one.name,
            what=what,
            mine=dollars(mine),
            cents=mine,
            about=f"part of the {what} is",
            whole=f"The {what} cost",
            other=f"part of the {other} is",
            double=double.name,
            pin=pin_of(database),
            balance=balance_of(database),
        )

    def expect(self) -> list[Expectation]:
        return money_sent(self.name, self.cents, self.balance, note=self.what)

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_huddle(self.name))
        cents = cents_in(pilot.reach(self.about).text)
        pilot.open("Wallet")
        pilot.follow(send(self.name, typed(cents), self.what, self.pin))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the whole price": Instead(about=self.whole),
            "for something else": Instead(about=self.other),
            "the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class AskWhomToPay(TaskType):
    """Two of that first name have written what they get; who is meant must be asked."""

    template = "cross.ask_whom_to_pay"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Wallet")
    hidden = ("mine", "theirs")
    goals = (
        "Send {first} the money that they ask for in our Huddle chat, with the Wallet (PIN {pin}). Ask me if it is not clear who that is.",
        "{first} wrote me on Huddle what I owe. Pay it from my Wallet, PIN {pin}; if there is more than one {first}, check with me.",
        "Pay what {first} wants according to Huddle. My Wallet PIN is {pin}. When in doubt which {first}, ask.",
    )

    first: str
    meant: str
    other: str
    mine: str
    theirs: str
    cents: int
    pin: str
    balance: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        people = payees(scene)
        amounts = [draw_cents(rng, 10, 60), draw_cents(rng, 61, 120)]
        for hour, (person, cents) in enumerate(zip(people, amounts, strict=True), 7):
            what = rng.choice(REASONS)
            chat(scene, person, f"You still owe me {dollars(cents)} for the {what}.", hour=hour)
        meant = rng.randrange(2)
        return cls(
            first=people[0].first,
            meant=people[meant].name,
            other=people[1 - meant].name,
            mine=dollars(amounts[meant]),
            theirs=dollars(amounts[1 - meant]),
            cents=amounts[meant],
            pin=pin_of(database),
            balance=balance_of(database),
        )

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        return [ExpectedQuestion(), *money_sent(self.meant, self.cents, self.balance)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Huddle")
        pilot.type(self.first, into="Search chats")
        asked: dict[str, int] = {}
        for nth in range(2):
            name = pilot.reach(f"{self.first} ", role="item", nth=nth).label.partition(",")[0]
            pilot.tap(name, role="item")
            asked[name] = cents_in(pilot.reach("You still owe me").text)
            pilot.back()
        name = pilot.ask(f"Whom do you mean, {' or '.join(asked)}?")
        pilot.open("Wallet")
        pilot.follow(send(name, typed(asked[name]), "", self.pin))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


@dataclass(frozen=True)
class ShareWalletReceipt(TaskType):
    """The receipt of one of several payments goes to the payee by the share sheet."""

    template = "cross.share_wallet_receipt"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Wallet", "Messages")
    hidden = ("reference",)
    goals = (
        "{name} cannot find the {amount} that I sent them. Text them the receipt from my Wallet, with its reference.",
        "Share the receipt of my Wallet payment of {amount} to {name} with {name} by text message; the reference must be in it.",
        "Send {name} a message with the amount and the reference of the {amount} I paid them by Wallet.",
    )

    name: str
    payee: str
    number: str
    amount: str
    other: str
    double: str
    reference: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        one, double = payees(scene)
        cents = draw_cents(rng, 12, 90)
        payments = [(one, cents), (one, cents + 500), (one, cents - 300), (double, cents)]
        ids = {
            (person.name, amount): add_transaction(
                database,
                SENT,
                -amount,
                person.name,
                handle=handle_for(person.name),
                note=rng.choice(REASONS),
                at_ms=millis(scene.world.day(-rng.randint(1, 30), rng.randint(8, 21))),
            )
            for person, amount in rng.sample(payments, len(payments))
        }
        return cls(
            name=one.name,
            payee=one.name,
            number=one.phone,
            amount=dollars(cents),
            other=dollars(cents + 500),
            double=double.name,
            reference=database.value(
                "SELECT reference FROM transactions WHERE _id = ?", ids[one.name, cents]
            ),
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, Contains(self.reference, self.amount.removeprefix("$")))]

    def script(self) -> Script:
        return (
            Open("Wallet"),
            Tap("Activity", role="tab"),
            Enter(self.payee, into="Search activity"),
            Tap(f"-{self.amount}", role="item"),
            Tap("Share receipt"),
            *share_by_text(self.name),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "of another payment": Instead(amount=self.other),
            "of a payment to the namesake": Instead(payee=self.double),
            "to the namesake": Instead(name=self.double),
        }


TASKS = templates_of(PayDebtFromChat, AskWhomToPay, ShareWalletReceipt)
