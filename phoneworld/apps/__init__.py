"""The apps of a PhoneWorld phone: each folder here is one, and nothing else names it."""
