"""Tasks with calls."""

TASKS = ()
