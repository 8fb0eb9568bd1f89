"""Tasks that pay bills, or need not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.bills.data import (
    KINDS,
    OPEN,
    PAID,
    add_account,
    add_bill,
    period_of,
)
from phoneworld.apps.huddle.mini.bills.tasks.accounts import (
    HOLDERS,
    TYPICAL_CENTS,
    account_of,
    settled,
)
from phoneworld.apps.huddle.receipts import MiniTask, enter, paid, pay, wallet_of
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.apps.huddle.wording import days_after
from phoneworld.author import (
    Asked,
    Expectation,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    templates_of,
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

    sort: str
    low_kind: str
    provider: str
    period: str
    other_period: str
    reference: str
    cents: int
    way: str
    balance: int
    first_card: str
    other_card: str

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
        ways = [wallet["other_card"]]
        if wallet["balance"] >= bill["cents"]:
            ways.append(BALANCE)
        return cls(
            sort=account["kind"],
            low_kind=account["kind"].lower(),
            provider=account["provider"],
            period=bill["period"],
            other_period=period_of(months[1], today),
            reference=bill["reference"],
            cents=bill["cents"],
            way=rng.choice(ways),
            **wallet,
        )

    def expect(self) -> list[Expectation]:
        return [
            settled(self.reference, self.way),
            *paid(self, self.provider, self.cents, method=self.way),
        ]

    def solve(self, pilot: Pilot) -> None:
        enter(pilot, "Bills")
        pilot.tap(f"{self.sort} · {self.period}")
        pilot.tap_id("pay_bill")
        pay(pilot, self.way)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other month": Instead(period=self.other_period),
            "another card": Instead(way=self.first_card),
        }


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

    overdue: tuple[Row, ...]
    card: str
    balance: int
    first_card: str
    other_card: str

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
        return cls(overdue=tuple(overdue), card=wallet["other_card"], **wallet)

    def expect(self) -> list[Expectation]:
        found: list[Expectation] = []
        for bill in self.overdue:
            found.append(settled(bill["reference"], self.card))
            found += paid(self, bill["provider"], bill["cents"], method=self.card)
        return found

    def solve(self, pilot: Pilot) -> None:
        enter(pilot, "Bills")
        pilot.reach("overdue since")
        late = [e for e in pilot.screen.elements if "overdue since" in e.text]
        count = min(len(late), v.get("at_most", len(late)))
        for index in range(count):
            if index:
                pilot.back()
            pilot.tap("overdue since")
            pilot.tap_id("pay_bill")
            pay(pilot, self.card)
        if v.get("one_more"):
            pilot.back()
            pilot.tap(", due ")
            pilot.tap_id("pay_bill")
            pay(pilot, self.card)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only the first": Instead(at_most=1),
            "one too many": Instead(one_more=True),
            "another card": Instead(card=self.first_card),
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
    balance: int
    first_card: str
    other_card: str

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
            **wallet_of(scene),
        )

    def reply(self, question: str) -> str:
        del question
        return f"The one called {self.meant}."

    def expect(self) -> list[Expectation]:
        return [
            Asked(),
            settled(self.reference),
            *paid(self, self.provider, self.cents),
        ]

    def solve(self, pilot: Pilot) -> None:
        enter(pilot, "Bills")
        name = v.get("guess")
        if not name:
            answer = pilot.ask(f"Which {self.low_kind} bill do you mean?")
            name = answer.removeprefix("The one called ").rstrip(".")
        pilot.tap(f"{self.provider} ({name})", role="item")
        pilot.tap_id("pay_bill")
        pay(pilot)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Instead(guess=self.meant),
            "guessed wrong": Instead(guess=self.other),
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

    sort: str
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
                "" if index else wallet["first_card"],
                account["_id"],
                period_of(month, today),
            )
        return cls(
            sort=account["kind"],
            low_kind=account["kind"].lower(),
            provider=account["provider"],
            period=period_of(months[0], today),
            other_period=period_of(months[1], today),
        )

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        enter(pilot, "Bills")
        wanted = f"{self.sort} · {self.period}"
        if not v.get("pays_anyway"):
            pilot.tap("Paid", role="tab")
            pilot.reach(wanted)
            pilot.finish("It was paid already.")
            return
        pilot.tap(f"{self.sort} · {self.other_period}")
        pilot.tap_id("pay_bill")
        pay(pilot)

    def mistakes(self) -> dict[str, Mistake]:
        return {"paid the other month": Instead(pays_anyway=True)}


TASKS = templates_of(
    PayBill,
    PayOverdue,
    AskWhichPhone,
    AlreadyPaid,
)
