"""How the pages of a site look: its bar, its colours, pictures beside links, its foot.

All of it is drawn only. What can be read and touched on a page is its blocks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from phoneworld.apps.browser import sites
from phoneworld.apps.browser.pages import Block, WebPage
from phoneworld.store import Database
from phoneworld.ui.canvas import Canvas, Color
from phoneworld.ui.custom_view import CustomView
from phoneworld.ui.env import Env
from phoneworld.ui.view import Row, View
from phoneworld.ui.widgets import Icon, Picture, Text

WHITE: Color = (255, 255, 255, 255)
SIDE = 16
FOOT_WORDS = "Contact  ·  Privacy"


@dataclass(frozen=True, slots=True)
class SiteLook:
    """Name, icon and colour of a site; `thumbnails` are pictures of the pages that it links to."""

    name: str
    icon: str
    color: str
    thumbnails: Mapping[str, str]


COLORS = (
    "#7b1f2b", "#1565c0", "#8d4b1f", "#0f4c5c", "#1b5e3a", "#3e5c2f", "#37474f", "#4a3b76", "#22406e",
)  # fmt: skip
"""Of the sites, in the order of `sites.NAMES`."""
GREY = "#455a64"


def look_of(database: Database, page: WebPage) -> SiteLook:
    """How a page's site looks; a page of no known site is grey and carries its host."""
    hosts = list(sites.NAMES)
    name, icon = sites.NAMES.get(page.host, (page.host, "public"))
    color = COLORS[hosts.index(page.host)] if page.host in hosts else GREY
    return SiteLook(name, icon, color, _thumbnails(database, page.blocks))


def _thumbnails(database: Database, blocks: Sequence[Block]) -> dict[str, str]:
    """The first picture of each page that is linked to, where it has one, by address."""
    links = [block["url"] for block in blocks if block["kind"] == "link"]
    if len(links) < 3:
        return {}
    rows = database.rows(
        "SELECT url, blocks FROM pages WHERE url IN (SELECT value FROM json_each(?)) "
        "AND instr(blocks, '\"image\"') > 0",
        json.dumps(links),
    )
    found: dict[str, str] = {}
    for row in rows:
        image = next((one for one in json.loads(row["blocks"]) if one["kind"] == "image"), None)
        if image is not None:
            found[row["url"]] = f"{image['art']}:{image['caption']}"
    return found


def masthead(look: SiteLook, words: str, *, small: bool) -> View:
    """The first heading of a site's front page, on a band in the site's colour."""
    text = Text(words, "subtitle" if small else "title", color="#ffffff")
    return Row(
        Icon(look.icon, size=24, color="#ffffff"),
        text.grow(),
        pad=(SIDE, 8),
        gap=12,
        align="center",
        bg=look.color,
    )


def site_bar(look: SiteLook) -> View:
    """A narrow band with the site's name, above its other pages."""

    def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        size, line_px, _ = env.style("caption")
        icon = env.px(16)
        canvas.rect(x, y, w, h, env.color(look.color))
        canvas.icon(look.icon, x + env.px(SIDE), y + (h - icon) // 2, icon, WHITE)
        left, top = x + env.px(SIDE) + icon + env.px(8), y + (h - line_px) // 2
        canvas.text(left, top, look.name, size_px=int(size), weight=500, color=WHITE)

    return CustomView(paint, height=28)


def thumbnail(art: str) -> View:
    """Beside a link: what is behind it."""
    return Picture(art, width=48, height=36, radius=6)


def foot(look: SiteLook) -> View:
    """The end of a page."""

    def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
        size, line_px, weight = env.style("caption")
        canvas.rect(x, y, w, h, env.color("surface_high"))
        canvas.rect(x, y, w, env.px(2), env.color(look.color))
        words = f"© {look.name}  ·  {FOOT_WORDS}"
        left, top = x + (w - env.text_width(words, "caption")) // 2, y + (h - line_px) // 2
        color = env.color("muted")
        canvas.text(left, top, words, size_px=int(size), weight=weight, color=color)

    return CustomView(paint, height=40)
