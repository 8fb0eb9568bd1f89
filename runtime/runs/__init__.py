"""Runs: one task on one device by one policy, from being asked for to its end, and their store."""
