"""What the tasks with Camera share."""

from __future__ import annotations

LABEL = "Camera"
