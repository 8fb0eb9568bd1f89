"""Tasks with what was spent."""

from __future__ import annotations

from phoneworld.apps.expenses.entry_tasks import (
    AddEarlier,
    AddExpense,
    DeleteExpense,
    DeleteExpenseAfterAsking,
    DeleteMissingExpense,
    ExpenseAlreadyEntered,
    FixAmount,
)
from phoneworld.apps.expenses.overview_tasks import (
    BiggestPurchase,
    CategoryTotal,
    OverBudget,
    SetBudget,
    SettleUp,
    SplitExpense,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    AddExpense,
    AddEarlier,
    DeleteExpense,
    FixAmount,
    SetBudget,
    CategoryTotal,
    SplitExpense,
    SettleUp,
    OverBudget,
    BiggestPurchase,
    ExpenseAlreadyEntered,
    DeleteExpenseAfterAsking,
    DeleteMissingExpense,
)
