"""Expenses: what was spent, on what, and by whom."""

from phoneworld.apps.expenses.app import APP

__all__ = ["APP"]
