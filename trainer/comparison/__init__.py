"""Whole comparisons of trainings: one recipe, its stages, their doses, and what came of them."""
