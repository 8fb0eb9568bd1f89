"""Tasks with monthly budgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.expenses.data import NAMES, PATH, add_expense, set_budget
from phoneworld.apps.expenses.tasks.setup import PURCHASES, database_of, draw_cents
from phoneworld.author import (
    Changed,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.formats import cents_of, dollars


@dataclass(frozen=True)
class SetBudget(TaskType):
    """The budget of a category is changed."""

    template = "expenses.set_budget"
    apps = ("Expenses",)
    goals = (
        "Set my monthly budget for {category} to {amount}.",
        "From now on I want to spend at most {amount} a month on {category}: set that budget.",
        "Change the {category} budget in Expenses to {amount} per month.",
    )

    category: str
    other: str
    old: int
    amount: str
    cents: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, other = rng.sample(NAMES, 2)
        old, new, wrong = rng.sample(range(70, 650, 10), 3)
        set_budget(database_of(scene), category, old * 100)
        set_budget(database_of(scene), other, old * 100)
        return cls(
            category=category,
            other=other,
            old=old * 100,
            amount=f"${new}",
            cents=new * 100,
            wrong=f"${wrong}",
        )

    def expect(self) -> list[Expectation]:
        old = {"category": self.category, "amount": self.old}
        return [Changed(PATH, "budgets", old, {"amount": self.cents})]

    def script(self) -> Script:
        return (
            Open("Expenses"),
            Tap("Budgets"),
            Tap(self.category, role="item"),
            Enter(self.amount.removeprefix("$"), clear=True),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another category": Instead(category=self.other),
            "another amount": Instead(amount=self.wrong),
        }


@dataclass(frozen=True)
class OverBudget(TaskType):
    """Which category is over its budget, and by how much."""

    template = "expenses.over_budget"
    level = Level.HARD
    apps = ("Expenses",)
    hidden = ("category", "spent", "budget")
    goals = (
        "Which category has gone over its budget this month, and by how much?",
        "Have I exceeded one of my budgets this month? Tell me which, and by what amount.",
        "Check my budgets in Expenses: where did I overspend this month, and how much is it?",
        "One of my monthly budgets is used up. Which one, and by how many dollars am I over it?",
        "Tell me the category in Expenses where this month's budget was not enough, and the excess.",
    )

    category: str
    others: tuple[str, ...]
    spent: str
    budget: str
    over: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        database.run("DELETE FROM budgets")
        category, *others = rng.sample(tuple(PURCHASES), 4)
        month = scene.phone.today[:7]
        for name in (category, *others):
            add_expense(
                database,
                draw_cents(rng, 25, 90),
                category=name,
                day=f"{month}-{rng.randint(1, 13):02d}",
                note=rng.choice(PURCHASES[name]),
            )
            sql = "SELECT sum(amount) FROM expenses WHERE category = ? AND day >= ?"
            spent = database.value(sql, name, f"{month}-01")
            room = -rng.randint(5, 20) if name == category else rng.randint(1, 30)
            set_budget(database, name, (spent // 100 + room) * 100)
        spent = database.value(
            "SELECT sum(amount) FROM expenses WHERE category = ? AND day >= ?",
            category,
            f"{month}-01",
        )
        budget = database.value("SELECT amount FROM budgets WHERE category = ?", category)
        return cls(
            category=category,
            others=tuple(others),
            spent=dollars(spent),
            budget=dollars(budget),
            over=dollars(spent - budget),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.category, self.over, nots=tuple(self.others))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.tap("Budgets")
        row = pilot.reach("over budget", role="item").text
        name, _, told = row.partition(", ")
        spent, _, rest = told.partition(" of ")
        budget = rest.partition(" spent")[0]
        over = (cents_of(spent) or 0) - (cents_of(budget) or 0)
        pilot.say(f"{name}, by {dollars(over)}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a category with money left": Swap(Say, Say(f"{self.others[0]}, by {self.over}")),
            "what was spent instead": Swap(Say, Say(f"{self.category}, by {self.spent}")),
        }
