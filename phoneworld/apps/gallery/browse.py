"""Many pictures: what is shared by the grids of all photos, of an album, and of a search."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.data import Photo
from phoneworld.apps.gallery.grid import GridSection, PhotoCell, PhotoGrid
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.view import View
from phoneworld.ui.widgets import Field


class PhotoBrowser(Screen):
    """A grid of pictures: tap one to see it, touch and hold to select several."""

    album = ""

    @property
    def chosen(self) -> list[int]:
        """The ids that are selected."""
        return self.state.get("chosen", [])

    def cell(self, photo: Photo) -> View:
        id = photo["_id"]
        said = [
            photo["caption"],
            photo["_display_name"],
            entries.time_text(photo["date_modified"]),
            "favorite" if photo["is_favorite"] else "",
        ]
        chosen = (id in self.chosen) if self.chosen else None
        cell = PhotoCell(photo, ", ".join(part for part in said if part), chosen=chosen)
        if chosen is not None:
            return cell.clicked(lambda: self.pick(id))
        return cell.clicked(lambda: self.show(id)).held(lambda: self.pick(id))

    def show(self, id: int) -> None:
        self.open("photo", id=id, album=self.album)

    def select_bar(self) -> TopBar:
        """What stands at the top while pictures are selected."""
        return TopBar(
            f"{len(self.chosen)} selected",
            back=self.unselect,
            actions=(
                IconButton("favorite_border", "Add to favorites", self.favor_chosen),
                IconButton("folder_open", "Move to album", self.move_chosen),
                IconButton("delete", "Delete", self.ask_delete_chosen),
            ),
        )

    def pick(self, id: int) -> None:
        chosen = self.chosen
        self.state["chosen"] = [i for i in chosen if i != id] if id in chosen else [*chosen, id]

    def unselect(self) -> None:
        self.state["chosen"] = []

    def favor_chosen(self) -> None:
        for id in self.chosen:
            self.phone.files.run(
                "UPDATE files SET is_favorite = 1 WHERE _id = ? AND is_favorite = 0", id
            )
        self.toast("Added to favorites")
        self.unselect()

    def move_chosen(self) -> None:
        self.open("pick_album", ids=self.chosen)

    def returned(self, result: object) -> None:
        del result
        self.unselect()

    def ask_delete_chosen(self) -> None:
        count = len(self.chosen)
        self.confirm(
            "Move to trash?",
            "1 item will be moved to the trash."
            if count == 1
            else f"{count} items will be moved to the trash.",
            yes="Move to trash",
            then="delete_chosen",
        )

    def delete_chosen(self) -> None:
        for id in self.chosen:
            data.put_into_trash(self.phone.files, self.db, id, now_ms=self.phone.now_ms)
        self.toast("Moved to trash")
        self.unselect()

    def back(self) -> bool:
        if self.chosen:
            self.unselect()
            return True
        return False


class PhotoAlbum(PhotoBrowser):
    """The pictures of one album: a folder, the favorites, or the videos."""

    @property
    def path(self) -> str:
        return self.state["path"]

    def opened(self) -> None:
        self.state["path"] = self.args["path"]

    def view(self) -> View:
        path = self.path
        # What a user made is theirs to rename; the camera needs its own folder.
        own = path.startswith(f"{data.ALBUMS}/") and path != data.SCREENSHOTS
        return Scaffold(
            self.select_bar()
            if self.chosen
            else TopBar(
                data.name_of(path),
                back=self.close,
                actions=(IconButton("more_vert", "More options", self.offer),) if own else (),
            ),
            PhotoGrid(self.sections, self.cell, empty="This album is empty"),
        )

    def sections(self) -> list[GridSection]:
        files, path = self.phone.files, self.path
        return [
            GridSection(
                "",
                data.count_of(files, path),
                lambda first, count: data.with_captions(
                    self.db, data.of_album(files, path, first, count)
                ),
            )
        ]

    def show(self, id: int) -> None:
        self.open("photo", id=id, album=self.path)

    def offer(self) -> None:
        self.menu({"Rename album": "ask_name", "Delete album": "ask_delete"})

    def ask_name(self) -> None:
        self.prompt(
            "Rename album", "Album name", then="rename", text=data.name_of(self.path), yes="Rename"
        )

    def rename(self, text: str) -> None:
        name = text.strip()
        problem = entries.problem_with(name)
        if problem:
            self.toast(problem)
        elif name == data.name_of(self.path):
            pass
        elif entries.find(self.phone.files, f"{self.path.rpartition('/')[0]}/{name}") is not None:
            self.toast("There is already an album of this name")
        elif entries.find(self.phone.files, self.path) is not None:
            self.state["path"] = entries.rename(self.phone.files, self.path, name)
            self.toast("Album renamed")

    def ask_delete(self) -> None:
        self.confirm(
            f"Delete {data.name_of(self.path)}?",
            "Its photos will be moved to the trash.",
            yes="Delete",
            then="delete_album",
        )

    def delete_album(self) -> None:
        files = self.phone.files
        for photo in data.of_album(files, self.path, 0, 10_000):
            data.put_into_trash(files, self.db, photo["_id"], now_ms=self.phone.now_ms)
        if files.value("SELECT 1 FROM files WHERE parent = ?", self.path) is None:
            entries.delete(files, self.path)
        self.toast("Album deleted")
        self.close()


class PhotoSearch(PhotoBrowser):
    """Pictures by name, album or caption."""

    def opened(self) -> None:
        self.focus("query")

    def view(self) -> View:
        field = Field("query", "Search photos", kind="search", icon="search").sized(height=48)
        return Scaffold(
            self.select_bar() if self.chosen else TopBar(field, back=self.close),
            PhotoGrid(
                self.sections,
                self.cell,
                empty="No photos found"
                if self.state.get("query")
                else "Search by name, album or caption",
            ),
        )

    def sections(self) -> list[GridSection]:
        found = data.with_captions(
            self.db, data.found(self.phone.files, self.db, self.state.get("query", ""))
        )
        return [GridSection("", len(found), lambda first, count: found[first : first + count])]
