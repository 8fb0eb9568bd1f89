"""PhoneWorld: a virtual Android phone with runnable apps, and tasks that check themselves."""
