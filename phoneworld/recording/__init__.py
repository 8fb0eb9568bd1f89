"""Recorded use of apps: what others have recorded is imported, what we see is recorded."""
