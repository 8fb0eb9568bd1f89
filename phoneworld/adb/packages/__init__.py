"""Packages, intents and components: what `pm` and `am` deal with."""
