"""Tasks in which expenses are deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from phoneworld.author import (
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.pro_expense.tasks.setup import (
    LABEL,
    ExpenseValues,
    deleting,
    expense_removed,
    expenses_by_name,
    places,
    put_expense,
    some_time,
    values_of,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone


@dataclass(frozen=True)
class DeleteOneExpense(SuiteTask):
    """Expenses go, by their names."""

    template = "androidworld.expense_delete_single"
    suite = "ExpenseDeleteSingle"
    complexity: ClassVar[float] = 1
    apps = (LABEL,)
    goals: ClassVar[tuple[str, ...]] = (
        "Remove from Pro Expense: {names}.",
        "I wrote this down by mistake, delete it in Pro Expense: {names}",
        "Pro Expense still has {names}; take it out, please.",
    )
    count: ClassVar[int] = 1
    noise: ClassVar[int] = 0

    expenses: tuple[ExpenseValues, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        book = expenses_by_name(scene.rng, cls.count + cls.noise)
        order = list(book)
        scene.rng.shuffle(order)
        for expense in order:
            put_expense(scene, expense)
        return cls(tuple(book[: cls.count]))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        return cls(tuple(values_of(row) for row in params["row_objects"]))

    @property
    def names(self) -> str:
        return ", ".join(expense[0] for expense in self.expenses)

    def expect(self) -> list[Expectation]:
        return [expense_removed(expense) for expense in self.expenses]

    def script(self) -> Script:
        return (Open(LABEL), *(step for one in self.expenses for step in deleting(one)))

    def mistakes(self) -> dict[str, Mistake]:
        found: dict[str, Mistake] = {"not confirmed": Without(Tap("Delete", role="button"))}
        if len(self.expenses) > 1:
            found["one forgotten"] = Instead(expenses=self.expenses[1:])
        return found


@dataclass(frozen=True)
class DeleteExpenses(DeleteOneExpense):
    """Three expenses go."""

    template = "androidworld.expense_delete_multiple"
    suite = "ExpenseDeleteMultiple"
    complexity = 2
    level = Level.MEDIUM
    goals = (
        "Remove these from Pro Expense: {names}.",
        "I wrote these down by mistake, delete them in Pro Expense: {names}",
        "Pro Expense still has {names}; take them all out, please.",
    )
    count = 3


@dataclass(frozen=True)
class DeleteExpensesOfMany(DeleteExpenses):
    """Three expenses of many go."""

    template = "androidworld.expense_delete_multiple2"
    suite = "ExpenseDeleteMultiple2"
    complexity = 3.4
    noise = 50


@dataclass(frozen=True)
class DeleteTwinExpense(SuiteTask):
    """One of two expenses that say the same goes. `first_at` and `second_at` are where they stand among
    those that look like them in the list; `other` is one that does not say the same.
    """

    template = "androidworld.expense_delete_duplicates"
    suite = "ExpenseDeleteDuplicates"
    complexity: ClassVar[float] = 1.2
    level = Level.HARD
    apps = (LABEL,)
    goals = (
        "Some expense is in Pro Expense twice, with the same details. Delete the one too many, and nothing else.",
        "Find expenses in Pro Expense that agree in everything and keep only one of each.",
        "Of expenses that are entirely alike, Pro Expense should have one only: delete the others.",
    )
    hidden = ("name",)
    noise: ClassVar[int] = 5
    variants: ClassVar[int] = 0

    expense: ExpenseValues
    first_at: int
    second_at: int
    other: ExpenseValues

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        expense, *others = expenses_by_name(rng, 1 + cls.noise - cls.variants)
        more_cents = rng.sample(range(50, 1000), cls.variants)
        for cents in more_cents:
            name, amount, category, note, *_ = expense
            others.append((name, amount + cents, category, note, some_time(rng), some_time(rng)))
        order = [expense, expense, *others]
        rng.shuffle(order)
        for one in order:
            put_expense(scene, one)
        return cls._placed(expense, others[-1], scene.phone)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        other = values_of(params["noise_row_objects"][-1])
        return cls._placed(values_of(params["row_objects"][0]), other, phone)

    @classmethod
    def _placed(cls, expense: ExpenseValues, other: ExpenseValues, phone: Phone) -> Self:
        first, second = places(phone, expense)
        return cls(expense, first, second, other)

    @property
    def name(self) -> str:
        return self.expense[0]

    def expect(self) -> list[Expectation]:
        return [expense_removed(self.expense)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open(LABEL)
        pilot.reach(self.name)
        pilot.follow(deleting(self.expense, self.second_at))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not confirmed": Without(Tap("Delete", role="button")),
            "one that is only like it": Instead(expense=self.other, second_at=0),
        }


@dataclass(frozen=True)
class DeleteTwinAmongExpenses(DeleteTwinExpense):
    """One of two twins goes, among many and three near ones."""

    template = "androidworld.expense_delete_duplicates2"
    suite = "ExpenseDeleteDuplicates2"
    complexity = 1.8
    noise = 40
    variants = 3
