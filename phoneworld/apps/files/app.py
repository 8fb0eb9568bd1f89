"""Files: browse, find, read, change, move, copy, rename, share and delete what is on the storage.

The files are the media provider's, which Gallery, Camera and others use too.
"""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.apps.files import data, entries
from phoneworld.apps.files.browse import FileCategory, FileSearch, Folder
from phoneworld.apps.files.entries import ROOT
from phoneworld.apps.files.pick import Pick
from phoneworld.apps.files.viewers import FileDetails, PictureViewer, TextFile
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Icon, Progress, Text


class FilesHome(Screen):
    """Where to start: kinds of files, and the storage itself."""

    storage_name = entries.INTERNAL

    def view(self) -> View:
        kinds = [
            self.card(
                "Downloads", "download", lambda: self.open("folder", path=f"{ROOT}/Download")
            ),
            *(self.card(kind, icon, self.to_kind(kind)) for kind, (icon, _) in data.KINDS.items()),
        ]
        return Scaffold(
            TopBar(
                "Files",
                actions=(
                    IconButton("search", "Search", lambda: self.open("search", path=ROOT)),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            ScrollView(
                Section("Categories"),
                Column(Grid(kinds, columns=2, row_height=64, gap=8), pad=(16, 4)),
                Section("Storage"),
                Tile(
                    self.storage_name,
                    "All folders and files",
                    icon="smartphone",
                    on_click=lambda: self.open("folder", path=ROOT),
                ),
                Tile(
                    "Storage use",
                    "What takes up space",
                    icon="pie_chart",
                    on_click=lambda: self.open("storage"),
                ),
                Tile(
                    "Recent files",
                    "The newest on this phone",
                    icon="history",
                    on_click=lambda: self.open("category", kind="Recent"),
                ),
                pad=16,
            ),
        )

    def to_kind(self, kind: str) -> Handler:
        return lambda: self.open("category", kind=kind)

    def card(self, label: str, icon: str, on_click: Handler) -> View:
        return Row(
            Icon(icon, color="primary"),
            Text(label, "label", lines=2).grow(),
            pad=(16, 8),
            gap=12,
            bg="surface_high",
            radius=14,
        ).clicked(on_click)

    def offer(self) -> None:
        hidden = data.shows_hidden(self.db)
        self.menu({"Hide hidden files" if hidden else "Show hidden files": "flip_hidden"})

    def flip_hidden(self) -> None:
        data.show_hidden(self.db, on=not data.shows_hidden(self.db))


class Storage(Screen):
    """How full the phone is, and of what."""

    def view(self) -> View:
        sizes = data.sizes_by_kind(self.phone.files)
        used = data.SYSTEM_SIZE + sum(sizes.values())
        free = max(0, data.CAPACITY - used)
        return Scaffold(
            TopBar("Storage use", back=self.close),
            ScrollView(
                Column(
                    Card(
                        Text(f"{entries.size_text(used)} used", "headline").named("used"),
                        Text(
                            f"{entries.size_text(free)} free of {entries.size_text(data.CAPACITY)}",
                            "small",
                            color="muted",
                        ).named("free"),
                        Progress(used / data.CAPACITY, description="Storage used"),
                        gap=10,
                    ),
                    pad=16,
                ),
                *(
                    Tile(
                        kind,
                        icon=data.KINDS[kind][0] if kind in data.KINDS else "insert_drive_file",
                        note=entries.size_text(size),
                        on_click=self.to_kind(kind) if kind in data.KINDS else None,
                    )
                    for kind, size in sizes.items()
                ),
                Tile("System", icon="settings", note=entries.size_text(data.SYSTEM_SIZE)),
                pad=16,
            ),
        )

    def to_kind(self, kind: str) -> Handler:
        return lambda: self.open("category", kind=kind)


APP = App(
    package=data.PACKAGE,
    label="Files",
    icon="folder",
    color="#1967d2",
    screens={
        "home": FilesHome,
        "folder": Folder,
        "category": FileCategory,
        "search": FileSearch,
        "pick": Pick,
        "text": TextFile,
        "picture": PictureViewer,
        "details": FileDetails,
        "storage": Storage,
    },
    start="home",
    database="files.db",
    schema=data.SCHEMA,
    seed=data.seed,
    derived=("looks",),
)
