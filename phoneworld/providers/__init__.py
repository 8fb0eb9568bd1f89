"""Data that all apps share, kept as Android keeps it: settings, contacts, messages, calendar, files."""
