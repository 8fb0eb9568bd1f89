"""What `python -m runtime` can do, a module for each command: its arguments, and running it."""
