"""Tasks with recipes and the shopping list."""

from __future__ import annotations

from phoneworld.apps.recipes.tasks.entries import AddOwn, ChangeTime
from phoneworld.apps.recipes.tasks.everyday_dishes import (
    CookingTime,
    DeleteRecipe,
    HowMuch,
    NoFavorite,
    ShowRecipe,
)
from phoneworld.apps.recipes.tasks.everyday_list import (
    ClearList,
    PutOnShoppingList,
    ShopForRecipe,
    TickItem,
)
from phoneworld.apps.recipes.tasks.favorites import (
    AddFavoriteRecipe,
    FavoriteAfterAsking,
    RecipeAlreadyFavorite,
)
from phoneworld.apps.recipes.tasks.questions import QuickestDish, ScaledAmount
from phoneworld.apps.recipes.tasks.ratings import RateMissing, RateRecipe
from phoneworld.apps.recipes.tasks.shopping_list import ChangeItem, RemoveTicked, ShopForDish
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
    PutOnShoppingList,
    TickItem,
    ClearList,
    ShopForRecipe,
    ShowRecipe,
    CookingTime,
    HowMuch,
    NoFavorite,
    DeleteRecipe,
)
