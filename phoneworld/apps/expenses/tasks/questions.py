"""Tasks that ask what was spent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.expenses.data import add_expense, month_after, month_name
from phoneworld.apps.expenses.tasks.setup import PURCHASES, database_of, draw_cents, first_row
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.formats import dollars


@dataclass(frozen=True)
class CategoryTotal(TaskType):
    """What was spent on a category last month."""

    template = "expenses.category_total"
    level = Level.MEDIUM
    apps = ("Expenses",)
    hidden = ("value",)
    goals = (
        "How much did I spend on {category} in {month}?",
        "Look up in Expenses what {category} cost me in {month} altogether.",
        "What was my {category} total for {month}?",
    )

    category: str
    other: str
    month: str
    value: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        this = scene.phone.today[:7]
        last = month_after(this, -1)
        category, other = rng.sample(tuple(PURCHASES), 2)
        for name in (category, other):
            for month, latest in ((last, 28), (this, 12)):
                for _ in range(2):
                    add_expense(
                        database,
                        draw_cents(rng, 8, 90),
                        category=name,
                        day=f"{month}-{rng.randint(1, latest):02d}",
                        note=rng.choice(PURCHASES[name]),
                    )

        def total(name: str, month: str) -> str:
            sql = "SELECT sum(amount) FROM expenses WHERE category = ? AND substr(day, 1, 7) = ?"
            return dollars(database.value(sql, name, month))

        return cls(
            category=category,
            other=other,
            month=f"{month_name(last).split()[0]}",
            value=total(category, last),
            wrong=(total(category, this), total(other, last)),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.value, nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.tap("Summary")
        pilot.tap("Previous month")
        pilot.say(pilot.reach(self.category, role="item").text.rpartition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another category": Instead(category=self.other)}


@dataclass(frozen=True)
class BiggestPurchase(TaskType):
    """What the biggest expense of last month was."""

    template = "expenses.biggest"
    level = Level.HARD
    apps = ("Expenses",)
    hidden = ("note", "value")
    goals = (
        "What was my single biggest expense in {month}, and how much was it?",
        "Which one thing cost me the most in {month}? Tell me what it was and the amount.",
        "Find the most expensive entry of {month} in Expenses and tell me its note and amount.",
        "Looking at {month} only: what did I pay the most for in one go, and how much?",
    )

    month: str
    note: str
    value: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        this = scene.phone.today[:7]
        last = month_after(this, -1)
        months = (last, last, this, month_after(this, -2))
        cents = draw_cents(rng, 210, 380)
        amounts = (cents, cents - rng.randint(2, 8) * 100, cents + 5000, cents + 9000)
        notes: list[str] = []
        for month, amount in zip(months, amounts, strict=True):
            category = rng.choice(tuple(PURCHASES))
            note = rng.choice([one for one in PURCHASES[category] if one not in notes])
            notes.append(note)
            day = f"{month}-{rng.randint(1, 12):02d}"
            add_expense(database, amount, category=category, day=day, note=note)
        return cls(
            month=month_name(last).split()[0],
            note=notes[0],
            value=dollars(cents),
            others=tuple(notes[1:]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.note, self.value, nots=tuple(self.others))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.tap("All time")
        pilot.tap("Last month", role="radio")
        pilot.tap("Sort")
        pilot.tap("Highest amount", role="radio")
        row = first_row(pilot).text
        pilot.say(f"{row.partition(', ')[0]}: {row.rpartition(', ')[2]}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "of this month": Swap(Tap("Last month", role="radio"), Tap("This month", role="radio")),
            "of all time": Swap(Tap("Last month", role="radio"), Tap("All time", role="radio")),
            "the newest one": Swap(
                Tap("Highest amount", role="radio"), Tap("Newest first", role="radio")
            ),
        }
