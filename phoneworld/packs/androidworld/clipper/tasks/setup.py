"""What the tasks with Clipper share."""

from __future__ import annotations

LABEL = "Clipper"
