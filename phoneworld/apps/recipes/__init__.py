"""Recipes: a cookbook with a shopping list."""

from phoneworld.apps.recipes.app import APP

__all__ = ["APP"]
