"""What is right by another way than the oracle's counts, and what only looks right does not."""

from collections.abc import Callable, Iterator

import pytest
from androidworld_pack import PACK_CATALOGUE

from phoneworld import Task, Trial, Workshop
from phoneworld.author import Enter, Hold, Open, OracleStep, Pause, Tap
from phoneworld.packs.androidworld.audio_recorder.tasks.records import RecordNamed
from phoneworld.packs.androidworld.audio_recorder.tasks.setup import RECORDING, SAVE
from phoneworld.packs.androidworld.files.tasks.tidying import MoveStoredFile
from phoneworld.packs.androidworld.markor.tasks.new_notes import CreateMarkorNote
from phoneworld.packs.androidworld.markor.tasks.setup import making
from phoneworld.packs.androidworld.markor.tasks.tidying import MoveNote
from phoneworld.packs.androidworld.retro_music.tasks.listening import (
    MakePlaylist,
    PlaylistOfLength,
    SavePlaylist,
)
from phoneworld.packs.androidworld.vlc.tasks.playlists import OneVideoPlaylist, TwoVideoPlaylists
from phoneworld.tasks.pilot import Pilot
from runtime.episode import Judgement

Steps = Iterator[OracleStep]
Way = Callable[..., Steps]
"""The steps for a task that was drawn."""
DELETE = Tap("Delete", role="button")


def new_playlist(name: str) -> Steps:
    yield from (Tap("New playlist"), Enter(name, into="Playlist name"), Tap("Create"))


def add_songs(titles: tuple[str, ...], playlist: str) -> Steps:
    for title in titles:
        yield from (Tap(f"More options for {title}"), Tap("Add to playlist"), Tap(playlist))


def second_retro_playlist(task: MakePlaylist | PlaylistOfLength) -> Steps:
    """The first playlist has a wrong name, and goes when there is another."""
    yield from (Open("Retro Music"), Tap("Playlists"))
    yield from (*new_playlist("Oops"), *new_playlist(task.playlist_name))
    yield from (Tap("More options for Oops"), Tap("Delete playlist"), DELETE, Tap("Songs"))
    yield from add_songs(task.titles, task.playlist_name)


def song_taken_out(task: MakePlaylist) -> Steps:
    """A song is in the playlist twice, until one is taken out."""
    first, *further = task.titles
    yield from (Open("Retro Music"), Tap("Playlists"), *new_playlist(task.playlist_name))
    yield Tap("Songs")
    yield from add_songs((first, first, *further), task.playlist_name)
    yield from (Tap("Playlists"), Tap(task.playlist_name))
    yield from (Tap(f"More options for {first}"), Tap("Remove from playlist"))


def saved_too_early(task: SavePlaylist) -> Steps:
    """The file is saved when only the first song is in the playlist."""
    name, titles = task.playlist_name, task.titles
    yield from (Open("Retro Music"), Tap("Playlists"), *new_playlist(name), Tap("Songs"))
    yield from add_songs(titles[:1], name)
    yield from (Tap("Playlists"), Tap(f"More options for {name}"), Tap("Save as file"))
    yield from (Tap("Download", role="item"), Tap("Save here"), Tap("Songs"))
    yield from add_songs(titles[1:], name)


def video_playlist(name: str, files: tuple[str, ...]) -> Steps:
    yield from (Hold(files[0]), *map(Tap, files[1:]), Tap("Add to playlist"))
    yield from (Enter(name, into="New playlist"), Tap("Save"))


def video_playlist_made_again(task: TwoVideoPlaylists) -> Steps:
    """The first of two playlists is in the wrong order, and is made again after the second."""
    yield Open("VLC")
    yield from video_playlist(task.playlist_name1, task.files1[::-1])
    yield from video_playlist(task.playlist_name2, task.files2)
    yield from (Tap("Playlists"), Tap(f"More options for {task.playlist_name1}"), Tap("Delete"))
    yield from (DELETE, Tap("Video"))
    yield from video_playlist(task.playlist_name1, task.files1)


def copied_and_deleted(task: MoveStoredFile | MoveNote) -> Steps:
    """A file is moved by a copy, after which the original goes."""
    options = Tap(f"More options for {task.file_name}")
    yield from (options, Tap("Copy to"), Tap(task.destination_folder, role="item"))
    yield from (Tap("Copy here"), options, Tap("Delete"), DELETE)


