"""AndroidWorld's tasks with Pro Expense."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.pro_expense.tasks.deletions import (
    DeleteExpenses,
    DeleteExpensesOfMany,
    DeleteOneExpense,
    DeleteTwinAmongExpenses,
    DeleteTwinExpense,
)
from phoneworld.packs.androidworld.pro_expense.tasks.new_expenses import (
    AddExpenses,
    AddExpensesFromNote,
    AddExpensesFromPicture,
    AddOneExpense,
)

TASKS = templates_of(
    AddOneExpense,
    AddExpenses,
    AddExpensesFromNote,
    AddExpensesFromPicture,
    DeleteOneExpense,
    DeleteExpenses,
    DeleteExpensesOfMany,
    DeleteTwinExpense,
    DeleteTwinAmongExpenses,
)
