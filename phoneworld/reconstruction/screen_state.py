"""What a rebuilt screen keeps in its state, besides the texts of its fields."""

from __future__ import annotations

AT = "at"
"""Which of the recorded contents it shows."""
TYPED = "typed"
"""The fields that somebody typed into."""
AS_RECORDED = "as recorded"
"""The version of the table that the recorded content agrees with."""
DRIVEN = "driven"
"""Whether the list shows its table."""
ASTRAY = "astray"
"""Whether the app has left what was recorded."""
ROW = "row"
ENTRY = "entry"
"""What was tapped to open the screen, where that is one of several entries."""
