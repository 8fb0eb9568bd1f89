"""Badges on the icons of apps: how many things in them are new. Drawn only, as on Android: no view has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phoneworld.app import App
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.typeset import width_of

if TYPE_CHECKING:
    from phoneworld.phone import Phone

MOST = 99
RED = (217, 48, 37, 255)
WHITE = (255, 255, 255, 255)


def badge_count(phone: Phone, app: App) -> int:
    """What is new in an app by its own account, and no less than it has notifications."""
    posted = phone.system.value("SELECT count(*) FROM notifications WHERE package = ?", app.package)
    unseen = 0 if app.unseen is None else app.unseen(phone)
    return max(int(posted or 0), unseen)


def draw_badge(canvas: Canvas, env: Env, count: int, *, right: int, top: int) -> None:
    """A red pill with a number, its upper right corner there."""
    words = str(count) if count <= MOST else f"{MOST}+"
    size_px, height = env.px(11), env.px(18)
    across = width_of(words, size_px, 500)
    width = max(height, across + env.px(10))
    left = right - width
    canvas.rect(left, top, width, height, RED, radius=height // 2)
    y = top + (height - int(size_px * 1.2)) // 2
    canvas.text(left + (width - across) // 2, y, words, size_px=size_px, weight=500, color=WHITE)
