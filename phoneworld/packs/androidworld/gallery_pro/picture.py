"""One picture, whole at first; it can be brought nearer, and moved about with a finger."""

from __future__ import annotations

from phoneworld.apps.files.entries import Entry
from phoneworld.apps.files.viewers import OneFile
from phoneworld.packs.androidworld.gallery_pro.data import pixels_of
from phoneworld.packs.androidworld.phone import STORAGE_NAME
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.custom_view import Spot, TouchSurface
from phoneworld.ui.env import Env
from phoneworld.ui.view import Column, Row, Space, View
from phoneworld.ui.widgets import Text

NEAREST = 6.0
STEP = 1.5
DARK = "#101014"


class NearPicture(OneFile):
    """A picture on a dark ground, with what can be done to its file."""

    storage_name = STORAGE_NAME

    def opened(self) -> None:
        # Other apps know a picture by its number.
        if "path" not in self.args:
            number = self.args.get("id", 0)
            path = self.phone.files.value("SELECT _data FROM files WHERE _id = ?", number)
            self.args["path"] = path or ""
        super().opened()

    @property
    def zoom(self) -> float:
        return self.state.get("zoom", 1.0)

    @property
    def middle(self) -> Spot:
        """The spot of the picture that is in the middle of the screen."""
        across, down = self.state.get("middle", (0.5, 0.5))
        return across, down

    def view(self) -> View:
        entry = self.entry()
        if entry is None:
            return self.gone()
        return Scaffold(
            TopBar(
                entry["_display_name"],
                back=self.close,
                actions=(
                    IconButton("share", "Share", self.share_it),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            Column(
                self.image(entry).grow(),
                Row(
                    Text(f"{round(self.zoom * 100)}%", "small", color="muted").named("zoom"),
                    Space().grow(),
                    IconButton("remove", "Zoom out", self.go_away),
                    IconButton("add", "Zoom in", self.come_near),
                    pad=(16, 0),
                ),
            ),
        )

    def image(self, entry: Entry) -> View:
        content: bytes = (
            self.phone.files.value("SELECT content FROM files WHERE _id = ?", entry["_id"]) or b""
        )
        art, zoom, middle = entry["art"], self.zoom, self.middle
        wide, tall = (4, 3) if art else pixels_of(content)

        def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
            canvas.rect(x, y, w, h, env.color(DARK))
            scale = min(w / wide, h / tall) * zoom
            across, down = max(1, round(wide * scale)), max(1, round(tall * scale))
            left = x + _offset(w, across, middle[0])
            top = y + _offset(h, down, middle[1])
            if art:
                canvas.picture(art, left, top, across, down)
            else:
                canvas.image(content, left, top, across, down)

        return TouchSurface(
            paint, self.drag, height=300, description=entry["_display_name"], on_press=self.press
        )

    def come_near(self) -> None:
        self.state["zoom"] = min(NEAREST, self.zoom * STEP)

    def go_away(self) -> None:
        self.state["zoom"] = max(1.0, self.zoom / STEP)

    def press(self, spot: Spot) -> None:
        """Touch and hold: nearer to that spot, or all of it again."""
        near = self.zoom > 1.0
        self.state["zoom"] = 1.0 if near else STEP * STEP
        self.state["middle"] = [0.5, 0.5] if near else list(spot)

    def drag(self, start: Spot, end: Spot) -> None:
        """Move a picture that is larger than the screen along with the finger."""
        if self.zoom > 1.0:
            self.state["middle"] = [
                max(0.0, min(1.0, at - (to - since) / self.zoom))
                for at, since, to in zip(self.middle, start, end, strict=True)
            ]


def _offset(room: int, length: int, middle: float) -> int:
    """Where a picture begins: in the middle, or so that its spot is there and no edge is passed."""
    if length <= room:
        return (room - length) // 2
    return max(room - length, min(0, round(room / 2 - length * middle)))
