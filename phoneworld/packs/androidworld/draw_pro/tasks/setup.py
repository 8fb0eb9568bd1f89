"""What the tasks with Simple Draw Pro share."""

from __future__ import annotations

LABEL = "Simple Draw Pro"
