"""The gallery's screens: folders with pictures, a folder's pictures, and one, seen whole or near."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.apps import gallery
from phoneworld.apps.files import data as files
from phoneworld.apps.files.browse import Folder
from phoneworld.apps.files.entries import COLUMNS, ROOT, Entry
from phoneworld.apps.files.pick import Pick
from phoneworld.apps.files.viewers import FileDetails
from phoneworld.packs.androidworld.gallery_pro.data import (
    DATABASE,
    PACKAGE,
    SCHEMA,
    SEEN,
    folders_of,
)
from phoneworld.packs.androidworld.gallery_pro.picture import NearPicture
from phoneworld.packs.androidworld.phone import STORAGE_NAME
from phoneworld.providers import media
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.custom_view import CustomView
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Handler, View
from phoneworld.ui.widgets import Icon, Picture


class PictureFolders(Screen):
    """The folders that have pictures in them, the one with the newest first."""

    def view(self) -> View:
        rows = [
            Tile(
                self.name_of(one["path"]),
                "1 item" if one["number"] == 1 else f"{one['number']} items",
                icon="folder",
                on_click=self.opener(one["path"]),
            )
            for one in folders_of(self.phone.files)
        ]
        return Scaffold(
            TopBar("Simple Gallery"),
            ScrollView(*rows) if rows else empty_note("photo", "No media could be found"),
        )

    def name_of(self, path: str) -> str:
        return STORAGE_NAME if path == ROOT else media.split(path)[1]

    def opener(self, path: str) -> Handler:
        return lambda: self.open("folder", path=path)


class PictureFolder(Folder):
    """The pictures and videos of a folder. Each has a menu to copy, move, rename or delete it."""

    storage_name = STORAGE_NAME

    def view(self) -> View:
        bar = TopBar(
            self.storage_name if self.path == ROOT else media.split(self.path)[1],
            back=self.up,
            actions=(IconButton("sort", "Sort by", self.ask_sort),),
        )
        return Scaffold(
            self.select_bar() if self.chosen else bar,
            LazyList(self.content, self.row, row_height=68, empty="No media could be found"),
        )

    def back(self) -> bool:
        if self.chosen:
            self.unselect()
            return True
        return False

    def content(self, first: int, count: int) -> list[Entry]:
        order = files.SORTS[files.read_sort(self.db)]
        return self.phone.files.rows(
            f"SELECT {COLUMNS} FROM files WHERE parent = ? AND {SEEN} "
            f"ORDER BY {order} LIMIT ? OFFSET ?",
            self.path,
            count,
            first,
        )

    def leading(self, entry: Entry) -> View:
        if entry["art"]:
            return Picture(entry["art"], width=40, height=40, radius=6)
        if not entry["mime_type"].startswith("image/"):
            return Icon("videocam", size=28, color="muted")
        content = self.phone.files.value("SELECT content FROM files WHERE _id = ?", entry["_id"])

        def paint(canvas: Canvas, env: Env, x: int, y: int, w: int, h: int) -> None:
            canvas.image(content or b"", x, y, w, h, radius=env.px(6))

        return CustomView(paint, height=40, width=40)

    def show(self, entry: Entry) -> None:
        self.open("photo", path=entry["_data"])


class WhereToCopy(Pick):
    """The folder to copy or move to."""

    storage_name = STORAGE_NAME


class PictureProperties(FileDetails):
    """What is known of a picture."""

    storage_name = STORAGE_NAME


APP = App(
    package=PACKAGE,
    label="Simple Gallery Pro",
    icon="photo_library",
    color="#f57c00",
    activity=".activities.MainActivity",
    screens={
        "home": PictureFolders,
        "folder": PictureFolder,
        "photo": NearPicture,
        "pick": WhereToCopy,
        "details": PictureProperties,
    },
    start="home",
    database=DATABASE,
    schema=SCHEMA,
    permissions=(
        "android.permission.WRITE_EXTERNAL_STORAGE",
        "android.permission.ACCESS_MEDIA_LOCATION",
        "android.permission.READ_MEDIA_IMAGES",
        "android.permission.READ_MEDIA_VIDEO",
        "android.permission.POST_NOTIFICATIONS",
    ),
    derived=("looks",),
    stands_in_for=gallery.APP,
)
