"""Tasks that pay bills, or need not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after
from phoneworld.apps.huddle.mini.bills.data import (
    KINDS,
    OPEN,
    PAID,
    add_account,
    add_bill,
    period_of,
)
from phoneworld.apps.huddle.mini.bills.tasks.setup import (
    HOLDERS,
    TYPICAL_CENTS,
    account_of,
    settled,
)
from phoneworld.apps.huddle.receipts import MiniTask, PaymentMethods, enter, paid, pay, wallet_of
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.author import (
    BACK,
    Also,
    Expectation,
    ExpectedQuestion,
    Guess,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    StopAt,
    Tap,
    TapId,
    Way,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class PayBill(MiniTask):
    """One bill of two that the same provider has sent."""

    template = "huddle.bills_pay"
    level = Level.MEDIUM
    goals = (
        "Pay the {low_kind} bill for {period} in Huddle with {way}.",
        "My {low_kind} bill of {period} is still open. Please pay it in Huddle's Bills, using {way}.",
        "Use {way} in Huddle to pay what {provider} wants for {period}.",
    )

    service: str
    low_kind: str
    provider: str
    period: str
    other_period: str
    reference: str
    cents: int
    way: str
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        today = scene.phone.today
        account = account_of(database, rng.choice(tuple(KINDS)))
        # The month before is still open as well.
        months = [1, 2]
        rng.shuffle(months)
        for month in months:
            database.run(
                "UPDATE bills_bills SET status = 'open', paid_at = 0, method = '' "
                "WHERE account_id = ? AND period = ?",
                account["_id"],
                period_of(month, today),
            )
        (bill,) = database.rows(
            "SELECT * FROM bills_bills WHERE account_id = ? AND period = ?",
            account["_id"],
            period_of(months[0], today),
        )
        wallet = wallet_of(scene)
        ways = [wallet.other_card]
        if wallet.balance >= bill["cents"]:
            ways.append(BALANCE)
        return cls(
            service=account["kind"],
            low_kind=account["kind"].lower(),
            provider=account["provider"],
            period=bill["period"],
            other_period=period_of(months[1], today),
            reference=bill["reference"],
            cents=bill["cents"],
            way=rng.choice(ways),
            wallet=wallet,
        )

    def expect(self) -> list[Expectation]:
        return [
            settled(self.reference, self.way),
            *paid(self.wallet, self.provider, self.cents, method=self.way),
        ]

    def script(self) -> Script:
        return (
            *enter("Bills"),
            Tap(f"{self.service} · {self.period}"),
            TapId("pay_bill"),
            *pay(self.way),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other month": Instead(period=self.other_period),
            "another card": Instead(way=self.wallet.first_card),
        }


@dataclass(frozen=True, slots=True)
class Bill:
    """A bill and who sent it."""

    reference: str
    cents: int
    provider: str


@dataclass(frozen=True)
class PayOverdue(MiniTask):
    """All bills past their day are paid, and only those."""

    template = "huddle.bills_pay_overdue"
    level = Level.HARD
    goals = (
        "Pay all bills in Huddle that are overdue, with {card}. Leave the others for later.",
        (
            "Some of my bills in Huddle's Bills are past their due date. Pay those, and only those, "
            "using {card}."
        ),
        (
            "Please settle every overdue bill in Huddle. The card is {card}. Do not pay anything that "
            "is not due yet."
        ),
    )

    overdue: tuple[Bill, ...]
    card: str
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        today = scene.phone.today
        rows = database.rows("SELECT _id FROM bills_bills WHERE status = 'open'")
        bills = rng.sample([row["_id"] for row in rows], len(rows))
        late = rng.randint(2, 3)
        for index, bill in enumerate(bills):
            days = -rng.randint(1, 12) if index < late else rng.randint(1, 14)
            database.run(
                "UPDATE bills_bills SET due = ? WHERE _id = ?", days_after(today, days), bill
            )
        overdue = database.rows(
            "SELECT b.reference, b.cents, a.provider FROM bills_bills b JOIN bills_accounts a "
            "ON a._id = b.account_id WHERE b.status = 'open' AND b.due < ?",
            today,
        )
        wallet = wallet_of(scene)
        return cls(
            overdue=tuple(Bill(**row) for row in overdue), card=wallet.other_card, wallet=wallet
        )

    def expect(self) -> list[Expectation]:
        found: list[Expectation] = []
        for bill in self.overdue:
            found.append(settled(bill.reference, self.card))
            found += paid(self.wallet, bill.provider, bill.cents, method=self.card)
        return found

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        pilot.reach("overdue since")
        late = [e for e in pilot.screen.elements if "overdue since" in e.text]
        for index in range(len(late)):
            if index:
                pilot.back()
            pilot.tap("overdue since")
            pilot.tap_id("pay_bill")
            pilot.follow(pay(self.card))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only the first": StopAt(BACK),
            "one too many": Also(BACK, Tap(", due "), TapId("pay_bill"), *pay(self.card)),
            "another card": Instead(card=self.wallet.first_card),
        }


@dataclass(frozen=True)
class AskWhichPhone(MiniTask):
    """There are two accounts of a kind, each with an open bill."""

    template = "huddle.bills_ask_which"
    level = Level.HARD
    goals = (
        "Pay the open {low_kind} bill in Huddle. Ask me when it is not clear which one I mean.",
        "Please pay my {low_kind} bill in Huddle's Bills; check with me if there is more than one.",
        "One {low_kind} bill is to be paid in Huddle. Take care of it, and ask if you have to choose.",
    )

    low_kind: str
    provider: str
    meant: str
    other: str
    reference: str
    cents: int
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        kind = rng.choice(tuple(KINDS))
        account = account_of(database, kind)
        names = rng.sample(HOLDERS, 2)
        database.run(
            "UPDATE bills_accounts SET nickname = ? WHERE _id = ?", names[0], account["_id"]
        )
        second = add_account(
            database,
            kind,
            account["provider"],
            str(rng.randint(10**8, 10**9 - 1)),
            nickname=names[1],
        )
        bill = add_bill(
            database,
            second,
            period_of(1, scene.phone.today),
            cents=rng.randrange(*TYPICAL_CENTS, 5),
            due=days_after(scene.phone.today, rng.randint(2, 12)),
        )
        wanted = rng.choice(names)
        if wanted == names[0]:
            bill = database.value(
                "SELECT _id FROM bills_bills WHERE account_id = ? AND status = 'open'",
                account["_id"],
            )
        (row,) = database.rows("SELECT * FROM bills_bills WHERE _id = ?", bill)
        return cls(
            low_kind=kind.lower(),
            provider=account["provider"],
            meant=wanted,
            other=next(name for name in names if name != wanted),
            reference=row["reference"],
            cents=row["cents"],
            wallet=wallet_of(scene),
        )

    def reply(self, question: str) -> str:
        del question
        return f"The one called {self.meant}."

    def expect(self) -> list[Expectation]:
        return [
            ExpectedQuestion(),
            settled(self.reference),
            *paid(self.wallet, self.provider, self.cents),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        answer = pilot.ask(f"Which {self.low_kind} bill do you mean?")
        name = answer.removeprefix("The one called ").rstrip(".")
        pilot.tap(f"{self.provider} ({name})", role="item")
        pilot.tap_id("pay_bill")
        pilot.follow(pay())

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(f"The one called {self.meant}."),
            "guessed wrong": Guess(f"The one called {self.other}."),
        }


@dataclass(frozen=True)
class AlreadyPaid(MiniTask):
    """The bill was paid days ago; another month's is open."""

    template = "huddle.bills_already_paid"
    level = Level.MEDIUM
    goals = (
        "Make sure that the {low_kind} bill for {period} is paid in Huddle.",
        "Has the {low_kind} bill of {period} been paid? If it has not, pay it in Huddle's Bills.",
        "See to it that {provider} has got the money for {period}, in Huddle's Bills.",
    )

    service: str
    low_kind: str
    provider: str
    period: str
    other_period: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        today = scene.phone.today
        account = account_of(database, rng.choice(tuple(KINDS)))
        months = [1, 2]
        rng.shuffle(months)
        wallet = wallet_of(scene)
        for index, month in enumerate(months):
            database.run(
                "UPDATE bills_bills SET status = ?, paid_at = ?, method = ? "
                "WHERE account_id = ? AND period = ?",
                OPEN if index else PAID,
                0 if index else millis(scene.world.day(-rng.randint(1, 3), 12)),
                "" if index else wallet.first_card,
                account["_id"],
                period_of(month, today),
            )
        return cls(
            service=account["kind"],
            low_kind=account["kind"].lower(),
            provider=account["provider"],
            period=period_of(months[0], today),
            other_period=period_of(months[1], today),
        )

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        pilot.tap("Paid", role="tab")
        pilot.reach(f"{self.service} · {self.period}")
        pilot.finish("It was paid already.")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "paid the other month": Way(
                *enter("Bills"),
                Tap(f"{self.service} · {self.other_period}"),
                TapId("pay_bill"),
                *pay(),
            )
        }
