"""The page that is open in front, by a name that tells it from others."""

from __future__ import annotations

import json

from phoneworld.phone import Phone


def page_of(phone: Phone) -> str:
    """The open screen: its app, its route, and what it was opened with."""
    activity = phone.activity
    place = f"{activity.package}/{activity.route}"
    if not activity.args:
        return place
    return f"{place} {json.dumps(activity.args, sort_keys=True, ensure_ascii=False, default=str)}"
