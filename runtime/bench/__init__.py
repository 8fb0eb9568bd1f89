"""What the runtime costs, measured by itself: `python -m runtime bench`."""
