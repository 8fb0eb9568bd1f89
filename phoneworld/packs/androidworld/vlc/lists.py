"""Videos in lists: the row of one, and what can be done with it or with several."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.packs.androidworld.vlc.data import PATH, length_text, medium
from phoneworld.providers import media
from phoneworld.store import Database
from phoneworld.ui.bars import TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.controls import Checkbox
from phoneworld.ui.rows import Tile
from phoneworld.ui.view import View


class VideoList(Screen):
    """A list of videos by their paths, of which some can be selected, in the order of the taps."""

    @property
    def videos_db(self) -> Database:
        return self.phone.databases[PATH]

    @property
    def chosen(self) -> list[str]:
        return self.state.get("chosen", [])

    def select_bar(self) -> TopBar:
        return TopBar(
            f"{len(self.chosen)} selected",
            back=self.unselect,
            actions=(
                IconButton("play_arrow", "Play all", lambda: self.play(self.chosen)),
                IconButton("playlist_add", "Add to playlist", self.add_chosen),
            ),
        )

    def video_row(self, path: str) -> View:
        name = media.split(path)[1]
        found = medium(self.videos_db, path)
        about = length_text(found["duration"]) if found is not None else ""
        if self.chosen:
            picked = path in self.chosen
            return Tile(
                name,
                about,
                icon="local_movies",
                trailing=Checkbox(on=picked),
                selected=picked,
                on_click=lambda: self.pick(path),
            )
        return Tile(
            name,
            about,
            icon="local_movies",
            trailing=IconButton("more_vert", f"More options for {name}", lambda: self.offer(path)),
            on_click=lambda: self.play([path]),
            on_long_click=lambda: self.pick(path),
        )

    def offer(self, path: str) -> None:
        self.menu({"Play": "play_one", "Add to playlist": "add_one", "Select": "pick"}, path=path)

    def pick(self, path: str) -> None:
        chosen = self.chosen
        self.state["chosen"] = (
            [one for one in chosen if one != path] if path in chosen else [*chosen, path]
        )

    def unselect(self) -> None:
        self.state["chosen"] = []

    def back(self) -> bool:
        if self.chosen:
            self.unselect()
            return True
        return False

    def returned(self, result: object) -> None:
        del result
        self.unselect()

    def play(self, paths: list[str]) -> None:
        self.open("player", paths=paths)

    def play_one(self, path: str) -> None:
        self.play([path])

    def add_one(self, path: str) -> None:
        self.open("add_to", paths=[path])

    def add_chosen(self) -> None:
        self.open("add_to", paths=self.chosen)
