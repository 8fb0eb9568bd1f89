"""Camera: takes pictures and videos, with flash, self-timer and both lenses.

What it takes goes to /sdcard/DCIM/Camera, where Gallery and Files find it.
"""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.apps.camera import data
from phoneworld.apps.gallery.data import CAMERA
from phoneworld.phone import Phone
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Section, Tile, switch_tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Center, Column, Handler, Row, Space, Stack, View
from phoneworld.ui.widgets import Icon, Picture, Text
from runtime.actions import Direction
from runtime.observation import CLICKABLE, FOCUSABLE, SELECTED

GALLERY = "com.phoneworld.gallery"
BLACK, WHITE, YELLOW, RED = "#0b0b0f", "#ffffff", "#ffd54f", "#e53935"
"""A camera is dark in every theme."""


class Shutter(View):
    """The large round button."""

    class_name = "android.widget.ImageButton"

    def __init__(self, description: str, on_click: Handler, *, video: bool, running: bool) -> None:
        self.description = description
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE
        self.width = 76
        self.height = 76
        self.video = video
        self.running = running
        self.id = "shutter"

    def draw(self, canvas: Canvas, env: Env) -> None:
        radius = self.w // 2
        cx, cy = self.x + radius, self.y + radius
        canvas.circle(cx, cy, radius, env.color(WHITE))
        canvas.circle(cx, cy, radius - env.px(4), env.color(BLACK))
        if self.running:
            side = env.px(28)
            canvas.rect(
                cx - side // 2, cy - side // 2, side, side, env.color(RED), radius=env.px(6)
            )
        else:
            canvas.circle(cx, cy, radius - env.px(8), env.color(RED if self.video else WHITE))


