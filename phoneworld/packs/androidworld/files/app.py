"""Files: the built-in app under another package. The storage has the phone's name, and a web page is
opened with the browser.
"""

from __future__ import annotations

from dataclasses import replace

from phoneworld.apps import files
from phoneworld.apps.files import entries
from phoneworld.apps.files.app import FilesHome
from phoneworld.apps.files.browse import FileCategory, FileSearch, Folder, Listing
from phoneworld.apps.files.entries import Entry
from phoneworld.apps.files.pick import Pick
from phoneworld.apps.files.viewers import FileDetails
from phoneworld.packs.androidworld.files.data import DATABASE, PACKAGE
from phoneworld.packs.androidworld.phone import STORAGE_NAME

BROWSER = "com.android.chrome"


class WithBrowser(Listing):
    """A list that asks what to open a web page with."""

    storage_name = STORAGE_NAME

    def show(self, entry: Entry) -> None:
        if entries.ending_of(entry["_display_name"]) == "html" and self.phone.has_app(BROWSER):
            ways = {"Chrome": "open_in_browser", "HTML Viewer": "open_as_text"}
            self.menu(ways, title="Open with", path=entry["_data"])
        else:
            super().show(entry)

    def open_in_browser(self, path: str) -> None:
        self.launch(BROWSER, "page", url=f"file://{path}")

    def open_as_text(self, path: str) -> None:
        self.open("text", path=path)


class StorageHome(FilesHome):
    """Where to start."""

    storage_name = STORAGE_NAME


class StorageFolder(WithBrowser, Folder):
    """What is in a folder."""


class StorageCategory(WithBrowser, FileCategory):
    """All files of a kind."""


class StorageSearch(WithBrowser, FileSearch):
    """Files by their names."""


class StoragePick(Pick):
    """Where to move or copy to."""

    storage_name = STORAGE_NAME


class StorageDetails(FileDetails):
    """What is known of a file."""

    storage_name = STORAGE_NAME


APP = replace(
    files.APP,
    package=PACKAGE,
    activity="com.android.documentsui.files.FilesActivity",
    screens={
        **files.APP.screens,
        "home": StorageHome,
        "folder": StorageFolder,
        "category": StorageCategory,
        "search": StorageSearch,
        "pick": StoragePick,
        "details": StorageDetails,
    },
    database=DATABASE,
    seed=None,
    stands_in_for=files.APP,
)
