"""Writing a review of a place."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field


class PlaceReview(Screen):
    """Stars and words about a place: one review of one's own each."""

    def opened(self) -> None:
        row = self.db.one("SELECT * FROM reviews WHERE place_id = ? AND mine = 1", self.args["id"])
        self.state.update(stars=row["stars"] if row else 0, text=row["text"] if row else "")

    def view(self) -> View:
        name = self.db.value("SELECT name FROM places WHERE _id = ?", self.args["id"])
        given = self.state["stars"]
        return Scaffold(
            TopBar(name or "", back=self.close, actions=(Button("Post", self.post, id="post"),)),
            ScrollView(
                Column(
                    Row(
                        *(
                            IconButton(
                                "star" if count <= given else "star_border",
                                f"{count} stars" if count > 1 else "1 star",
                                lambda count=count: self.give(count),
                                color="warning",
                                selected=count == given,
                            )
                            for count in range(1, 6)
                        )
                    ),
                    Field("text", "Share details of your own experience", kind="multiline"),
                    pad=16,
                    gap=12,
                )
            ),
        )

    def give(self, stars: int) -> None:
        self.state["stars"] = stars

    def post(self) -> None:
        if not self.state["stars"]:
            self.toast("Choose how many stars")
            return
        place, text = self.args["id"], self.state.get("text", "").strip()
        own = self.db.value("SELECT _id FROM reviews WHERE place_id = ? AND mine = 1", place)
        if own is None:
            self.db.insert(
                "reviews",
                place_id=place,
                author="You",
                stars=self.state["stars"],
                text=text,
                at=self.phone.now_ms,
                mine=1,
            )
        else:
            self.db.run(
                "UPDATE reviews SET stars = ?, text = ?, at = ? WHERE _id = ?",
                self.state["stars"],
                text,
                self.phone.now_ms,
                own,
            )
        self.toast("Thanks for your review")
        self.close()
