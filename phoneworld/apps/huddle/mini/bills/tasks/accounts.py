"""Tasks with accounts, and questions about bills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import cents_in, day_readings, day_text, days_after, plain
from phoneworld.apps.huddle.mini.bills.data import KINDS, period_of
from phoneworld.apps.huddle.mini.bills.tasks.setup import HOLDERS, account_of
from phoneworld.apps.huddle.receipts import MiniTask, enter, row_text, wallet_of
from phoneworld.author import (
    Added,
    Changed,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Tap,
    TapId,
)
from phoneworld.formats import dollars


@dataclass(frozen=True)
class SetAutopay(MiniTask):
    """Bills of a provider are paid by themselves from now on."""

    template = "huddle.bills_autopay"
    level = Level.MEDIUM
    goals = (
        "Turn on autopay for {provider} in Huddle, with {card}.",
        (
            "My {low_kind} bills should be paid automatically from {card}. Set that up in Huddle's "
            "Bills."
        ),
        "In Huddle, let {provider} bills be paid by themselves, using {card}.",
    )

    provider: str
    low_kind: str
    other: str
    card: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        kind, other = scene.rng.sample(tuple(KINDS), 2)
        database = scene.phone.databases[PATH]
        wallet = wallet_of(scene)
        card, wrong = scene.rng.sample([wallet.first_card, wallet.other_card], 2)
        return cls(
            provider=account_of(database, kind)["provider"],
            low_kind=kind.lower(),
            other=account_of(database, other)["provider"],
            card=card,
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [
            Changed(
                PATH,
                "bills_accounts",
                {"provider": self.provider, "autopay": 0},
                {"autopay": 1, "autopay_method": self.card},
            )
        ]

    def script(self) -> Script:
        return (
            *enter("Bills"),
            Tap("Accounts", role="tab"),
            Tap(self.provider, role="item"),
            Tap("Autopay"),
            Tap(self.card),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another card": Instead(card=self.wrong),
            "another provider": Instead(provider=self.other),
        }


@dataclass(frozen=True)
class AddAccount(MiniTask):
    """A provider is added by its customer number."""

    template = "huddle.bills_add_account"
    level = Level.MEDIUM
    goals = (
        (
            "Add my {low_kind} account with {provider} to Huddle's Bills: customer number {customer}, "
            'nickname "{nickname}".'
        ),
        (
            "I am now a customer of {provider} ({low_kind}). Enter the account in Huddle's Bills with "
            "the customer number {customer} and the nickname {nickname}."
        ),
        (
            "Set up a new account in Huddle's Bills. Provider: {provider}. Kind: {low_kind}. Customer "
            "number: {customer}. Nickname: {nickname}."
        ),
    )

    service: str
    low_kind: str
    provider: str
    other: str
    customer: str
    mistyped: str
    nickname: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        kind = rng.choice(tuple(KINDS))
        provider, other = rng.sample(KINDS[kind], 2)
        customer = str(rng.randint(10**8, 10**9 - 1))
        return cls(
            service=kind,
            low_kind=kind.lower(),
            provider=provider,
            other=other,
            customer=customer,
            mistyped=customer[:-2] + customer[-1] + str((int(customer[-2]) + 1) % 10),
            nickname=rng.choice(HOLDERS),
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(
                PATH,
                "bills_accounts",
                {
                    "kind": self.service,
                    "provider": self.provider,
                    "customer": self.customer,
                    "nickname": self.nickname,
                },
            )
        ]

    def script(self) -> Script:
        return (
            *enter("Bills"),
            Tap("Accounts", role="tab"),
            Tap("Add account"),
            TapId("kind"),
            Tap(self.service),
            TapId("provider"),
            Tap(self.provider),
            Enter(self.customer, into="Customer number"),
            Enter(self.nickname, into="Nickname"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another provider": Instead(provider=self.other),
            "mistyped": Instead(customer=self.mistyped),
            "no nickname": Instead(nickname=""),
        }


@dataclass(frozen=True)
class SumOfBills(MiniTask):
    """What was paid over three months."""

    template = "huddle.bills_sum"
    level = Level.HARD
    hidden = ("first", "second", "third")
    goals = (
        "How much did I pay for {low_kind} altogether from {start} to {end}? Huddle has the bills.",
        (
            "Add up my {low_kind} bills in Huddle for the three months {start} to {end} and tell me "
            "the total."
        ),
        "What is the sum of the three {provider} bills for {start} to {end} in Huddle's Bills?",
    )

    provider: str
    low_kind: str
    start: str
    end: str
    periods: tuple[str, ...]
    first: str
    second: str
    third: str
    total: str
    earlier: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        today = scene.phone.today
        account = account_of(database, rng.choice(("Electricity", "Water", "Gas")))
        last = rng.randint(2, 4)
        months = [last + 2, last + 1, last]
        cents = rng.sample(range(2150, 9950, 5), 3)
        periods = [period_of(month, today) for month in months]
        for period, amount in zip(periods, cents, strict=True):
            database.run(
                "UPDATE bills_bills SET cents = ? WHERE account_id = ? AND period = ?",
                amount,
                account["_id"],
                period,
            )
        return cls(
            provider=account["provider"],
            low_kind=account["kind"].lower(),
            start=periods[0],
            end=periods[-1],
            periods=tuple(periods),
            first=dollars(cents[0]),
            second=dollars(cents[1]),
            third=dollars(cents[2]),
            total=plain(sum(cents)),
            earlier=tuple(period_of(month + 1, today) for month in months),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.total)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        pilot.tap("Accounts", role="tab")
        pilot.tap(self.provider, role="item")
        total = 0
        for period in reversed(self.periods):
            text = row_text(pilot, period, ", paid")
            total += cents_in(text.rpartition(", paid")[0])
        pilot.say(dollars(total))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only two months": Instead(periods=self.periods[:2]),
            "a month too early": Instead(periods=self.earlier),
        }


@dataclass(frozen=True)
class ReadDue(MiniTask):
    """By when a bill is to be paid."""

    template = "huddle.bills_due"
    level = Level.EASY
    hidden = ("shown",)
    goals = (
        "By when do I have to pay the {low_kind} bill in Huddle?",
        "When is my open {provider} bill due? Look in Huddle's Bills.",
        "Tell me the due date of the {low_kind} bill that is waiting in Huddle.",
    )

    provider: str
    low_kind: str
    other: str
    due: str
    shown: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        today = scene.phone.today
        days = rng.sample(range(1, 24), len(KINDS))
        for kind, day in zip(KINDS, days, strict=True):
            database.run(
                "UPDATE bills_bills SET due = ? WHERE account_id = ? AND status = 'open'",
                days_after(today, day),
                account_of(database, kind)["_id"],
            )
        kind, other = rng.sample(tuple(KINDS), 2)
        dues = {one: days_after(today, day) for one, day in zip(KINDS, days, strict=True)}
        return cls(
            provider=account_of(database, kind)["provider"],
            low_kind=kind.lower(),
            other=account_of(database, other)["provider"],
            due=dues[kind],
            shown=day_text(dues[kind]),
            wrong=tuple(
                day_text(due).partition(", ")[2] for due in dues.values() if due != dues[kind]
            ),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(day_readings(self.due), nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        pilot.say(row_text(pilot, self.provider, "due ").rpartition("due ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another bill": Instead(provider=self.other)}
