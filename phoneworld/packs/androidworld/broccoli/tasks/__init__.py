"""AndroidWorld's tasks with Broccoli."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.broccoli.tasks.deletions import (
    DeleteOneOfManyRecipes,
    DeleteOneRecipe,
    DeleteRecipes,
    DeleteRecipesOfMany,
    DeleteRecipesWith,
    DeleteTwinAmongLikes,
    DeleteTwinAmongMany,
    DeleteTwinRecipe,
)
from phoneworld.packs.androidworld.broccoli.tasks.new_recipes import (
    AddOneRecipe,
    AddRecipes,
    AddRecipesByTime,
    AddRecipesFromNote,
    AddRecipesFromPicture,
)

TASKS = templates_of(
    AddOneRecipe,
    AddRecipes,
    AddRecipesFromNote,
    AddRecipesFromPicture,
    AddRecipesByTime,
    DeleteOneRecipe,
    DeleteOneOfManyRecipes,
    DeleteRecipes,
    DeleteRecipesOfMany,
    DeleteRecipesWith,
    DeleteTwinRecipe,
    DeleteTwinAmongLikes,
    DeleteTwinAmongMany,
)
