"""Supervised fine-tuning: a policy learns to decide as recorded episodes did. `recipe` reads top down."""
