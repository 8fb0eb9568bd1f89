"""Tasks with playlists and liked songs."""

from __future__ import annotations

from phoneworld.apps.music.data import PATH
from phoneworld.apps.music.tasks.library import (
    NEW_ARTISTS,
    NEW_SONGS,
    find_song,
    free_names,
    lengths,
    library,
    new_album,
    new_playlist,
    some_songs,
)
from phoneworld.tasks.expect import (
    Added,
    Changed,
    Expectation,
    Removed,
)
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template


class CreatePlaylist(Template):
    """A playlist, still empty."""

    name = "music.create_playlist"
    apps = ("Music",)
    goals = (
        "Create a playlist called {name}.",
        "Make a new, empty playlist in Music and name it {name}.",
        "I need a playlist {name}. Don't add any songs yet.",
    )

    def setup(self, scene: Scene) -> Params:
        name, wrong = free_names(scene, 2)
        year = scene.rng.randint(2024, 2027)
        return {"name": f"{name} {year}", "wrong": wrong}

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(PATH, "playlists", {"name": v["name"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap("Playlists", role="tab")
        pilot.tap("New playlist")
        pilot.type(v["name"])
        if v.get("stop"):
            return
        pilot.tap("Create")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another name": {"name": v["wrong"]}, "not created": {"stop": True}}


class AlreadyLiked(Template):
    """The song is among the liked ones already."""

    name = "music.already_liked"
    apps = ("Music",)
    goals = (
        "Make sure that {title} by {artist} is one of my liked songs.",
        "{title} ({artist}) should be among my liked songs; check that and add it if need be.",
        "Is {title} by {artist} a liked song? If it isn't, like it.",
    )

    def setup(self, scene: Scene) -> Params:
        song, other = some_songs(scene, 2)
        library(scene).run("UPDATE songs SET liked = 1 WHERE _id = ?", song["_id"])
        library(scene).run("UPDATE songs SET liked = 0 WHERE _id = ?", other["_id"])
        return {"title": song["title"], "artist": song["artist"], "other": other["title"]}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_song(pilot, v["title"])
        pilot.tap(f"More options for {v['title']}")
        if pilot.shows("Like", role="item") and not pilot.shows("Remove from liked songs"):
            pilot.tap("Like")
        elif v.get("tap"):
            pilot.tap("Remove from liked songs")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"took it away": {"tap": True}, "liked another": {"title": v["other"]}}


class Like(Template):
    """A song is liked."""

    name = "music.like"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Like the song {title} by {artist}.",
        "Add {title} by {artist} to my liked songs.",
        "I really enjoy {title} ({artist}). Mark it as liked in Music.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title = rng.choice(NEW_SONGS)
        artist, other = rng.sample(NEW_ARTISTS, 2)
        (id,) = new_album(scene, [(title, 200)], artist=artist)
        new_album(scene, [(title, 222)], artist=other)
        return {"title": title, "artist": artist, "other": other, "id": id}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "songs", {"_id": v["id"]}, {"liked": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_song(pilot, v["title"])
        pilot.hold(f"{v['title']}, {v['artist']}")
        pilot.tap(v.get("item", "Like"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"by another artist": {"artist": v["other"]}, "queued it": {"item": "Add to queue"}}


class AddToPlaylist(Template):
    """A song joins a playlist."""

    name = "music.add_to_playlist"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Add {title} by {artist} to my playlist {playlist}.",
        "Put the song {title} ({artist}) on the {playlist} playlist.",
        "My playlist {playlist} is missing {title} by {artist}. Please add it.",
    )

    def setup(self, scene: Scene) -> Params:
        song, wrong, *rest = some_songs(scene, 6)
        name = free_names(scene, 1)[0]
        other = f"{name} {scene.rng.choice(('old', '2', 'backup'))}"
        ids = [one["_id"] for one in rest]
        id = new_playlist(scene, name, ids)
        new_playlist(scene, other, ids[:2])
        return {
            "title": song["title"],
            "artist": song["artist"],
            "wrong": wrong["title"],
            "playlist": name,
            "other": other,
            "song": song["_id"],
            "id": id,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(PATH, "playlist_songs", {"playlist_id": v["id"], "song_id": v["song"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_song(pilot, v["title"])
        pilot.tap(f"More options for {v['title']}")
        pilot.tap("Add to playlist")
        pilot.tap(v["playlist"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another playlist": {"playlist": v["other"]}, "another song": {"title": v["wrong"]}}


class RemoveFromPlaylist(Template):
    """A song leaves a playlist, but not the other one."""

    name = "music.remove_from_playlist"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Remove {title} from my playlist {playlist}.",
        "Take the song {title} off the {playlist} playlist.",
        "I am tired of {title}. Delete it from the playlist {playlist}, nowhere else.",
    )

    def setup(self, scene: Scene) -> Params:
        songs = some_songs(scene, 5)
        name, other = free_names(scene, 2)
        ids = [song["_id"] for song in songs]
        id = new_playlist(scene, name, ids)
        new_playlist(scene, other, ids)
        return {
            "title": songs[0]["title"],
            "wrong": songs[1]["title"],
            "playlist": name,
            "other": other,
            "song": ids[0],
            "id": id,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "playlist_songs", {"playlist_id": v["id"], "song_id": v["song"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap("Playlists", role="tab")
        pilot.tap(v["playlist"], role="item")
        pilot.tap(f"More options for {v['title']}")
        pilot.tap("Remove from playlist")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another playlist": {"playlist": v["other"]}, "another song": {"title": v["wrong"]}}


class RenamePlaylist(Template):
    """A playlist gets another name."""

    name = "music.rename_playlist"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Rename my playlist {old} to {new}.",
        "The playlist {old} should be called {new} from now on.",
        "Please change the name of the {old} playlist in Music to {new}.",
    )

    def setup(self, scene: Scene) -> Params:
        old, new, wrong = free_names(scene, 3)
        other = f"{old} {scene.rng.randint(2, 9)}"
        ids = [song["_id"] for song in some_songs(scene, 3)]
        id = new_playlist(scene, old, ids)
        new_playlist(scene, other, ids[1:])
        return {"old": old, "other": other, "new": new, "wrong": wrong, "id": id}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "playlists", {"_id": v["id"]}, {"name": v["new"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap("Playlists", role="tab")
        pilot.tap(f"More options for {v['old']}")
        pilot.tap("Rename")
        pilot.type(v["new"], clear=True)
        pilot.tap("Rename", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another playlist": {"old": v["other"]}, "another name": {"new": v["wrong"]}}


class DeletePlaylist(Template):
    """A playlist goes, its songs stay."""

    name = "music.delete_playlist"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Delete the playlist {name}.",
        "I don't need my playlist {name} anymore, remove it.",
        "Please get rid of the {name} playlist in Music.",
    )

    def setup(self, scene: Scene) -> Params:
        name = free_names(scene, 1)[0]
        other = f"{name} {scene.rng.choice(('mix', 'new', 'deluxe'))}"
        if scene.rng.random() < 0.5:
            name, other = other, name
        songs = [song["_id"] for song in some_songs(scene, 3)]
        id = new_playlist(scene, name, songs)
        new_playlist(scene, other, songs)
        return {"name": name, "other": other, "id": id, "songs": songs}

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Removed(PATH, "playlists", {"_id": v["id"]}),
            *(
                Removed(PATH, "playlist_songs", {"playlist_id": v["id"], "song_id": song})
                for song in v["songs"]
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap("Playlists", role="tab")
        pilot.tap(f"More options for {v['name']}")
        pilot.tap("Delete playlist")
        if v.get("stop"):
            return
        pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other one": {"name": v["other"]}, "not confirmed": {"stop": True}}


class AddLongest(Template):
    """A song that must be found out joins a playlist."""

    name = "music.add_longest"
    level = Level.HARD
    apps = ("Music",)
    hidden = ("title",)
    goals = (
        "Add the {rank} song of the album {album} to my playlist {playlist}.",
        "Which track on {album} is the {rank}? Put it on the {playlist} playlist.",
        "My playlist {playlist} needs the {rank} song from {album}. Please add it.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        titles = rng.sample(NEW_SONGS, 4)
        seconds = rng.sample(range(150, 330), 4)
        ids = new_album(scene, list(zip(titles, seconds, strict=True)))
        album = library(scene).value("SELECT title FROM albums ORDER BY _id DESC LIMIT 1")
        ordered = sorted(zip(seconds, titles, ids, strict=True))
        rank, other = rng.sample(("longest", "shortest"), 2)
        _, title, song = ordered[-1] if rank == "longest" else ordered[0]
        name, wrong = free_names(scene, 2)
        rest = [one["_id"] for one in some_songs(scene, 4) if one["_id"] not in ids]
        id = new_playlist(scene, name, rest)
        new_playlist(scene, wrong, rest[:2])
        return {
            "album": album,
            "rank": rank,
            "other": other,
            "title": title,
            "song": song,
            "playlist": name,
            "wrong": wrong,
            "id": id,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(PATH, "playlist_songs", {"playlist_id": v["id"], "song_id": v["song"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap("Albums", role="tab")
        pilot.tap(v["album"])
        found = sorted(lengths(pilot), reverse=v["rank"] == "longest")
        pilot.tap(f"More options for {found[0][1]}")
        pilot.tap("Add to playlist")
        pilot.tap(v["playlist"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other end": {"rank": v["other"]}, "another playlist": {"playlist": v["wrong"]}}


class BuildPlaylist(Template):
    """A playlist is made and filled."""

    name = "music.build_playlist"
    level = Level.HARD
    apps = ("Music",)
    goals = (
        "Create a playlist {name} with these songs: {songs}.",
        "Make me a new playlist called {name}. It should have {songs} on it.",
        "I'd like a playlist named {name} made of {songs}, in Music.",
    )

    def setup(self, scene: Scene) -> Params:
        name = free_names(scene, 1)[0]
        *chosen, wrong = some_songs(scene, scene.rng.randint(3, 4))
        titles = [song["title"] for song in chosen]
        newest = library(scene).value("SELECT MAX(_id) FROM playlists")
        return {
            "name": name,
            "titles": titles,
            "songs": ", ".join(titles[:-1]) + f" and {titles[-1]}",
            "ids": [song["_id"] for song in chosen],
            "id": newest + 1,
            "wrong": wrong["title"],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(PATH, "playlists", {"_id": v["id"], "name": v["name"]}),
            *(
                Added(PATH, "playlist_songs", {"playlist_id": v["id"], "song_id": song})
                for song in v["ids"]
            ),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap("Playlists", role="tab")
        pilot.tap("New playlist")
        pilot.type(v["name"])
        pilot.tap("Create")
        pilot.tap("Add songs")
        for title in v["titles"]:
            pilot.type(title, into="Find songs to add", clear=True)
            pilot.tap(f"{title},", role="item")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "one song is missing": {"titles": v["titles"][:-1]},
            "another song": {"titles": [*v["titles"][:-1], v["wrong"]]},
        }


TASKS: tuple[Template, ...] = (
    CreatePlaylist(),
    AlreadyLiked(),
    Like(),
    AddToPlaylist(),
    RemoveFromPlaylist(),
    RenamePlaylist(),
    DeletePlaylist(),
    AddLongest(),
    BuildPlaylist(),
)
