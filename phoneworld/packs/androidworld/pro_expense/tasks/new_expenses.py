"""Tasks in which expenses are written down: from the goal, from a note, from a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from phoneworld.author import (
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.files_there import put_file
from phoneworld.packs.androidworld.markor.data import note_path
from phoneworld.packs.androidworld.pictures import text_picture
from phoneworld.packs.androidworld.pro_expense.tasks.setup import (
    BLOCKS,
    LABEL,
    TABLE,
    ExpenseValues,
    expense_added,
    expenses_by_name,
    listing,
    put_expense,
    some_expense,
    values_of,
    writing,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone

MARKOR = "Markor"
GALLERY = "Simple Gallery Pro"
FOLDER, PICTURE = "/sdcard/DCIM", "expenses.jpg"
OLD_PICTURES = 10
FILE = "my_expenses.txt"


@dataclass(frozen=True)
class AddOneExpense(SuiteTask):
    """An expense that the goal tells whole."""

    template = "androidworld.expense_add_single"
    suite = "ExpenseAddSingle"
    complexity: ClassVar[float] = 1.2
    level = Level.MEDIUM
    apps: ClassVar[tuple[str, ...]] = (LABEL,)
    goals: ClassVar[tuple[str, ...]] = (
        "Write this down in Pro Expense:\n{listing}",
        "I spent money, put it into Pro Expense:\n{listing}",
        "Pro Expense is missing this, add it:\n{listing}",
    )
    count: ClassVar[int] = 1
    noise: ClassVar[int] = 10

    expenses: tuple[ExpenseValues, ...]
    form: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        expenses = tuple(expenses_by_name(rng, cls.count))
        names = [expense[0] for expense in expenses]
        others: list[ExpenseValues] = []
        while len(others) < cls.noise:
            other = some_expense(rng)
            if other[0] not in names:
                others.append(other)
        for other in others:
            put_expense(scene, other)
        drawn = cls(expenses, rng.choice((TABLE, BLOCKS)))
        drawn.prepare(scene, others)
        return drawn

    def prepare(self, scene: Scene, others: list[ExpenseValues]) -> None:
        """Put what else the task needs on the phone."""

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        expenses = tuple(values_of(row) for row in params["row_objects"])
        return cls(expenses, params["text_representation_type"])

    @property
    def listing(self) -> str:
        return listing(self.expenses, self.form)

    @property
    def first(self) -> str:
        return self.expenses[0][0]

    def expect(self) -> list[Expectation]:
        return [expense_added(expense) for expense in self.expenses]

    def reading(self) -> Script:
        """The steps after which the expenses are known."""
        return ()

    def script(self) -> Script:
        steps = [step for expense in self.expenses for step in writing(expense)]
        return (*self.reading(), Open(LABEL), *steps)

    def mistakes(self) -> dict[str, Mistake]:
        *others, last = self.expenses
        name, amount, category, *rest = last
        found: dict[str, Mistake] = {
            "not saved": Without(Tap("Save")),
            "ten times as much": Instead(expenses=(*others, (name, amount * 10, category, *rest))),
            "another category": Instead(
                expenses=(*others, (name, amount, category % 11 + 1, *rest))
            ),
        }
        if others:
            found["one forgotten"] = Instead(expenses=tuple(others))
        return found


@dataclass(frozen=True)
class AddExpenses(AddOneExpense):
    """Three expenses that the goal tells whole."""

    template = "androidworld.expense_add_multiple"
    suite = "ExpenseAddMultiple"
    complexity = 6
    level = Level.HARD
    goals = (
        "Write all of these down in Pro Expense:\n{listing}",
        "I spent money several times, put each into Pro Expense:\n{listing}",
        "Pro Expense is missing these, add them:\n{listing}",
    )
    count = 3


@dataclass(frozen=True)
class AddExpensesFromNote(AddOneExpense):
    """Of many expenses in a note of Markor, those that somebody else pays."""

    template = "androidworld.expense_add_multiple_from_markor"
    suite = "ExpenseAddMultipleFromMarkor"
    complexity = 6
    level = Level.HARD
    kind = Kind.CROSS
    apps = (MARKOR, LABEL)
    goals = (
        "my_expenses.txt in Markor marks some transactions as reimbursable: add these to Pro Expense.",
        "Go to Markor, find the reimbursable entries of my_expenses.txt and log them in Pro Expense.",
        "Which lines of Markor's my_expenses.txt are reimbursable? Put those into Pro Expense.",
    )
    hidden = ("first",)
    count = 2
    noise = 100

    def prepare(self, scene: Scene, others: list[ExpenseValues]) -> None:
        marked = [
            (*expense[:3], f"{expense[3]}. Reimbursable.", *expense[4:])
            for expense in self.expenses
        ]
        both = [*marked, *others]
        scene.rng.shuffle(both)
        put_file(scene.phone, note_path(FILE), listing(tuple(both), TABLE))

    def reading(self) -> Script:
        return (Open(MARKOR), Tap(FILE))


@dataclass(frozen=True)
class AddExpensesFromPicture(AddOneExpense):
    """Three expenses that a picture shows, among older pictures of the kind."""

    template = "androidworld.expense_add_multiple_from_gallery"
    suite = "ExpenseAddMultipleFromGallery"
    complexity = 6
    level = Level.HARD
    apps = (GALLERY, LABEL)
    goals = (
        "expenses.jpg in Simple Gallery Pro shows what I spent: write all of it down in Pro Expense.",
        "Put the expenses that you see in expenses.jpg (Simple Gallery Pro) into Pro Expense.",
        "Copy what the picture expenses.jpg in Simple Gallery Pro lists into Pro Expense.",
    )
    count = 3

    def prepare(self, scene: Scene, others: list[ExpenseValues]) -> None:
        now, old = (text_picture(listing(one, BLOCKS)) for one in (self.expenses, tuple(others)))
        put_file(scene.phone, f"{FOLDER}/{PICTURE}", now)
        for number in range(OLD_PICTURES):
            put_file(scene.phone, f"{FOLDER}/old_expenses_{number}.jpg", old)

    def reading(self) -> Script:
        return (Open(GALLERY), Tap("DCIM"), Tap(PICTURE))