def file_copied_and_deleted(task: MoveStoredFile) -> Steps:
    yield from (Open("Files"), Tap("sdk_gphone_x86_64"), Tap(task.source_folder, role="item"))
    yield from copied_and_deleted(task)


def file_only_copied(task: MoveStoredFile) -> Steps:
    *copied, _, _, _ = file_copied_and_deleted(task)
    yield from copied


def note_copied_and_deleted(task: MoveNote) -> Steps:
    yield from (Open("Markor"), Tap(task.source_folder))
    yield from copied_and_deleted(task)


def note_of_that_name_written_anew(task: MoveNote) -> Steps:
    """In place of the note that was to be moved, there is another one."""
    yield from (Open("Markor"), Tap(task.source_folder), Tap(f"More options for {task.file_name}"))
    yield from (Tap("Delete"), DELETE, Tap("Navigate up"), Tap(task.destination_folder))
    _, *steps = making(task.file_name)
    yield from (*steps, Enter("something else", into="Write here"))


def note_renamed(task: CreateMarkorNote) -> Steps:
    """A note gets its text first, and its name after that."""
    yield from (*making("draft.md"), Enter(task.text, into="Write here"), Tap("More options"))
    yield from (Tap("Rename"), Enter(task.file_name, into="draft.md", clear=True))
    yield Tap("Rename", role="button")


def recording_renamed(task: RecordNamed) -> Steps:
    """A recording is saved under the name it had, and renamed in the list."""
    yield from (*RECORDING, SAVE, Tap("Saved recordings"), Tap("More options for Record-1.m4a"))
    yield from (Tap("Rename"), Enter(task.file_name, into="Record-1", clear=True))
    yield Tap("Rename", role="button")


def video_watched_first(task: OneVideoPlaylist) -> Steps:
    yield from (Open("VLC"), Tap(task.files[0]), Pause(2), Tap("Navigate up"))
    _, *steps = task.script()
    yield from steps


@pytest.mark.parametrize(
    ("task", "way"),
    [
        ("retro_create_playlist", second_retro_playlist),
        ("retro_create_playlist", song_taken_out),
        ("retro_playlist_duration", second_retro_playlist),
        ("vlc_create_two_playlists", video_playlist_made_again),
        ("vlc_create_playlist", video_watched_first),
        ("files_move_file", file_copied_and_deleted),
        ("markor_move_note", note_copied_and_deleted),
        ("markor_create_note", note_renamed),
        ("audio_recorder_record_audio_with_file_name", recording_renamed),
    ],
)
def test_another_way_to_the_same_end_is_right(pack_workshop: Workshop, task: str, way: Way) -> None:
    judged = walked(pack_workshop, task, way)

    assert judged.success, judged.reasons


@pytest.mark.parametrize(
    ("task", "way"),
    [
        ("retro_save_playlist", saved_too_early),
        ("files_move_file", file_only_copied),
        ("markor_move_note", note_of_that_name_written_anew),
    ],
)
def test_what_only_looks_right_is_wrong(pack_workshop: Workshop, task: str, way: Way) -> None:
    assert not walked(pack_workshop, task, way).success


def walked(workshop: Workshop, task: str, way: Way) -> Judgement:
    """The judgement of a task after the steps of a way, with one seed."""
    trial = Trial(workshop, Task(PACK_CATALOGUE.templates[f"androidworld.{task}"], 5))
    pilot = Pilot(trial)
    pilot.follow(tuple(way(trial.drawn)))
    pilot.finish()
    return trial.judge()


@pytest.mark.parametrize(
    ("app", "button", "hint"),
    [
        ("Simple Draw Pro", "Save", "Filename"),
        ("Markor", "Create a new file or folder", "Name"),
    ],
)
def test_enter_after_a_name_makes_no_file_of_the_wrong_kind(
    pack_workshop: Workshop, app: str, button: str, hint: str
) -> None:
    """AndroidWorld's agents press Enter after typing, and choose the kind of file after that."""
    task = Task(PACK_CATALOGUE.templates["androidworld.simple_draw_pro_create_drawing"], 0)
    trial = Trial(pack_workshop, task)
    before = trial.phone.files.value("SELECT COUNT(*) FROM files")
    pilot = Pilot(trial)
    pilot.follow((Open(app), Tap(button), Enter("sketch", into=hint)))
    pilot.enter()

    assert trial.phone.files.value("SELECT COUNT(*) FROM files") == before
