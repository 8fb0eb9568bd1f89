"""Ways in which the same screen can be arranged: what differs between makers and app versions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """One arrangement. Widgets read it; apps need not know of it."""

    centered_titles: bool = False
    fab_at_start: bool = False
    wordy_fab: bool = False
    dense_rows: bool = False
    carded_rows: bool = False
    tabs_at_bottom: bool = False
    swapped_dialog_buttons: bool = False


PLAIN = Variant()
