"""Readers: weights that say which known request a goal is, and which of its words are the values."""
