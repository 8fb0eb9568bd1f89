"""What was deleted lately, to be restored or to be gone for good."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import View
from phoneworld.ui.widgets import Picture

DAY_MS = 86_400_000


class Trash(Screen):
    """The pictures in the trash."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Trash",
                back=self.close,
                actions=(IconButton("delete_sweep", "Empty trash", self.ask_empty),),
            ),
            LazyList(self.deleted, self.row, row_height=76, empty="The trash is empty"),
        )

    def deleted(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT _id, name, art, trashed, date_modified FROM trash "
            "ORDER BY trashed DESC, _id LIMIT ? OFFSET ?",
            count,
            first,
        )

    def row(self, photo: dict[str, Any]) -> View:
        id = photo["_id"]
        caption = data.caption_of(self.db, id)
        left = max(0, data.KEPT_DAYS - (self.phone.now_ms - photo["trashed"]) // DAY_MS)
        return Tile(
            caption or photo["name"],
            f"{entries.time_text(photo['date_modified'])} · {left} days left",
            leading=Picture(photo["art"], width=56, height=56, radius=8),
            trailing=IconButton(
                "restore_from_trash", f"Restore {photo['name']}", lambda: self.restore(id)
            ),
            on_click=lambda: self.menu(
                {"Restore": "restore", "Delete forever": "ask_delete"}, id=id
            ),
        )

    def restore(self, id: int) -> None:
        data.restore(self.phone.files, self.db, id)
        self.toast("Restored")

    def ask_delete(self, id: int) -> None:
        self.confirm(
            "Delete forever?",
            "This cannot be undone.",
            yes="Delete",
            then="delete",
            id=id,
        )

    def delete(self, id: int) -> None:
        data.delete_forever(self.db, id)
        self.toast("Deleted")

    def ask_empty(self) -> None:
        self.confirm(
            "Empty trash?", "Everything in it will be deleted forever.", yes="Empty", then="empty"
        )

    def empty(self) -> None:
        for row in self.db.rows("SELECT _id FROM trash"):
            data.delete_forever(self.db, row["_id"])
        self.toast("The trash is empty")
