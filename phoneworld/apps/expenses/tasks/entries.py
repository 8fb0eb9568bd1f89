"""Tasks in which an expense is entered or corrected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Self

from phoneworld.apps.expenses.data import ME, NAMES, PATH, add_expense, plain_amount
from phoneworld.apps.expenses.tasks.setup import (
    database_of,
    draw_cents,
    draw_day,
    draw_purchase,
    spoken,
)
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Direction,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    PickDate,
    Pilot,
    Scene,
    Script,
    Swap,
    Swipe,
    Tap,
    TaskType,
    Without,
)
from phoneworld.formats import day_name, dollars


@dataclass(frozen=True)
class AddExpense(TaskType):
    """Something bought today is entered."""

    template = "expenses.add"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "Enter {amount} for {note} in my expenses, category {category}.",
        "I just paid {amount} ({note}). Add it to Expenses under {category}.",
        "Please log a new {category} expense of {amount} with the note {note}.",
    )

    amount: str
    cents: int
    note: str
    category: str
    other_category: str
    day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, note = draw_purchase(rng)
        cents = draw_cents(rng, 6, 140)
        return cls(
            amount=dollars(cents),
            cents=cents,
            note=note,
            category=category,
            other_category=rng.choice([name for name in NAMES if name != category]),
            day=scene.phone.today,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"amount": self.cents, "category": self.category, "note": self.note}
        return [Added(PATH, "expenses", {**wanted, "day": self.day, "payer": ME})]

    def script(self) -> Script:
        return (
            Open("Expenses"),
            Tap("Add expense"),
            Enter(self.amount.removeprefix("$"), into="Amount"),
            Enter(self.note, into="Note"),
            *(
                (Tap("Category"), Tap(self.category, role="radio"))
                if self.category != NAMES[0]
                else ()
            ),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "ten times the amount": Instead(amount=dollars(self.cents * 10)),
            "another category": Instead(category=self.other_category),
            "no note": Instead(note=""),
        }


@dataclass(frozen=True)
class AddEarlier(TaskType):
    """Something that somebody else paid for some days ago is entered."""

    template = "expenses.add_earlier"
    level = Level.HARD
    apps = ("Expenses",)
    goals = (
        "On {day_text} {payer} paid {amount} for {note}. Put it into my expenses as {category}.",
        "Add an expense in {category}: {note}, {amount}, paid by {payer} on {day_text}.",
        (
            "I forgot to log something: {payer} paid {amount} for {note} on {day_text}. "
            "It belongs to {category}."
        ),
    )

    amount: str
    cents: int
    note: str
    category: str
    payer: str
    other_payer: str
    day: str
    day_text: str
    other_day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, note = draw_purchase(rng)
        payer, other = rng.sample(scene.world.people, 2)
        cents = draw_cents(rng, 15, 180)
        day = draw_day(scene, -25, -2)
        other_day = date.fromordinal(date.fromisoformat(day).toordinal() + 1).isoformat()
        return cls(
            amount=dollars(cents),
            cents=cents,
            note=note,
            category=category,
            payer=payer.name,
            other_payer=other.name,
            day=day,
            day_text=spoken(day),
            other_day=other_day,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"amount": self.cents, "category": self.category, "note": self.note}
        return [Added(PATH, "expenses", {**wanted, "day": self.day, "payer": self.payer})]

    def script(self) -> Script:
        return (
            Open("Expenses"),
            Tap("Add expense"),
            Enter(self.amount.removeprefix("$"), into="Amount"),
            Enter(self.note, into="Note"),
            Tap("Category"),
            Tap(self.category, role="radio"),
            Tap("Date"),
            PickDate(self.day),
            Tap("Paid by"),
            Tap(self.payer, role="radio"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "today's date left": Without(Tap("Date"), PickDate(self.day)),
            "a day too late": Instead(day=self.other_day),
            "payer left": Without(Tap("Paid by"), Tap(self.payer, role="radio")),
            "another payer": Instead(payer=self.other_payer),
        }


@dataclass(frozen=True)
class FixAmount(TaskType):
    """The amount of an expense is corrected."""

    template = "expenses.fix_amount"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "The {note} on {day_text} cost {right}, not {wrong}. Correct it in Expenses.",
        "Change the amount of my {note} expense of {day_text} to {right}.",
        "I mistyped something: {note} on {day_text} should be {right}. Please fix the entry.",
    )

    note: str
    wrong: str
    wrong_cents: int
    right: str
    right_cents: int
    day: str
    day_text: str
    day_row: str
    other_row: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, note = draw_purchase(rng)
        cents = draw_cents(rng, 12, 90)
        right = rng.choice((cents + 900, cents * 10, cents + 1100, cents - 270))
        offsets = rng.sample(range(-30, 0), 3)
        days = [scene.world.day(offset).date().isoformat() for offset in offsets]
        for index, day in sorted(enumerate(days), key=lambda pair: pair[1]):
            one = cents if index < 2 else cents + 100
            add_expense(database_of(scene), one, category=category, day=day, note=note)
        return cls(
            note=note,
            wrong=dollars(cents),
            wrong_cents=cents,
            right=dollars(right),
            right_cents=right,
            day=days[0],
            day_text=spoken(days[0]),
            day_row=day_name(days[0], scene.phone.today),
            other_row=day_name(days[1], scene.phone.today),
        )

    def expect(self) -> list[Expectation]:
        old = {"amount": self.wrong_cents, "note": self.note, "day": self.day}
        return [Changed(PATH, "expenses", old, {"amount": self.right_cents})]

    def script(self) -> Script:
        return (
            Open("Expenses"),
            Enter(self.note, into="Search expenses"),
            Tap(self.day_row, role="item"),
            Tap("Edit expense"),
            Enter(self.right.removeprefix("$"), into="Amount", clear=True),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        not_cleared = Enter(self.right.removeprefix("$"), into="Amount")
        return {
            "the same on another day": Instead(day_row=self.other_row),
            "the old amount not cleared": Swap(replace(not_cleared, clear=True), not_cleared),
            "another amount": Instead(right=dollars(self.right_cents + 100)),
        }


@dataclass(frozen=True)
class ExpenseAlreadyEntered(TaskType):
    """The expense is there already and must not be entered again."""

    template = "expenses.already_entered"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "Make sure that {amount} for {note} on {day_text} is in my expenses.",
        "Did I log the {note} of {day_text} ({amount})? If not, add it under {category}.",
        (
            "I am not sure whether the {amount} for {note} on {day_text} is in Expenses yet. "
            "See that it is there exactly once."
        ),
    )

    note: str
    category: str
    amount: str
    day: str
    day_text: str
    typed: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, note = draw_purchase(rng)
        cents = draw_cents(rng, 10, 120)
        day = draw_day(scene, -25, -2)
        add_expense(database_of(scene), cents, category=category, day=day, note=note)
        return cls(
            note=note,
            category=category,
            amount=dollars(cents),
            day=day,
            day_text=spoken(day),
            typed=plain_amount(cents),
        )

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.type(self.note, into="Search expenses")
        pilot.reach(self.note, role="item")

    def mistakes(self) -> dict[str, Mistake]:
        again = (
            Tap("Add expense"),
            Enter(self.typed, into="Amount"),
            Enter(self.note, into="Note"),
            Tap("Category"),
            Tap(self.category, role="radio"),
            Tap("Date"),
            PickDate(self.day),
            Tap("Save"),
        )
        delete = (Swipe(self.note, Direction.LEFT), Tap("Delete", role="button"))
        return {"entered twice": Also(*again), "deleted": Also(*delete)}
