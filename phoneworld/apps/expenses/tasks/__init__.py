"""Tasks with expenses."""

from __future__ import annotations

from phoneworld.apps.expenses.tasks.budgets import OverBudget, SetBudget
from phoneworld.apps.expenses.tasks.debts import SettleUp, SplitExpense
from phoneworld.apps.expenses.tasks.deletions import (
    DeleteExpense,
    DeleteExpenseAfterAsking,
    DeleteMissingExpense,
)
from phoneworld.apps.expenses.tasks.entries import (
    AddEarlier,
    AddExpense,
    ExpenseAlreadyEntered,
    FixAmount,
)
from phoneworld.apps.expenses.tasks.everyday import (
    DeleteLastExpense,
    LastExpense,
    OwedBy,
    PricePaid,
    QuickExpense,
    SpentThisMonth,
)
from phoneworld.apps.expenses.tasks.questions import BiggestPurchase, CategoryTotal
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
    QuickExpense,
    LastExpense,
    DeleteLastExpense,
    SpentThisMonth,
    OwedBy,
    PricePaid,
)
