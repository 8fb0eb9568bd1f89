"""Everyday questions about bills: how much one is, how much they are together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.bills.data import KINDS
from phoneworld.apps.huddle.mini.bills.tasks.setup import TYPICAL_CENTS, account_of
from phoneworld.apps.huddle.receipts import MiniTask, enter, row_text
from phoneworld.author import Expectation, ExpectedAnswer, Instead, Mistake, Pilot, Say, Scene, Swap
from phoneworld.formats import dollars


@dataclass(frozen=True)
class OpenBillAmount(MiniTask):
    """How much the open bill of a kind is."""

    template = "huddle.bills_amount"
    hidden = ("amount",)
    goals = (
        "How much is the open {low_kind} bill in Huddle?",
        "Tell me the amount of the {low_kind} bill that is to be paid in Huddle.",
        "Look in Huddle's Bills what I have to pay for {low_kind}.",
    )

    kind_name: str
    low_kind: str
    other: str
    amount: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        cents = rng.sample(range(*TYPICAL_CENTS, 5), len(KINDS))
        for kind, each in zip(KINDS, cents, strict=True):
            database.run(
                "UPDATE bills_bills SET cents = ? WHERE account_id = ? AND status = 'open'",
                each,
                account_of(database, kind)["_id"],
            )
        told = dict(zip(KINDS, map(dollars, cents), strict=True))
        kind, other = rng.sample(tuple(KINDS), 2)
        wrong = tuple(each for one, each in told.items() if one != kind)
        return cls(kind, kind.lower(), other, told[kind], wrong)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.amount, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        row = row_text(pilot, f"{self.kind_name} · ", "$")
        pilot.say(f"${row.partition('$')[2].partition(', ')[0]}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"another bill": Instead(kind_name=self.other)}


@dataclass(frozen=True)
class BillsTotal(MiniTask):
    """How much all open bills are together."""

    template = "huddle.bills_total"
    hidden = ("total",)
    goals = (
        "How much do I have to pay altogether for the open bills in Huddle?",
        "Tell me the total of my unpaid bills in Huddle.",
        "What do all bills that are to be paid in Huddle come to?",
    )

    total: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = scene.phone.databases[PATH]
        database.run(
            "UPDATE bills_bills SET cents = cents + ? WHERE status = 'open'",
            scene.rng.randrange(5, 900, 5),
        )
        open_bills = database.rows("SELECT cents FROM bills_bills WHERE status = 'open'")
        total = sum(bill["cents"] for bill in open_bills)
        return cls(dollars(total), dollars(total - open_bills[0]["cents"]))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.total, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        pilot.say(pilot.read("owed"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"without one of them": Swap(Say, Say(self.wrong))}