class GridLines(View):
    """Thirds over the picture."""

    def draw(self, canvas: Canvas, env: Env) -> None:
        line = max(1, env.px(1))
        faint = (255, 255, 255, 120)
        for third in (1, 2):
            canvas.rect(self.x + self.w * third // 3, self.y, line, self.h, faint)
            canvas.rect(self.x, self.y + self.h * third // 3, self.w, line, faint)


class Viewfinder(Screen):
    """What the lens sees, and the shutter."""

    photo_folder = CAMERA
    video_folder = CAMERA

    def opened(self) -> None:
        self.need(data.PERMISSION, then="allow")

    def allow(self) -> None:
        self.state["allowed"] = True

    @property
    def front(self) -> bool:
        return bool(self.state.get("front"))

    @property
    def video(self) -> bool:
        return self.state.get("mode") == "Video"

    def view(self) -> View:
        if not self.state.get("allowed"):
            return self.locked()
        recording = self.state.get("recording")
        art = data.scene_at(self.phone.now_ms, front=self.front)
        lens = "Front camera" if self.front else "Back camera"
        return Column(
            self.top_row(),
            Stack(
                Picture(art, description=f"Viewfinder, {lens.lower()}"),
                GridLines() if data.read(self.db, "grid") == "1" else None,
                self.countdown(),
            ).grow(),
            Row(
                Space().grow(),
                self.mode("Photo"),
                self.mode("Video"),
                Space().grow(),
            ),
            Row(
                self.last(),
                Space().grow(),
                self.shutter(),
                Space().grow(),
                Space(56)
                if recording
                else IconButton(
                    "flip_camera_android", "Switch camera", self.flip, color=WHITE, size=56
                ),
                pad=(24, 8, 24, 24),
            ),
            bg=BLACK,
        )

    def locked(self) -> View:
        return Column(
            Center(
                Column(
                    Icon("photo_camera", size=64, color=WHITE),
                    Text("Camera needs your permission", "body", color=WHITE, align="center"),
                    Button("Allow access", self.opened),
                    gap=16,
                    align="center",
                )
            ).grow(),
            bg=BLACK,
        )

    def top_row(self) -> View:
        if self.state.get("recording"):
            seconds = (self.phone.now_ms - self.state["recording"]) // 1000
            clock = Text(f"{seconds // 60:02d}:{seconds % 60:02d}", "subtitle", color=WHITE)
            return Row(
                Icon("fiber_manual_record", size=18, color=RED),
                clock.named("duration"),
                gap=8,
                pad=(16, 0),
            ).sized(height=56)
        flash, timer = data.read(self.db, "flash"), data.read(self.db, "timer")
        return Row(
            IconButton(
                "flash_off" if flash == "Off" else "flash_on",
                f"Flash: {flash}",
                self.ask_flash,
                color=WHITE if flash == "Off" else YELLOW,
            ),
            Space().grow(),
            IconButton(
                "timer_off" if timer == "Off" else "timer",
                f"Timer: {timer}",
                self.ask_timer,
                color=WHITE if timer == "Off" else YELLOW,
            ),
            Space().grow(),
            IconButton("settings", "Settings", lambda: self.open("settings"), color=WHITE),
            pad=(8, 0),
        ).sized(height=56)

    def countdown(self) -> View | None:
        due = self.state.get("due")
        if not due:
            return None
        left = max(1, -(-(due - self.phone.now_ms) // 1000))
        return Center(Text(str(left), "hero", color=WHITE).named("countdown"))

    def mode(self, name: str) -> View:
        chosen = self.video == (name == "Video")
        label = Row(Text(name, "label", color=YELLOW if chosen else WHITE), pad=(16, 10)).clicked(
            lambda: self.set_mode(name)
        )
        if chosen:
            label.flags |= SELECTED
        return label

    def set_mode(self, name: str) -> None:
        if not self.state.get("recording"):
            self.state["mode"] = name
            self.state["due"] = 0

    def last(self) -> View:
        photo = data.newest(self.phone, tuple({self.photo_folder, self.video_folder}))
        if photo is None:
            return Space(56)
        id = photo["_id"]
        return Picture(
            photo["art"],
            width=56,
            height=56,
            radius=28,
            description=f"Last photo, {photo['_display_name']}",
        ).clicked(lambda: self.show(id))

    def show(self, id: int) -> None:
        if self.phone.has_app(GALLERY):
            self.launch(GALLERY, "photo", id=id)

    def shutter(self) -> View:
        running = bool(self.state.get("recording"))
        if self.video:
            name = "Stop recording" if running else "Start recording"
            return Shutter(name, self.record, video=True, running=running)
        name = "Cancel timer" if self.state.get("due") else "Take photo"
        return Shutter(name, self.press, video=False, running=False)

    def press(self) -> None:
        if self.state.get("due"):
            self.state["due"] = 0
            return
        wait = data.TIMERS.get(data.read(self.db, "timer"), 0)
        if wait:
            self.state["due"] = self.phone.now_ms + wait * 1000
        else:
            self.take()

    def take(self) -> None:
        self.state["due"] = 0
        data.save_photo(self.phone, front=self.front, folder=self.photo_folder)

    def record(self) -> None:
        started = self.state.get("recording")
        if started:
            self.state["recording"] = 0
            data.save_video(self.phone, started, front=self.front, folder=self.video_folder)
        else:
            self.state["recording"] = self.phone.now_ms

    def flip(self) -> None:
        self.state["front"] = not self.front

    def swiped(self, direction: Direction) -> bool:
        if direction in (Direction.LEFT, Direction.RIGHT) and not self.state.get("recording"):
            self.set_mode("Video" if direction is Direction.RIGHT else "Photo")
            return True
        return False

    def ask_flash(self) -> None:
        self.choose("Flash", data.FLASHES, data.read(self.db, "flash"), then="set_flash")

    def set_flash(self, value: str) -> None:
        data.write(self.db, "flash", value)

    def ask_timer(self) -> None:
        self.choose("Timer", list(data.TIMERS), data.read(self.db, "timer"), then="set_timer")

    def set_timer(self, value: str) -> None:
        data.write(self.db, "timer", value)


class CameraSettings(Screen):
    """How pictures and videos are taken."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Camera settings", back=self.close),
            ScrollView(
                Section("Photo"),
                Tile(
                    "Photo resolution",
                    data.read(self.db, "resolution"),
                    icon="photo",
                    on_click=self.ask_resolution,
                ),
                self.switch("grid", "Grid lines", "Thirds over the picture", "grid_view"),
                self.switch("mirror", "Mirror selfies", "Save them as you see them", "person"),
                Section("Video"),
                Tile(
                    "Video quality",
                    data.read(self.db, "video_quality"),
                    icon="videocam",
                    on_click=self.ask_quality,
                ),
                Section("General"),
                self.switch("sound", "Shutter sound", "", "volume_up"),
                self.switch("location", "Save location", "Add the place to photos", "place"),
            ),
        )

    def switch(self, name: str, title: str, subtitle: str, icon: str) -> View:
        on = data.read(self.db, name) == "1"
        return switch_tile(
            title,
            subtitle,
            on=on,
            on_click=lambda: data.write(self.db, name, "0" if on else "1"),
            icon=icon,
        )

    def ask_resolution(self) -> None:
        self.choose(
            "Photo resolution",
            list(data.RESOLUTIONS),
            data.read(self.db, "resolution"),
            then="set_resolution",
        )

    def set_resolution(self, value: str) -> None:
        data.write(self.db, "resolution", value)

    def ask_quality(self) -> None:
        self.choose(
            "Video quality",
            list(data.QUALITIES),
            data.read(self.db, "video_quality"),
            then="set_quality",
        )

    def set_quality(self, value: str) -> None:
        data.write(self.db, "video_quality", value)


def on_time(phone: Phone, before: float, now: float) -> None:
    """The self-timer runs out; it does not where the user has gone elsewhere."""
    del before
    run_timer(phone, data.PACKAGE, now)


def run_timer(phone: Phone, package: str, now: float) -> None:
    """The same, for the camera that is installed as `package`."""
    for activity in phone.tasks.get(package, ()):
        screen = activity.screen
        due = activity.state.get("due")
        if not due or not isinstance(screen, Viewfinder):
            continue
        if phone.front != package:
            activity.state["due"] = 0
        elif now * 1000 >= due:
            screen.take()


APP = App(
    package=data.PACKAGE,
    label="Camera",
    icon="photo_camera",
    color="#455a64",
    screens={"viewfinder": Viewfinder, "settings": CameraSettings},
    start="viewfinder",
    database="camera.db",
    schema=data.SCHEMA,
    seed=data.seed,
    asks_first=(data.PERMISSION,),
    on_time=on_time,
)
