"""Pro Expense: what was spent, by name and category."""

from phoneworld.packs.androidworld.pro_expense.app import APP

__all__ = ["APP"]
