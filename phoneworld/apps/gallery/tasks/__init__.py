"""Tasks with photos and albums."""

from __future__ import annotations

from phoneworld.apps.gallery.tasks.deletions import (
    DeletePhoto,
    DeletePhotoAfterAsking,
    DeleteScreenshots,
    MissingAlbum,
    Restore,
)
from phoneworld.apps.gallery.tasks.everyday_albums import (
    CountAlbum,
    EmptyTrash,
    NewAlbum,
    WhenTaken,
)
from phoneworld.apps.gallery.tasks.everyday_latest import (
    DeleteLatest,
    FavoriteLatest,
    ShowLatest,
)
from phoneworld.apps.gallery.tasks.marks import (
    AddCaption,
    Favorite,
    PhotoAlreadyFavorite,
    RenamePhoto,
    Wallpaper,
)
from phoneworld.apps.gallery.tasks.moves import MoveDay, MoveToNewAlbum
from phoneworld.apps.gallery.tasks.questions import NextCaption, SizeOfNewest
from phoneworld.author import templates_of

TASKS = templates_of(
    Favorite,
    PhotoAlreadyFavorite,
    Wallpaper,
    AddCaption,
    RenamePhoto,
    MoveToNewAlbum,
    MissingAlbum,
    MoveDay,
    SizeOfNewest,
    NextCaption,
    DeletePhoto,
    Restore,
    DeleteScreenshots,
    DeletePhotoAfterAsking,
    ShowLatest,
    DeleteLatest,
    FavoriteLatest,
    NewAlbum,
    CountAlbum,
    EmptyTrash,
    WhenTaken,
)
