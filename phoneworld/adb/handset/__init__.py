"""The phone's hardware: keys, lock, display, keyboards, log."""
