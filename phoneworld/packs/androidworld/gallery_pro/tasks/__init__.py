"""AndroidWorld's tasks with Simple Gallery Pro."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.gallery_pro.tasks.copies import CopyReceipt

TASKS = templates_of(CopyReceipt)
