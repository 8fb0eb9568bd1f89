"""Paint the first screen of every app, light and dark, onto one picture: docs/contact-sheet.jpg.

.venv/bin/python scripts/contact_sheet.py docs/contact-sheet.jpg
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from phoneworld import Phone, Workshop, open_catalogue
from phoneworld.render.paint import paint

COLUMNS = 9
HEIGHT_PX = 620
GAP_PX = 14
PAPER = (236, 238, 242)


def pictures(workshop: Workshop) -> list[Image.Image]:
    """Home, then every app by name; a web page, a mini-app; then the phone's own panels."""
    shots: list[Image.Image] = []
    apps = sorted(
        (app for app in workshop.apps.values() if app.in_launcher), key=lambda app: app.label
    )
    for number, app in enumerate(apps):
        phone = workshop.phone(0)
        phone.settings.put("secure", "ui_night_mode", "2" if number % 3 == 2 else "1")
        for permission in app.asks_first:
            phone.grant_permission(app.package, permission, granted=True)
        phone.launch(app.package)
        shots.append(shoot(phone))
    phone = workshop.phone(0)
    shots.insert(0, shoot(phone))
    phone.launch("com.phoneworld.browser", "page", {"url": "morningpost.example"})
    shots.append(shoot(phone))
    phone.launch("com.phoneworld.huddle", "cinema/home")
    shots.append(shoot(phone))
    phone.launch("com.phoneworld.contacts", "edit")
    phone.focus_field("first")
    shots.append(shoot(phone))
    phone.activity.screen.pick_date("2026-05-14", then="close")
    shots.append(shoot(phone))
    phone.go_home()
    phone.notify("com.phoneworld.messages", "Ada", "See you at ten!")
    phone.show_panel("shade")
    shots.append(shoot(phone))
    return shots


def shoot(phone: Phone) -> Image.Image:
    """The phone as it is, small."""
    return paint(phone.frame(), max_side_px=HEIGHT_PX)


def sheet(shots: list[Image.Image]) -> Image.Image:
    """All pictures in rows."""
    wide = shots[0].width + GAP_PX
    rows = -(-len(shots) // COLUMNS)
    made = Image.new("RGB", (COLUMNS * wide + GAP_PX, rows * (HEIGHT_PX + GAP_PX) + GAP_PX), PAPER)
    for place, shot in enumerate(shots):
        down, along = divmod(place, COLUMNS)
        made.paste(shot, (GAP_PX + along * wide, GAP_PX + down * (HEIGHT_PX + GAP_PX)))
    return made


def main() -> None:
    out = Path(sys.argv[1])
    sheet(pictures(open_catalogue().workshop())).save(out, quality=82)
    print(f"{out}: {out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
