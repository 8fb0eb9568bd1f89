"""Tasks with text messages."""

TASKS = ()
