"""Gallery: look at pictures, sort them into albums, caption, favorite, delete and restore them.

Pictures are files of the media provider; captions and the trash are Gallery's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.browse import PhotoAlbum, PhotoBrowser, PhotoSearch
from phoneworld.apps.gallery.grid import GridSection, PhotoGrid
from phoneworld.apps.gallery.photo import PhotoDetails, Show
from phoneworld.apps.gallery.trash import Trash
from phoneworld.ui.bars import Scaffold, TopBar, bottom_bar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import Grid, LazyList, ScrollView
from phoneworld.ui.view import Column, Handler, View
from phoneworld.ui.widgets import Avatar, Picture, Text
from phoneworld.world import from_millis

CAMERA = "com.phoneworld.camera"


class GalleryHome(PhotoBrowser):
    """All pictures by month, or the albums."""

    def view(self) -> View:
        in_albums = self.state.get("tab") == "Albums"
        actions = [IconButton("search", "Search", lambda: self.open("search"))]
        if in_albums:
            actions.append(IconButton("add", "New album", self.ask_album))
        elif self.phone.has_app(CAMERA):
            actions.append(IconButton("photo_camera", "Open camera", lambda: self.launch(CAMERA)))
        return Scaffold(
            self.select_bar() if self.chosen else TopBar("Gallery", actions=actions),
            self.albums() if in_albums else PhotoGrid(self.sections, self.cell, key="photos"),
            bottom=bottom_bar(
                (("Photos", "photo"), ("Albums", "photo_library")),
                "Albums" if in_albums else "Photos",
                self.choose_tab,
            ),
        )

    def choose_tab(self, tab: str) -> None:
        self.state["tab"] = tab
        self.unselect()

    def sections(self) -> Iterator[GridSection]:
        files = self.phone.files

        def section(start: int, end: int, number: int) -> GridSection:
            return GridSection(
                f"{from_millis(start):%B %Y}",
                number,
                lambda first, count: data.with_captions(
                    self.db, data.of_month(files, start, end, first, count)
                ),
            )

        for start, end, number in data.months(files):
            yield section(start, end, number)

    def albums(self) -> View:
        cards = [self.card(album) for album in data.albums(self.phone.files)]
        return ScrollView(
            Tile("Favorites", icon="favorite", on_click=self.to_album("favorites")),
            Tile("Videos", icon="videocam", on_click=self.to_album("videos")),
            Tile("Trash", icon="delete", on_click=lambda: self.open("trash")),
            Section("Albums"),
            Column(Grid(cards, columns=2, row_height=196, gap=12), pad=(16, 4)),
            key="albums",
            pad=16,
        )

    def to_album(self, path: str) -> Handler:
        return lambda: self.open("album", path=path)

    def card(self, album: dict[str, Any]) -> View:
        return Column(
            Picture(album["cover"], height=142, radius=12)
            if album["cover"]
            else Column(bg="surface_high", radius=12).sized(height=142),
            Text(album["name"], "label", lines=1),
            Text(str(album["count"]), "caption", color="muted"),
            gap=4,
        ).clicked(self.to_album(album["path"]))

    def ask_album(self) -> None:
        self.prompt("New album", "Album name", then="make_album", yes="Create")

    def make_album(self, text: str) -> None:
        path = make_album(self, text)
        if path:
            self.open("album", path=path)


def make_album(screen: Screen, text: str) -> str:
    """Make an album, or say why that cannot be; its path, or nothing."""
    name = text.strip()
    problem = entries.problem_with(name)
    path = f"{data.ALBUMS}/{name}"
    if problem:
        screen.toast(problem)
        return ""
    if entries.find(screen.phone.files, path) is not None:
        screen.toast("There is already an album of this name")
        return ""
    entries.put_folder(screen.phone.files, path, date_ms=screen.phone.now_ms)
    screen.toast("Album created")
    return path


class PickAlbum(Screen):
    """Choosing the album that pictures (`ids`) are moved to."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Move to album", back=self.close),
            Column(
                Tile(
                    "New album",
                    leading=Avatar(icon="add", color="primary", size=48),
                    on_click=self.ask_album,
                ),
                LazyList(self.albums, self.row, row_height=68, empty="No albums yet"),
            ),
        )

    def albums(self, first: int, count: int) -> list[dict[str, Any]]:
        return data.albums(self.phone.files)[first : first + count]

    def row(self, album: dict[str, Any]) -> View:
        return Tile(
            album["name"],
            "1 item" if album["count"] == 1 else f"{album['count']} items",
            leading=Picture(album["cover"] or "abstract:1", width=48, height=48, radius=8),
            on_click=lambda: self.move(album["path"]),
        )

    def move(self, path: str) -> None:
        files = self.phone.files
        moved = 0
        for id in self.args["ids"]:
            photo = data.photo(files, id)
            if photo is not None and photo["parent"] != path:
                entries.move(files, photo["_data"], path)
                moved += 1
        name = data.name_of(path)
        self.toast(f"Moved to {name}" if moved else f"Already in {name}")
        self.close("moved")

    def ask_album(self) -> None:
        self.prompt("New album", "Album name", then="make_album", yes="Create")

    def make_album(self, text: str) -> None:
        path = make_album(self, text)
        if path:
            self.move(path)


APP = App(
    package=data.PACKAGE,
    label="Gallery",
    icon="photo_library",
    color="#b80672",
    screens={
        "home": GalleryHome,
        "album": PhotoAlbum,
        "photo": Show,
        "details": PhotoDetails,
        "pick_album": PickAlbum,
        "search": PhotoSearch,
        "trash": Trash,
    },
    start="home",
    database="gallery.db",
    schema=data.SCHEMA,
    seed=data.seed,
    permissions=("android.permission.READ_MEDIA_IMAGES",),
)
