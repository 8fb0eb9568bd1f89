"""Tasks with recipes and the shopping list."""

from __future__ import annotations

from phoneworld.apps.recipes.dish_tasks import (
    AddFavoriteRecipe,
    AddOwn,
    ChangeTime,
    FavoriteAfterAsking,
    RateMissing,
    RateRecipe,
    RecipeAlreadyFavorite,
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
    AddFavoriteRecipe,
    RecipeAlreadyFavorite,
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
