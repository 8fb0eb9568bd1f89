"""Calculator: sums by keys, and a history of them."""

from phoneworld.apps.calculator.app import APP

__all__ = ["APP"]
