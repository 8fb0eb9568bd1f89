"""What people ask of their expenses in a few words: log one, look one up, take the last one back, sums and debts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.expenses.data import ME, PATH, add_expense, add_share, month_after
from phoneworld.apps.expenses.tasks.setup import (
    PURCHASES,
    database_of,
    draw_cents,
    draw_day,
    draw_purchase,
    first_row,
)
from phoneworld.author import (
    BACK,
    Added,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Open,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.formats import dollars
from phoneworld.world import make_person


@dataclass(frozen=True)
class QuickExpense(TaskType):
    """Something bought today is entered; whatever category it gets."""

    template = "expenses.quick_add"
    apps = ("Expenses",)
    goals = (
        "Log an expense of {amount} for {note}.",
        "I spent {amount} on {note}. Add that to my expenses.",
        "Put {amount} for {note} into Expenses, any category will do.",
    )

    amount: str
    cents: int
    note: str
    wrong: str
    day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        cents = rng.choice((rng.randint(3, 90) * 100, draw_cents(rng, 3, 90)))
        notes = rng.sample([note for notes in PURCHASES.values() for note in notes], 2)
        return cls(
            amount=dollars(cents).removesuffix(".00"),
            cents=cents,
            note=notes[0],
            wrong=notes[1],
            day=scene.phone.today,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"amount": self.cents, "note": self.note, "day": self.day, "payer": ME}
        return [Added(PATH, "expenses", wanted)]

    def script(self) -> Script:
        return (
            Open("Expenses"),
            Tap("Add expense"),
            Enter(self.amount.removeprefix("$"), into="Amount"),
            Enter(self.note, into="Note"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "ten times the amount": Instead(amount=dollars(self.cents * 10)),
            "another note": Instead(note=self.wrong),
            "not saved": Swap(Tap("Save"), BACK),
        }


@dataclass(frozen=True)
class LatestExpense(TaskType):
    """A task with the expense that was entered last; another was entered just before it."""

    apps = ("Expenses",)

    expense: int
    note: str
    value: str
    earlier: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        one, other = rng.sample(tuple(PURCHASES), 2)
        earlier, note = rng.choice(PURCHASES[other]), rng.choice(PURCHASES[one])
        today = scene.phone.today
        add_expense(database, draw_cents(rng, 6, 90), category=other, day=today, note=earlier)
        cents = draw_cents(rng, 6, 90)
        expense = add_expense(database, cents, category=one, day=today, note=note)
        return cls(expense=expense, note=note, value=dollars(cents), earlier=earlier)


@dataclass(frozen=True)
class LastExpense(LatestExpense):
    """What the newest expense was for, and how much."""

    template = "expenses.last"
    hidden = ("note", "value")
    goals = (
        "What was my last expense?",
        "What did I spend money on last, and how much? Look in Expenses.",
        "Tell me the newest entry in my expenses with its amount.",
    )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.note, self.value, nots=(self.earlier,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        row = first_row(pilot).text
        pilot.say(f"{row.partition(', ')[0]}, {row.rpartition(', ')[2]}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before": Swap(Say, Say(f"{self.earlier}, {self.value}")),
            "only what for": Swap(Say, Say(self.note)),
        }


@dataclass(frozen=True)
class DeleteLastExpense(LatestExpense):
    """The newest expense is taken back."""

    template = "expenses.delete_last"
    goals = (
        "Delete my last expense.",
        "Remove the newest entry from my expenses.",
        "The expense that I entered last was a mistake: delete it.",
    )

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "expenses", {"_id": self.expense})]

    def script(self) -> Script:
        ask, confirm = Tap("Delete expense"), Tap("Delete", role="button")
        return (Open("Expenses"), Tap(self.note, role="item"), ask, confirm)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before": Instead(note=self.earlier),
            "called off": Swap(Tap("Delete", role="button"), Tap("Cancel", role="button")),
        }


@dataclass(frozen=True)
class SpentThisMonth(TaskType):
    """The sum of the month that it is."""

    template = "expenses.month_total"
    apps = ("Expenses",)
    hidden = ("value",)
    goals = (
        "How much have I spent this month?",
        "What do my expenses of this month come to altogether?",
        "Tell me my total spending for the current month.",
    )

    value: str
    last_month: str
    one: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        today = scene.phone.today
        category, note = draw_purchase(rng)
        cents = draw_cents(rng, 8, 200)
        add_expense(database, cents, category=category, day=today, note=note)
        this, last = (
            database.value("SELECT sum(amount) FROM expenses WHERE substr(day, 1, 7) = ?", month)
            for month in (today[:7], month_after(today[:7], -1))
        )
        return cls(dollars(this), last_month=dollars(last or 0), one=dollars(cents))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.value)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.tap("Summary")
        pilot.say(pilot.read("total"))

    def mistakes(self) -> dict[str, Mistake]:
        wrong: dict[str, Mistake] = {"last month": Swap(Say, Say(self.last_month))}
        if self.one != self.value:
            wrong["only today"] = Swap(Say, Say(self.one))
        return wrong


@dataclass(frozen=True)
class OwedBy(TaskType):
    """How much somebody owes, who has a namesake that owes too."""

    template = "expenses.owed_by"
    apps = ("Expenses",)
    hidden = ("value",)
    goals = (
        "How much does {name} owe me?",
        "What do I still get from {name}, according to Expenses?",
        "Look up in Expenses how much money {name} has to pay me back.",
    )

    name: str
    double: str
    value: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        person = rng.choice(scene.world.people)
        double = f"{person.first} {make_person(rng, {person.name}).last}"
        if double == person.name:
            double += "-Reyes"
        database.run("DELETE FROM shares WHERE person = ?", person.name)
        amounts = [draw_cents(rng, 5, 60), draw_cents(rng, 61, 90)]
        for name, cents in zip((person.name, double), amounts, strict=True):
            category, note = draw_purchase(rng)
            day = draw_day(scene, -30, -1)
            expense = add_expense(database, cents * 2, category=category, day=day, note=note)
            add_share(database, expense, name, cents)
        value, wrong = map(dollars, amounts)
        return cls(name=person.name, double=double, value=value, wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.value, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.tap("People")
        pilot.say(pilot.reach(self.name, role="item").text.rpartition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(name=self.double),
            "nothing": Swap(Say, Say("Nothing.")),
        }


@dataclass(frozen=True)
class PricePaid(TaskType):
    """What something cost."""

    template = "expenses.price_paid"
    apps = ("Expenses",)
    hidden = ("value",)
    goals = (
        "How much did I pay for {note}?",
        "What did {note} cost me? It is in Expenses.",
        "Look up in my expenses what I spent on {note}.",
    )

    note: str
    other: str
    value: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        category = rng.choice(tuple(PURCHASES))
        notes = rng.sample(PURCHASES[category], 2)
        amounts = [draw_cents(rng, 6, 60), draw_cents(rng, 61, 120)]
        for note, cents in zip(notes, amounts, strict=True):
            day = draw_day(scene, -20, -1)
            add_expense(database, cents, category=category, day=day, note=note)
        value, wrong = map(dollars, amounts)
        return cls(note=notes[0], other=notes[1], value=value, wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.value, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow((Open("Expenses"), Enter(self.note, into="Search expenses")))
        pilot.say(pilot.reach(self.note, role="item").text.rpartition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "something else": Instead(note=self.other),
            "that it is not there": Swap(Say, Say("There is no such expense.")),
        }
