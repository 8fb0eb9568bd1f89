"""Tasks with sums, budgets and debts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.expenses.data import (
    NAMES,
    PATH,
    add_expense,
    add_share,
    month_after,
    month_name,
    set_budget,
)
from phoneworld.apps.expenses.draws import (
    PURCHASES,
    database_of,
    draw_cents,
    draw_day,
    draw_purchase,
    first_row,
    spoken,
)
from phoneworld.author import (
    Added,
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
    Way,
)
from phoneworld.wording import cents_of, day_name, dollars
from phoneworld.world import make_person


@dataclass(frozen=True)
class SetBudget(TaskType):
    """A category gets another budget."""

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
class CategoryTotal(TaskType):
    """What a category cost last month."""

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
class SplitExpense(TaskType):
    """A bill is shared between three."""

    template = "expenses.split"
    level = Level.HARD
    apps = ("Expenses",)
    goals = (
        "Split the {note} of {day_text} equally between me, {one} and {two}.",
        (
            "{one} and {two} share the {note} on {day_text} with me. Enter that in Expenses, in equal "
            "parts."
        ),
        "I paid for {note} on {day_text}, but it was for three: {one}, {two} and me. Split it.",
    )

    note: str
    one: str
    two: str
    three: str
    expense: int
    each: int
    day_text: str
    day_row: str
    other_row: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, note = draw_purchase(rng)
        one, two, three = rng.sample(scene.world.people, 3)
        cents = draw_cents(rng, 30, 150)
        days = [
            scene.world.day(-offset).date().isoformat() for offset in rng.sample(range(1, 30), 2)
        ]
        for day in sorted(days):
            add_expense(database_of(scene), cents, category=category, day=day, note=note)
        return cls(
            note=note,
            one=one.name,
            two=two.name,
            three=three.name,
            expense=database_of(scene).value(
                "SELECT _id FROM expenses WHERE note = ? AND day = ?", note, days[0]
            ),
            each=cents // 3,
            day_text=spoken(days[0]),
            day_row=day_name(days[0], scene.phone.today),
            other_row=day_name(days[1], scene.phone.today),
        )

    def expect(self) -> list[Expectation]:
        part = {"expense_id": self.expense, "amount": self.each, "settled": 0}
        return [
            Added(PATH, "shares", {**part, "person": self.one}),
            Added(PATH, "shares", {**part, "person": self.two}),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.type(self.note, into="Search expenses")
        pilot.tap(self.day_row, role="item")
        pilot.tap("Split with people")
        for name in (self.one, self.two):
            if name:
                pilot.tap(name, role="checkbox")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one forgotten": Instead(two=""),
            "somebody else": Instead(two=self.three),
            "the same on another day": Instead(day_row=self.other_row),
        }


@dataclass(frozen=True)
class SettleUp(TaskType):
    """Somebody has paid everything back."""

    template = "expenses.settle"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "{name} has paid me back everything. Settle it in Expenses.",
        "Mark all that {name} owes me as paid back.",
        "I got the money from {name}, so we are even now. Please note that in Expenses.",
    )

    name: str
    double: str
    ids: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        person = rng.choice(scene.world.people)
        double = f"{person.first} {make_person(rng, {person.name}).last}"
        if double == person.name:
            double += "-Reyes"
        database.run("DELETE FROM shares WHERE person = ?", person.name)
        ids: list[int] = []
        for name, count in ((person.name, rng.randint(2, 3)), (double, 1)):
            for _ in range(count):
                category, note = draw_purchase(rng)
                cents = draw_cents(rng, 10, 90)
                day = draw_day(scene, -30, -1)
                expense = add_expense(database, cents, category=category, day=day, note=note)
                share = add_share(database, expense, name, cents // 2)
                if name == person.name:
                    ids.append(share)
        return cls(name=person.name, double=double, ids=tuple(ids))

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "shares", {"_id": id, "settled": 0}, {"settled": 1}) for id in self.ids
        ]

    def script(self) -> Script:
        return (
            Open("Expenses"),
            Tap("People"),
            Tap(self.name, role="item"),
            Tap("Settle up"),
            Tap("Settle", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        to_debts = (Open("Expenses"), Tap("People"), Tap(self.name, role="item"))
        one = (Tap("Open", role="item"), Tap("Mark as paid back"))
        return {
            "the other of that first name": Instead(name=self.double),
            "only one of the debts": Way(*to_debts, *one),
        }


@dataclass(frozen=True)
class OverBudget(TaskType):
    """Where too much was spent, and how much too much."""

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


@dataclass(frozen=True)
class BiggestPurchase(TaskType):
    """The most expensive thing of last month."""

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
