"""Markor's screens: the notebook's folders, a new file, and a note, which is saved as it is typed."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.apps.files import entries
from phoneworld.apps.files.browse import FileSearch, Folder
from phoneworld.apps.files.data import shows_hidden
from phoneworld.apps.files.entries import Entry
from phoneworld.apps.files.pick import Pick
from phoneworld.apps.files.viewers import FileDetails, OneFile
from phoneworld.packs.androidworld.markor.data import FOLDER, PACKAGE, SCHEMA, seed
from phoneworld.providers import media
from phoneworld.ui.bars import Fab, Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Field, Text

ENDINGS = (".md", ".txt", "")
MOST = 10_000
"""How many files can be selected at once."""


class Notebook(Folder):
    """The files and folders of the notebook; a note opens to be read and written."""

    def opened(self) -> None:
        # The folder may have been removed from outside; the app makes it again.
        entries.put_folder(self.phone.files, FOLDER, date_ms=self.phone.now_ms)
        self.args.setdefault("path", FOLDER)
        super().opened()

    def view(self) -> View:
        path = self.path
        bar = TopBar(
            "Markor" if path == FOLDER else media.split(path)[1],
            back=None if path == FOLDER else self.up,
            actions=(
                IconButton("search", "Search", lambda: self.open("search", path=path)),
                IconButton("sort", "Sort by", self.ask_sort),
                IconButton("more_vert", "More options", self.offer_here),
            ),
        )
        return Scaffold(
            self.select_bar() if self.chosen else bar,
            LazyList(
                self.content,
                self.row,
                row_height=68,
                key=path,
                empty="This folder is empty",
                end_space=88,
            ),
            fab=Fab("add", "Create a new file or folder", lambda: self.open("new", path=path)),
        )

    def select_actions(self) -> tuple[View, ...]:
        return (
            IconButton("select_all", "Select all", self.pick_all),
            *super().select_actions(),
        )

    def pick_all(self) -> None:
        self.state["chosen"] = [entry["_data"] for entry in self.content(0, MOST)]

    def place_of(self, entry: Entry) -> str:
        return entries.time_text(entry["date_modified"])

    def show(self, entry: Entry) -> None:
        if entry["is_folder"]:
            super().show(entry)
        else:
            self.open("note", path=entry["_data"])

    def offer_here(self) -> None:
        hidden = shows_hidden(self.db)
        self.menu(
            {
                "New folder": "ask_folder",
                "Hide hidden files" if hidden else "Show hidden files": "flip_hidden",
                "Folder details": "show_folder_details",
            }
        )


class NoteSearch(FileSearch):
    """Notes and folders by their names."""

    def show(self, entry: Entry) -> None:
        self.open("folder" if entry["is_folder"] else "note", path=entry["_data"])


class NewFile(Screen):
    """A name and an ending for a new note; or a folder of that name."""

    def opened(self) -> None:
        self.state["ending"] = ENDINGS[0]
        self.focus("name")

    def view(self) -> View:
        return Scaffold(
            TopBar("New file or folder", back=self.close),
            ScrollView(
                Column(
                    Row(
                        Field("name", "Name", on_submit=self.to_ending).grow(),
                        Field("ending", "Ending").sized(width=120),
                        gap=12,
                    ),
                    Row(
                        *(
                            Button(one or "None", self.ends(one), kind="outlined").described(
                                f"Ending {one or 'none'}"
                            )
                            for one in ENDINGS
                        ),
                        gap=8,
                    ),
                    Row(
                        Button("Folder", self.make_folder, kind="outlined"),
                        Button("Cancel", self.close, kind="text"),
                        Button("OK", self.make),
                        gap=12,
                    ),
                    pad=16,
                    gap=16,
                )
            ),
        )

    def to_ending(self) -> None:
        """Enter leads on to the ending, so that nothing is made before that is chosen."""
        self.focus("ending")

    def ends(self, ending: str) -> Handler:
        return lambda: self.state.update(ending=ending)

    def free(self, name: str) -> str:
        """The path of a name that can be taken here; empty, with a word to the person, if it cannot."""
        path = f"{self.args.get('path', FOLDER)}/{name}"
        problem = entries.problem_with(name)
        if not problem and entries.find(self.phone.files, path) is not None:
            problem = f"There is already something called {name} here"
        if problem:
            self.toast(problem)
        return "" if problem else path

    def make(self) -> None:
        name = self.state.get("name", "").strip()
        ending = self.state.get("ending", "").strip()
        path = self.free(name if not name or name.endswith(ending) else name + ending)
        if path:
            entries.put_file(self.phone.files, path, date_ms=self.phone.now_ms)
            self.replace("note", path=path)

    def make_folder(self) -> None:
        path = self.free(self.state.get("name", "").strip())
        if path:
            media.add_folder(self.phone.files, path, date_ms=self.phone.now_ms)
            self.close()


class Note(OneFile):
    """A note. What is typed is in the file at once; the preview shows all of a long one."""

    def opened(self) -> None:
        super().opened()
        self.state["text"] = entries.read_text(self.phone.files, self.path)

    def view(self) -> View:
        if self.entry() is None:
            return self.gone()
        preview = bool(self.state.get("preview"))
        return Scaffold(
            TopBar(
                media.split(self.path)[1],
                back=self.close,
                actions=(
                    IconButton("edit", "Edit", self.flip)
                    if preview
                    else IconButton("visibility", "Preview", self.flip),
                    IconButton("share", "Share", self.share_text),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            ScrollView(self.preview() if preview else self.editor()),
        )

    def editor(self) -> View:
        return Column(Field("text", "Write here", kind="multiline", on_change=self.write), pad=16)

    def preview(self) -> View:
        text = self.state["text"]
        if not text.strip():
            return empty_note("description", "This note is empty")
        return Column(Text(text, selectable=True).named("content"), pad=16)

    def flip(self) -> None:
        self.state["preview"] = not self.state.get("preview")
        self.phone.activity.keyboard = False

    def write(self, text: str) -> None:
        entries.write_text(self.phone.files, self.path, text, date_ms=self.phone.now_ms)

    def share_text(self) -> None:
        self.share(self.state["text"].strip())


class WhereToMove(Pick):
    """Where to move or copy to, beginning with the notebook."""

    def opened(self) -> None:
        self.state["path"] = FOLDER


APP = App(
    package=PACKAGE,
    label="Markor",
    icon="description",
    color="#d32f2f",
    activity=".activity.MainActivity",
    screens={
        "folder": Notebook,
        "new": NewFile,
        "note": Note,
        "search": NoteSearch,
        "pick": WhereToMove,
        "details": FileDetails,
    },
    start="folder",
    database="markor.db",
    schema=SCHEMA,
    seed=seed,
    derived=("looks",),
)
