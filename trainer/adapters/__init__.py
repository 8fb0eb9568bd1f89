"""PhoneWorld for other people's trainers. Each adapter is thin over one session; each needs its own extra."""
