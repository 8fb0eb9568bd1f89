"""Lists of files: a folder, a kind of file, what a search found. All offer the same to do."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.apps.files import data, entries
from phoneworld.apps.files.entries import COLUMNS, ROOT, Entry
from phoneworld.providers import media
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.controls import Checkbox
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, SideScroll
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Icon, Picture

TEXTS = ("txt", "md", "csv", "json", "html", "log")
ICONS = {"Other": "insert_drive_file", **{kind: icon for kind, (icon, _) in data.KINDS.items()}}
VISIBLE = "substr(_display_name, 1, 1) <> '.'"


def icon_of(entry: Entry) -> str:
    """The icon of a file or folder."""
    if entry["is_folder"]:
        return "folder"
    if entry["mime_type"] == "application/pdf":
        return "picture_as_pdf"
    return ICONS[data.kind_of(entry["mime_type"])]


def route_of(entry: Entry) -> str:
    """The screen that shows a file."""
    if entry["is_folder"]:
        return "folder"
    if entry["mime_type"].startswith("image/"):
        return "picture"
    if entries.ending_of(entry["_display_name"]) in TEXTS:
        return "text"
    return "details"


class Listing(Screen):
    """A list of files with what can be done to one, or to several that are selected."""

    storage_name = entries.INTERNAL

    @property
    def chosen(self) -> list[str]:
        """The paths that are selected."""
        return self.state.get("chosen", [])

    def select_bar(self) -> TopBar:
        """What stands at the top while files are selected."""
        return TopBar(
            f"{len(self.chosen)} selected",
            back=self.unselect,
            actions=self.select_actions(),
        )

    def select_actions(self) -> tuple[View, ...]:
        """What can be done with the files that are selected."""
        return (
            IconButton("folder_open", "Move", self.move_chosen),
            IconButton("content_copy", "Copy", self.copy_chosen),
            IconButton("delete", "Delete", self.ask_delete_chosen),
        )

    def row(self, entry: Entry) -> View:
        path, name = entry["_data"], entry["_display_name"]
        place = self.place_of(entry)
        about = place if entry["is_folder"] else f"{entries.size_text(entry['_size'])} · {place}"
        leading = self.leading(entry)
        if self.chosen:
            picked = path in self.chosen
            return Tile(
                name,
                about,
                leading=leading,
                trailing=Checkbox(on=picked),
                selected=picked,
                on_click=lambda: self.pick(path),
            )
        return Tile(
            name,
            about,
            leading=leading,
            trailing=IconButton("more_vert", f"More options for {name}", lambda: self.offer(path)),
            on_click=lambda: self.show(entry),
            on_long_click=lambda: self.pick(path),
        )

    def leading(self, entry: Entry) -> View:
        """What stands in front of a file: its picture, or an icon."""
        if entry["mime_type"].startswith("image/") and entry["art"]:
            return Picture(entry["art"], width=40, height=40, radius=6)
        return Icon(icon_of(entry), size=28, color="primary" if entry["is_folder"] else "muted")

    def place_of(self, entry: Entry) -> str:
        """What tells a file from others of its name: here, how old it is."""
        return entries.day_text(entry["date_modified"])

    def show(self, entry: Entry) -> None:
        self.open(route_of(entry), path=entry["_data"])

    def offer(self, path: str) -> None:
        entry = entries.find(self.phone.files, path)
        if entry is None:
            return
        items = {"Rename": "ask_name", "Move to": "move_one", "Copy to": "copy_one"}
        if not entry["is_folder"]:
            items["Share"] = "share_one"
        items |= {"Details": "show_details", "Delete": "ask_delete"}
        self.menu(items, path=path)

    # One file

    def ask_name(self, path: str) -> None:
        self.prompt(
            "Rename", "Name", then="rename", text=media.split(path)[1], yes="Rename", path=path
        )

    def rename(self, text: str, path: str) -> None:
        rename_entry(self, path, text)

    def move_one(self, path: str) -> None:
        self.open("pick", paths=[path], action="Move")

    def copy_one(self, path: str) -> None:
        self.open("pick", paths=[path], action="Copy")

    def share_one(self, path: str) -> None:
        self.share(file=path)

    def show_details(self, path: str) -> None:
        self.open("details", path=path)

    def ask_delete(self, path: str) -> None:
        self.confirm(
            f"Delete {media.split(path)[1]}?",
            "It will be permanently deleted from this phone.",
            yes="Delete",
            then="delete",
            paths=[path],
        )

    def delete(self, paths: list[str]) -> None:
        for path in paths:
            entries.delete(self.phone.files, path)
        self.unselect()
        self.toast("Deleted" if len(paths) == 1 else f"{len(paths)} items deleted")

    # Several

    def pick(self, path: str) -> None:
        chosen = self.chosen
        self.state["chosen"] = (
            [p for p in chosen if p != path] if path in chosen else [*chosen, path]
        )

    def unselect(self) -> None:
        self.state["chosen"] = []

    def move_chosen(self) -> None:
        self.open("pick", paths=self.chosen, action="Move")

    def copy_chosen(self) -> None:
        self.open("pick", paths=self.chosen, action="Copy")

    def ask_delete_chosen(self) -> None:
        count = len(self.chosen)
        self.confirm(
            "Delete 1 item?" if count == 1 else f"Delete {count} items?",
            "They will be permanently deleted from this phone.",
            yes="Delete",
            then="delete",
            paths=self.chosen,
        )

    def returned(self, result: object) -> None:
        del result
        self.unselect()

    def back(self) -> bool:
        if self.chosen:
            self.unselect()
            return True
        return False

    # How it is sorted

    def ask_sort(self) -> None:
        self.choose("Sort by", list(data.SORTS), data.read_sort(self.db), then="sort")

    def sort(self, sort: str) -> None:
        data.write_sort(self.db, sort)


def rename_entry(screen: Screen, path: str, text: str) -> str:
    """Give a file another name, or say why that cannot be; its path from now on.

    A name without an ending keeps the ending that the file had.
    """
    name = text.strip()
    database = screen.phone.files
    entry = entries.find(database, path)
    if entry is None:
        return path
    ending = entries.ending_of(entry["_display_name"])
    if name and ending and not entry["is_folder"] and not entries.ending_of(name):
        name = f"{name}.{ending}"
    problem = entries.problem_with(name)
    if problem:
        screen.toast(problem)
        return path
    if name == entry["_display_name"]:
        return path
    if entries.find(database, f"{entry['parent']}/{name}") is not None:
        screen.toast(f"There is already something called {name} here")
        return path
    screen.toast(f"Renamed to {name}")
    return entries.rename(database, path, name)


def crumbs(screen: Screen, path: str, storage: str = entries.INTERNAL) -> View:
    """The way to a folder: each step leads there. The screen keeps it as `state["path"]`."""

    def step(to: str) -> Button:
        label = storage if to == ROOT else media.split(to)[1]
        button = Button(label, lambda: screen.state.update(path=to), kind="text")
        button.description = f"Go to {label}"
        return button

    steps: list[View] = []
    at = path
    while entries.is_inside(at, ROOT):
        if steps:
            steps.append(Icon("chevron_right", size=18, color="outline"))
        steps.append(step(at))
        at = media.split(at)[0]
    return SideScroll(*reversed(steps), key=f"crumbs {path}", gap=0, pad=4)


class Folder(Listing):
    """What is in a folder. Folders below it open in its place, and back leads up again."""

    def opened(self) -> None:
        self.state["path"] = self.args.get("path", ROOT)

    @property
    def path(self) -> str:
        return self.state["path"]

    def view(self) -> View:
        path = self.path
        name = self.storage_name if path == ROOT else media.split(path)[1]
        there = path == ROOT or entries.find(self.phone.files, path) is not None
        bar = TopBar(
            name,
            back=self.up,
            # No floating button: it would cover the buttons of the rows at the bottom.
            actions=(
                IconButton("search", "Search", lambda: self.open("search", path=path)),
                IconButton("create_new_folder", "New folder", self.ask_folder),
                IconButton("more_vert", "More options", self.offer_here),
            ),
        )
        if not there:
            return Scaffold(bar, empty_note("folder", "This folder was deleted"))
        return Scaffold(
            self.select_bar() if self.chosen else bar,
            Column(
                crumbs(self, path, self.storage_name),
                LazyList(
                    self.content,
                    self.row,
                    row_height=68,
                    key=path,
                    empty="This folder is empty",
                ),
            ),
        )

    def content(self, first: int, count: int) -> list[Entry]:
        order = data.SORTS[data.read_sort(self.db)]
        visible = "" if data.shows_hidden(self.db) else f"AND {VISIBLE} "
        return self.phone.files.rows(
            f"SELECT {COLUMNS} FROM files WHERE parent = ? {visible}"
            f"ORDER BY is_folder DESC, {order} LIMIT ? OFFSET ?",
            self.path,
            count,
            first,
        )

    def show(self, entry: Entry) -> None:
        if entry["is_folder"]:
            self.state["path"] = entry["_data"]
        else:
            super().show(entry)

    def up(self) -> None:
        if not self.back():
            self.close()

    def back(self) -> bool:
        if super().back():
            return True
        start = self.args.get("path", ROOT)
        if self.path == start or not entries.is_inside(self.path, start):
            return False
        self.state["path"] = media.split(self.path)[0]
        return True

    def offer_here(self) -> None:
        hidden = data.shows_hidden(self.db)
        self.menu(
            {
                "Sort by": "ask_sort",
                "New folder": "ask_folder",
                "New text file": "ask_text_file",
                "Hide hidden files" if hidden else "Show hidden files": "flip_hidden",
                "Folder details": "show_folder_details",
            }
        )

    def flip_hidden(self) -> None:
        data.show_hidden(self.db, on=not data.shows_hidden(self.db))

    def show_folder_details(self) -> None:
        self.open("details", path=self.path)

    def ask_folder(self) -> None:
        self.prompt("New folder", "Folder name", then="make_folder", yes="Create")

    def make_folder(self, text: str) -> None:
        make_folder(self, self.path, text)

    def ask_text_file(self) -> None:
        self.prompt("New text file", "File name", then="make_text_file", yes="Create")

    def make_text_file(self, text: str) -> None:
        name = text.strip()
        if name and not entries.ending_of(name):
            name += ".txt"
        problem = entries.problem_with(name)
        path = f"{self.path}/{name}"
        if problem:
            self.toast(problem)
        elif entries.ending_of(name) not in TEXTS:
            self.toast("Choose a name that ends in .txt")
        elif entries.find(self.phone.files, path) is not None:
            self.toast(f"There is already something called {name} here")
        else:
            entries.put_file(self.phone.files, path, date_ms=self.phone.now_ms)
            self.open("text", path=path, edit=True)


def make_folder(screen: Screen, parent: str, text: str) -> str:
    """Make a folder, or say why that cannot be; its path, or nothing."""
    name = text.strip()
    problem = entries.problem_with(name)
    path = f"{parent}/{name}"
    if problem:
        screen.toast(problem)
        return ""
    if entries.find(screen.phone.files, path) is not None:
        screen.toast(f"There is already something called {name} here")
        return ""
    entries.put_folder(screen.phone.files, path, date_ms=screen.phone.now_ms)
    screen.toast("Folder created")
    return path


class FileCategory(Listing):
    """All files of a kind, wherever they are; or the newest of all."""

    def view(self) -> View:
        kind = self.args.get("kind", "Recent")
        return Scaffold(
            self.select_bar()
            if self.chosen
            else TopBar(
                kind,
                back=self.close,
                actions=(
                    IconButton("search", "Search", lambda: self.open("search", path=ROOT)),
                    IconButton("sort", "Sort by", self.ask_sort),
                )
                if kind in data.KINDS
                else (),
            ),
            LazyList(
                self.content, self.row, row_height=68, empty=f"No {kind.lower()} on this phone"
            ),
        )

    def content(self, first: int, count: int) -> list[Entry]:
        kind = self.args.get("kind", "Recent")
        if kind in data.KINDS:
            where, order = data.kind_condition(kind), data.SORTS[data.read_sort(self.db)]
        else:
            where, order = "is_folder = 0", "date_modified DESC, _display_name"
        return self.phone.files.rows(
            f"SELECT {COLUMNS} FROM files WHERE ({where}) AND {VISIBLE} "
            f"ORDER BY {order} LIMIT ? OFFSET ?",
            count,
            first,
        )


class FileSearch(Listing):
    """Files and folders with some letters in their name, in a folder and below."""

    def opened(self) -> None:
        self.focus("query")

    def view(self) -> View:
        field = Field("query", "Search files", kind="search", icon="search").sized(height=48)
        return Scaffold(
            self.select_bar() if self.chosen else TopBar(field, back=self.close),
            LazyList(
                self.found,
                self.row,
                row_height=68,
                empty="No files found" if self.state.get("query") else "Type a file name",
            ),
        )

    def found(self, first: int, count: int) -> list[Entry]:
        query = self.state.get("query", "").strip().lower()
        if not query:
            return []
        below = self.args.get("path", ROOT)
        return self.phone.files.rows(
            f"SELECT {COLUMNS} FROM files WHERE _data > ? AND _data < ? "
            f"AND {VISIBLE} AND instr(lower(_display_name), ?) > 0 "
            "ORDER BY is_folder DESC, _display_name, _data LIMIT ? OFFSET ?",
            f"{below}/",
            f"{below}0",
            query,
            count,
            first,
        )

    def place_of(self, entry: Entry) -> str:
        return entries.place_text(entry["parent"], self.storage_name)
