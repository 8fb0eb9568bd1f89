"""Tasks that check themselves: the goal, the phone it is set on, and the expected result."""
