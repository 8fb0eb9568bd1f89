"""What `phonebuddy` can do in a terminal, a module for each command: its arguments, and running it.

A command module has `DESCRIPTION`, `EPILOG`, `add_arguments(parser)` and `run(given) -> int`. None of
them loads Textual.
"""
