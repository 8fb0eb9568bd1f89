"""The player: shows the picture that a video has at a moment, and goes on as the clock does."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.packs.androidworld.recordings import RecordingError, video_frame
from phoneworld.packs.androidworld.vlc.data import content_of, length_text, video_of
from phoneworld.providers import media
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.controls import Slider
from phoneworld.ui.custom_view import CustomView
from phoneworld.ui.env import Env
from phoneworld.ui.view import Center, Column, Row, View
from phoneworld.ui.widgets import Text

JUMP_MS = 10_000


class VideoPlayer(Screen):
    """One video after the other: `paths` are what comes, `at` the first of them."""

    def opened(self) -> None:
        self.state["number"] = self.args.get("at", 0)
        self.start()

    @property
    def path(self) -> str:
        return self.args["paths"][self.state["number"]]

    @property
    def length_ms(self) -> int:
        return self.state["length"]

    @property
    def position_ms(self) -> int:
        since = self.state.get("since", 0)
        at = self.state["position"] + (self.phone.now_ms - since if since else 0)
        return max(0, min(at, self.length_ms))

    @property
    def playing(self) -> bool:
        return bool(self.state.get("since")) and self.position_ms < self.length_ms

    def view(self) -> View:
        at, length = self.position_ms, self.length_ms
        percent = round(100 * at / length) if length else 0
        last = len(self.args["paths"]) - 1
        return Scaffold(
            TopBar(media.split(self.path)[1], back=self.close),
            Column(
                Center(self.picture(at)).grow(),
                Row(
                    Text(length_text(at), "small", color="muted").named("position"),
                    Slider(percent, self.seek, description="Seek", id="seek").grow(),
                    Text(length_text(length), "small", color="muted").named("length"),
                    pad=(16, 0),
                    gap=12,
                ),
                Row(
                    IconButton("skip_previous", "Previous", lambda: self.go(-1))
                    if self.state["number"]
                    else None,
                    IconButton("replay_10", "10 seconds back", lambda: self.jump(-JUMP_MS)),
                    IconButton(
                        "pause" if self.playing else "play_arrow",
                        "Pause" if self.playing else "Play",
                        self.toggle,
                        size=64,
                    ),
                    IconButton("forward_10", "10 seconds forward", lambda: self.jump(JUMP_MS)),
                    IconButton("skip_next", "Next", lambda: self.go(1))
                    if self.state["number"] < last
                    else None,
                    pad=(64, 8),
                    gap=24,
                ),
            ),
        )

    def picture(self, at_ms: int) -> View:
        content, path = content_of(self.phone, self.path), self.path
        wide, tall = self.state["pixels"]

        def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
            del env
            canvas.rect(x, y, w, h, (0, 0, 0, 255))
            if not wide:
                return
            scale = min(w / wide, h / tall)
            across, down = round(wide * scale), round(tall * scale)
            try:
                frame = video_frame(content, at_ms)
            except RecordingError:
                frame = b""
            canvas.image(frame, x + (w - across) // 2, y + (h - down) // 2, across, down)

        return CustomView(paint, height=300, width=411, description=media.split(path)[1])

    def start(self) -> None:
        video = video_of(self.phone, self.path)
        self.state.update(
            length=video.duration_ms,
            pixels=[video.width_px, video.height_px],
            position=0,
            since=self.phone.now_ms,
        )

    def go(self, by: int) -> None:
        self.state["number"] += by
        self.start()

    def put(self, position_ms: int) -> None:
        """Be at a moment; what plays plays on from there."""
        playing = bool(self.state.get("since"))
        self.state["position"] = max(0, min(position_ms, self.length_ms))
        self.state["since"] = self.phone.now_ms if playing else 0

    def seek(self, percent: int) -> None:
        self.put(self.length_ms * percent // 100)

    def jump(self, by_ms: int) -> None:
        self.put(self.position_ms + by_ms)

    def toggle(self) -> None:
        if self.playing:
            self.state.update(position=self.position_ms, since=0)
        else:
            over = self.position_ms >= self.length_ms
            self.state["position"] = 0 if over else self.position_ms
            self.state["since"] = self.phone.now_ms
