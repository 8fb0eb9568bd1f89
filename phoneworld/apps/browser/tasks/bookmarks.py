"""Bookmarks to add, keep, change and delete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser import data
from phoneworld.apps.browser.tasks.setup import NEW_TAB, open_site, publish_dishes, web
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.world import millis


def bookmark_options(title: str) -> Script:
    """Open the menu of a bookmark."""
    return (
        Open("Browser"),
        Tap("More options"),
        Tap("Bookmarks"),
        Tap(f"Options for {title}"),
    )


@dataclass(frozen=True)
class AddBookmark(TaskType):
    """One of two recipes that are alike is bookmarked."""

    template = "browser.add_bookmark"
    apps = ("Browser",)
    goals = (
        "Bookmark the recipe '{dish}' from Larder Notes.",
        "Find '{dish}' on larder.example and add the page to my bookmarks.",
        "I want to cook {dish} soon. Keep that Larder Notes page as a bookmark.",
    )

    dish: str
    other: str
    url: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = publish_dishes(scene)
        return cls(dish=one.title, other=other.title, url=one.url)

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "bookmarks", {"url": self.url}), NEW_TAB]

    def script(self) -> Script:
        return (*open_site("Larder Notes", self.dish), Tap("Bookmark this page"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other recipe": Instead(dish=self.other)}


@dataclass(frozen=True)
class KeepBookmark(TaskType):
    """The page is bookmarked already."""

    template = "browser.keep_bookmark"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Make sure that the Larder Notes recipe '{dish}' is in my bookmarks.",
        "Is the page '{dish}' of larder.example bookmarked? If not, bookmark it.",
        "See to it that I have a bookmark for '{dish}' from Larder Notes.",
    )

    dish: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = publish_dishes(scene)
        stamp = millis(scene.world.day(-3, 18))
        data.add_bookmark(web(scene), one.title, one.url, at_ms=stamp)
        return cls(dish=one.title, other=other.title)

    def expect(self) -> list[Expectation]:
        return [NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Larder Notes", self.dish))
        star = pilot.reach("bookmark", role="button")
        if star.description == "Bookmark this page":
            pilot.tap(star.description, role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "took it away": Also(Tap("bookmark", role="button")),
            "the other recipe": Instead(dish=self.other),
        }


@dataclass(frozen=True)
class DeleteBookmark(TaskType):
    """One of two bookmarks of nearly the same name goes."""

    template = "browser.delete_bookmark"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Delete the bookmark '{dish}'.",
        "Remove '{dish}' from my bookmarks in the browser.",
        "I no longer need the bookmark named '{dish}'; please delete it.",
    )

    dish: str
    other: str
    url: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = publish_dishes(scene)
        for page in (other, one):
            stamp = millis(scene.world.day(-scene.rng.randint(3, 90), 18))
            data.add_bookmark(web(scene), page.title, page.url, at_ms=stamp)
        return cls(dish=one.title, other=other.title, url=one.url)

    def expect(self) -> list[Expectation]:
        return [Removed(data.PATH, "bookmarks", {"url": self.url}), NEW_TAB]

    def script(self) -> Script:
        return (*bookmark_options(self.dish), Tap("Delete"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other bookmark": Instead(dish=self.other),
            "opened it": Swap(Tap("Delete"), Tap("Open in new tab")),
        }


@dataclass(frozen=True)
class RenameBookmark(TaskType):
    """A bookmark gets another name and another folder."""

    template = "browser.edit_bookmark"
    level = Level.HARD
    apps = ("Browser",)
    goals = (
        "Rename the bookmark '{dish}' to '{title}' and put it into the folder {folder}.",
        "Change my bookmark '{dish}': its name should be '{title}', its folder {folder}.",
        "Move the bookmark '{dish}' to the folder {folder} and call it '{title}'.",
    )

    dish: str
    other: str
    url: str
    title: str
    folder: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, other = publish_dishes(scene)
        for page in (one, other):
            data.add_bookmark(
                web(scene), page.title, page.url, at_ms=millis(scene.world.day(-rng.randint(3, 90)))
            )
        return cls(
            dish=one.title,
            other=other.title,
            url=one.url,
            title=rng.choice(("Sunday dinner", "For guests", "Grandma's favorite", "Quick lunch")),
            folder=rng.choice(("Cooking", "Recipes", "To try", "Kitchen")),
        )

    def expect(self) -> list[Expectation]:
        to = {"title": self.title, "folder": self.folder}
        return [Changed(data.PATH, "bookmarks", {"url": self.url}, to), NEW_TAB]

    def script(self) -> Script:
        return (
            *bookmark_options(self.dish),
            Tap("Edit"),
            Enter(self.title, into="Name", clear=True),
            Enter(self.folder, into="Folder", clear=True),
            Tap("Save", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other bookmark": Instead(dish=self.other)}
