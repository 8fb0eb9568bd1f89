"""Tokenizers of policies: ours, made so that what is copied is written with the same tokens everywhere."""
