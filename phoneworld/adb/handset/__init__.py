"""The phone as a thing: keys, lock, display, keyboards, log."""
