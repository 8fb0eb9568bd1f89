"""Tasks with recipes and the shopping list."""

from __future__ import annotations

from phoneworld.apps.recipes.dish_tasks import (
    AddFavorite,
    AddOwn,
    AlreadyFavorite,
    ChangeTime,
    FavoriteAfterAsking,
    RateMissing,
    RateRecipe,
)
from phoneworld.apps.recipes.kitchen_tasks import (
    ChangeItem,
    QuickestDish,
    RemoveTicked,
    ScaledAmount,
    ShopForDish,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    AddFavorite,
    AlreadyFavorite,
    RateRecipe,
    ChangeTime,
    AddOwn,
    ScaledAmount,
    QuickestDish,
    ShopForDish,
    RemoveTicked,
    ChangeItem,
    FavoriteAfterAsking,
    RateMissing,
)
