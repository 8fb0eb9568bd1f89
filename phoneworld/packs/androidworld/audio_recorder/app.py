"""The recorder's screens: the microphone, and the recordings there are."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.apps.clock.times import SECOND, length_text
from phoneworld.apps.files import entries
from phoneworld.apps.files.browse import Folder, rename_entry
from phoneworld.apps.files.entries import Entry
from phoneworld.apps.files.pick import Pick
from phoneworld.apps.files.viewers import FileDetails
from phoneworld.packs.androidworld.audio_recorder.data import (
    BYTES_A_SECOND,
    DATABASE,
    ENDING,
    FOLDER,
    PACKAGE,
    SCHEMA,
    add_record,
    make_folder,
    next_name,
    record_path,
    seed,
)
from phoneworld.packs.androidworld.phone import STORAGE_NAME
from phoneworld.providers import media
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Center, Column, Handler, Row, View
from phoneworld.ui.widgets import Icon, Text

PERMISSION = "android.permission.RECORD_AUDIO"
RED = "#e53935"


class Recorder(Screen):
    """The microphone. A recording gets its name when it is stopped."""

    def opened(self) -> None:
        make_folder(self.phone)

    @property
    def running(self) -> bool:
        return bool(self.state.get("since"))

    @property
    def heard_ms(self) -> int:
        """How long this recording is so far, without its pauses."""
        since = self.state.get("since", 0)
        return self.state.get("heard", 0) + (self.phone.now_ms - since if since else 0)

    @property
    def begun(self) -> bool:
        return self.running or self.state.get("heard", 0) > 0

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Audio Recorder",
                actions=(IconButton("list", "Saved recordings", lambda: self.open("records")),),
            ),
            Center(
                Column(
                    Icon("mic", size=96, color=RED if self.running else "outline"),
                    Text(length_text(self.heard_ms), "hero", align="center").named("length"),
                    Text(self.told(), "body", color="muted", align="center").named("status"),
                    gap=20,
                    align="center",
                )
            ),
            bottom=Row(*self.buttons(), pad=(48, 16, 48, 32), gap=32, bg="surface"),
        )

    def told(self) -> str:
        if self.running:
            return "Recording"
        return "Paused" if self.begun else "Tap the red button to record"

    def buttons(self) -> list[View]:
        if not self.begun:
            return [self.round("fiber_manual_record", "Start recording", self.start)]
        go_on = (
            self.round("pause", "Pause recording", self.pause)
            if self.running
            else self.round("fiber_manual_record", "Resume recording", self.start)
        )
        return [
            self.round("close", "Discard recording", self.ask_discard),
            go_on,
            self.round("stop", "Stop recording", self.stop),
        ]

    def round(self, icon: str, name: str, on_click: Handler) -> View:
        return Center(IconButton(icon, name, on_click, color=RED, size=64)).grow()

    def start(self) -> None:
        self.need(PERMISSION, then="begin")

    def begin(self) -> None:
        self.state["since"] = self.phone.now_ms

    def pause(self) -> None:
        self.state["heard"] = self.heard_ms
        self.state["since"] = 0

    def stop(self) -> None:
        self.pause()
        # A recording that was stopped at once is still one.
        self.state["heard"] = max(1, self.state["heard"])
        self.prompt("Save recording", "Name", then="save", text=next_name(self.phone), yes="Save")

    def save(self, text: str) -> None:
        name = text.strip()
        problem = entries.problem_with(name)
        if not problem and entries.find(self.phone.files, record_path(name)) is not None:
            problem = f"There is already a recording called {name}"
        if problem:
            self.toast(problem)
            return
        add_record(self.phone, name, self.state["heard"] // SECOND)
        self.state["heard"] = 0
        self.toast(f"Saved as {name}{ENDING}")

    def ask_discard(self) -> None:
        self.pause()
        self.confirm("Discard this recording?", yes="Discard", then="discard")

    def discard(self) -> None:
        self.state["heard"] = 0


class SavedRecordings(Folder):
    """The recordings, each with its length."""

    storage_name = STORAGE_NAME

    def opened(self) -> None:
        make_folder(self.phone)
        self.args["path"] = FOLDER
        super().opened()

    def view(self) -> View:
        bar = TopBar(
            "Saved recordings",
            back=self.close,
            actions=(IconButton("sort", "Sort by", self.ask_sort),),
        )
        return Scaffold(
            self.select_bar() if self.chosen else bar,
            LazyList(self.content, self.row, row_height=68, empty="No records"),
        )

    def place_of(self, entry: Entry) -> str:
        length = length_text(entry["_size"] // BYTES_A_SECOND * SECOND)
        return f"{length} · {entries.time_text(entry['date_modified'])}"

    def show(self, entry: Entry) -> None:
        self.open("details", path=entry["_data"])

    def ask_name(self, path: str) -> None:
        """Ask for another name; the ending is the app's own, as where a recording is saved."""
        name = media.split(path)[1].removesuffix(ENDING)
        self.prompt("Rename", "Name", then="rename", text=name, yes="Rename", path=path)

    def rename(self, text: str, path: str) -> None:
        name = text.strip()
        rename_entry(self, path, f"{name}{ENDING}" if name else "")


class RecordDetails(FileDetails):
    """What is known of a recording."""

    storage_name = STORAGE_NAME


class RecordDestination(Pick):
    """Where to move or copy a recording to."""

    storage_name = STORAGE_NAME


APP = App(
    package=PACKAGE,
    label="Audio Recorder",
    icon="mic",
    color="#c62828",
    activity=".app.welcome.WelcomeActivity",
    screens={
        "recorder": Recorder,
        "records": SavedRecordings,
        "details": RecordDetails,
        "pick": RecordDestination,
    },
    start="recorder",
    database=DATABASE,
    schema=SCHEMA,
    seed=seed,
    permissions=(PERMISSION, "android.permission.POST_NOTIFICATIONS"),
    derived=("looks",),
)
