"""Tasks that check themselves: what is asked, the phone it is asked on, and what must come of it."""
