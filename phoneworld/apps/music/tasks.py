"""Tasks with the music player."""

from __future__ import annotations

from phoneworld.apps.music import data, player
from phoneworld.apps.music.data import PATH
from phoneworld.store import Database
from phoneworld.tasks.expect import (
    Added,
    Answered,
    Asked,
    Changed,
    Ended,
    Expectation,
    Removed,
)
from phoneworld.tasks.matching import Anything
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import FinishStatus

NEW_SONGS = (
    "Silver Birch,Lemon Tree Lane,Hours Away,Moth and Flame,Harbor Song,Second Hand Sun,"
    "Paper Planes Down,Winter Coat,Slow Elevator,Neighbours,Blackbird Road,Salt Water Taffy,"
    "Empty Swing,Long Division,Tall Grass,Morning Papers,Red Balloon,Last Ferry Home,Bright Side Up,"
    "Small Talk"
).split(",")
NEW_ALBUMS = (
    "Field Notes,Harbor Lights,Room 12,Greenhouse,Night Bus Stories,Tape Hiss,Open Water,Sleepers"
).split(",")
NEW_ARTISTS = (
    "The Night Gardeners,Ivy Marlowe,Copper Kites,Second Floor,Lowlands,Tomas Reed,Glasshouse Five"
).split(",")
NEW_PLAYLISTS = (
    "Road trip,Barbecue,Late night,Study,Garden,Wedding,Beach,Kids,Train ride,Wake up,Cooking,Calm"
).split(",")


def library(scene: Scene) -> Database:
    return scene.phone.databases[PATH]


def some_songs(scene: Scene, count: int) -> list[data.Song]:
    """Songs of the library, no two of a title."""
    found = data.songs_of(library(scene), "songs", 0, 500)
    return scene.rng.sample(found, count)


def new_album(scene: Scene, songs: list[tuple[str, int]], *, artist: str = "") -> list[int]:
    """An album that was not there; the ids of its songs."""
    rng = scene.rng
    return data.add_album(
        library(scene),
        rng.choice(NEW_ALBUMS),
        artist or rng.choice(NEW_ARTISTS),
        songs,
        year=rng.randint(1999, 2025),
        art=f"album:{rng.randint(301, 600)}",
    )


def free_names(scene: Scene, count: int) -> list[str]:
    """Names that no playlist has."""
    return scene.rng.sample(NEW_PLAYLISTS, count)


def new_playlist(scene: Scene, name: str, songs: list[int]) -> int:
    return data.add_playlist(library(scene), name, songs, created_ms=scene.phone.now_ms - 10**9)


def plays(song_id: int) -> Changed:
    """The player has gone over to a song, out of whatever list."""
    to = {"song_id": song_id, "playing": 1, "source": Anything()}
    return Changed(PATH, "player", {"_id": 1}, to)


def find_song(pilot: Pilot, title: str) -> None:
    """Open Music and search."""
    pilot.open("Music")
    pilot.tap("Search")
    pilot.type(title, into="Search music")


class PlaySong(Template):
    """A song is played, and not the live version of it."""

    name = "music.play_song"
    apps = ("Music",)
    goals = (
        "Play {title} by {artist}.",
        "I want to hear the song {title} by {artist}.",
        "Put on {title} ({artist}) in the music player, please.",
    )

    def setup(self, scene: Scene) -> Params:
        (song,) = some_songs(scene, 1)
        live = f"{song['title']} (Live)"
        new_album(scene, [(live, song["seconds"] + 40)], artist=song["artist"])
        title, other = song["title"], live
        id = song["_id"]
        if scene.rng.random() < 0.3:
            title, other = other, title
            id = library(scene).value("SELECT _id FROM songs WHERE title = ?", live)
        library(scene).run("UPDATE player SET song_id = NULL")
        return {"title": title, "other": other, "artist": song["artist"], "id": id}

    def expect(self, v: Params) -> list[Expectation]:
        return [plays(v["id"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_song(pilot, v["title"])
        if v.get("stop"):
            return
        pilot.tap(f"{v['title']}, {v['artist']}", role="item")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other version": {"title": v["other"]}, "only searched": {"stop": True}}


class Pause(Template):
    """The music is stopped."""

    name = "music.pause"
    apps = ("Music",)
    goals = (
        "Pause the music.",
        "Stop the song that is playing, please.",
        "Somebody is calling on the landline: pause the song in Music.",
    )

    def setup(self, scene: Scene) -> Params:
        (song,) = some_songs(scene, 1)
        started = scene.phone.now_ms - scene.rng.randint(5, 60) * 1000
        player.play(library(scene), song["_id"], "songs", now_ms=started)
        return {"title": song["title"]}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Changed(PATH, "player", {"playing": 1}, {"playing": 0})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap(v.get("button", "Pause"))
        for _ in range(v.get("again", 0)):
            pilot.tap("Play", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the next song": {"button": "Next"}, "played on": {"again": 1}}


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


class SleepTimer(Template):
    """The music is to stop by itself."""

    name = "music.sleep_timer"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Set a sleep timer of {time} in Music.",
        "The music should stop by itself after {time}. Set the sleep timer.",
        "I'm going to bed: let Music's sleep timer run for {time}.",
    )

    def setup(self, scene: Scene) -> Params:
        now, time, wrong = scene.rng.sample(list(player.SLEEP), 3)
        if time == "Off":
            now, time = time, now
        player.set_sleep(library(scene), player.SLEEP[now], now_ms=scene.phone.now_ms)
        return {"time": time, "wrong": wrong, "minutes": player.SLEEP[time]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "player", {"_id": 1}, {"sleep_minutes": v["minutes"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap_id("mini_player")
        pilot.tap("More options")
        pilot.tap("Sleep timer")
        if v.get("stop"):
            return
        pilot.tap(v["time"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another time": {"time": v["wrong"]}, "not chosen": {"stop": True}}


class ShuffleRepeat(Template):
    """How the player goes on."""

    name = "music.shuffle_repeat"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "In the music player, turn shuffle {shuffle} and set repeat to {repeat}.",
        "Set repeat to {repeat} and shuffle to {shuffle} in Music. Don't start playing.",
        "The player should have shuffle {shuffle} and repeat on the setting {repeat}.",
    )

    def setup(self, scene: Scene) -> Params:
        now, repeat, wrong = scene.rng.sample(player.REPEATS, 3)
        shuffle, other = scene.rng.sample(("on", "off"), 2)
        library(scene).run("UPDATE player SET shuffle = ?, repeat = ?", int(other == "on"), now)
        return {"shuffle": shuffle, "other": other, "repeat": repeat, "wrong": wrong}

    def expect(self, v: Params) -> list[Expectation]:
        to = {"shuffle": int(v["shuffle"] == "on"), "repeat": v["repeat"]}
        return [Changed(PATH, "player", {"_id": 1}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap_id("mini_player")
        if not pilot.shows(f"Shuffle: {v['shuffle']}"):
            pilot.tap("Shuffle:")
        while not pilot.shows(f"Repeat: {v['repeat']}"):
            pilot.tap("Repeat:")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "repeat is wrong": {"repeat": v["wrong"]},
            "shuffle is wrong": {"shuffle": v["other"]},
        }


class QueueTwo(Template):
    """Two songs are lined up in order."""

    name = "music.queue_two"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Add {first} and then {second} to the queue.",
        "Queue two songs in Music: {first} first, {second} after it.",
        "After the current song I'd like to hear {first}, followed by {second}. Put them in the queue.",
    )

    def setup(self, scene: Scene) -> Params:
        first, second, wrong = some_songs(scene, 3)
        return {
            "first": first["title"],
            "second": second["title"],
            "wrong": wrong["title"],
            "ids": [first["_id"], second["_id"]],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(PATH, "queue", {"song_id": id, "position": position})
            for position, id in enumerate(v["ids"], 1)
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap("Search")
        for title in (v["first"], v["second"]):
            pilot.type(title, into="Search music", clear=True)
            pilot.tap(f"More options for {title}")
            pilot.tap("Add to queue")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the wrong way round": {"first": v["second"], "second": v["first"]},
            "another song": {"second": v["wrong"]},
        }


class MissingSong(Template):
    """The song is not in the library."""

    name = "music.missing_song"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Play {title} by {artist}.",
        "I'd like to hear {title} by {artist}, please play it in Music.",
        "Put on the song {title} by {artist}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title, other = rng.sample(NEW_SONGS, 2)
        artist = rng.choice(NEW_ARTISTS)
        new_album(scene, [(other, 211)], artist=artist)
        return {"title": title, "other": other, "artist": artist}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_song(pilot, v["title"])
        if v.get("claim"):
            return
        if not pilot.shows(f"{v['title']}, {v['artist']}"):
            pilot.give_up(f"{v['title']} is not in the library")
            return
        pilot.tap(f"{v['title']}, {v['artist']}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"played another": {"title": v["other"]}, "claimed it": {"claim": True}}


def lengths(pilot: Pilot) -> list[tuple[int, str]]:
    """Seconds and titles of the songs on the screen."""
    pilot.reach("More options for")  # the screen may still be loading
    found: list[tuple[int, str]] = []
    for element in pilot.screen.elements:
        title, *_, length = element.text.split(", ") if ", " in element.text else ("", "")
        minutes, _, seconds = length.partition(":")
        if minutes.isdecimal() and seconds.isdecimal():
            found.append((int(minutes) * 60 + int(seconds), title))
    return found


class LongestSong(Template):
    """Which song of an album is the longest or the shortest."""

    name = "music.longest_song"
    level = Level.HARD
    apps = ("Music",)
    hidden = ("title",)
    goals = (
        "Which is the {rank} song on the album {album}?",
        "Find out which track of {album} is the {rank} and tell me its title.",
        "Tell me the name of the {rank} song on {album} in my music library.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        titles = rng.sample(NEW_SONGS, 5)
        seconds = rng.sample(range(150, 330), 5)
        new_album(scene, list(zip(titles, seconds, strict=True)))
        album = library(scene).value("SELECT title FROM albums ORDER BY _id DESC LIMIT 1")
        ordered = [title for _, title in sorted(zip(seconds, titles, strict=True))]
        rank, other = rng.sample(("longest", "shortest"), 2)
        ends = {"longest": ordered[-1], "shortest": ordered[0]}
        return {
            "album": album,
            "rank": rank,
            "other": other,
            "title": ends[rank],
            "wrong": ends[other],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["title"], nots=(v["wrong"],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Music")
        pilot.tap("Albums", role="tab")
        pilot.tap(v["album"])
        found = sorted(lengths(pilot), reverse=v["rank"] == "longest")
        place: int = v.get("place", 0)
        pilot.say(found[place][1])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other end": {"rank": v["other"]}, "the second": {"place": 1}}


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


class PlayAfterAsking(Template):
    """Two artists have a song of that title; which one must be asked."""

    name = "music.ask_which"
    level = Level.HARD
    apps = ("Music",)
    goals = (
        "Play the song {title}. Ask me if there is more than one.",
        "Put on {title}; if several artists have a song like that, ask whose I mean.",
        "I want to listen to {title}. Check with me in case it isn't clear which one.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        title = rng.choice(NEW_SONGS)
        artists = rng.sample(NEW_ARTISTS, 2)
        ids = [new_album(scene, [(title, rng.randint(150, 300))], artist=a)[0] for a in artists]
        return {"title": title, "meant": artists[0], "other": artists[1], "id": ids[0]}

    def reply(self, question: str, v: Params) -> str:
        del question
        return f"The one by {v['meant']}"

    def expect(self, v: Params) -> list[Expectation]:
        return [Asked(), plays(v["id"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_song(pilot, v["title"])
        if v.get("guess"):
            artist = v["guess"]
        else:
            artist = pilot.ask(f"Whose {v['title']}?").removeprefix("The one by ")
        pilot.tap(f"{v['title']}, {artist}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }


TASKS = (
    PlaySong(),
    Pause(),
    CreatePlaylist(),
    AlreadyLiked(),
    Like(),
    AddToPlaylist(),
    RemoveFromPlaylist(),
    RenamePlaylist(),
    DeletePlaylist(),
    SleepTimer(),
    ShuffleRepeat(),
    QueueTwo(),
    MissingSong(),
    LongestSong(),
    AddLongest(),
    BuildPlaylist(),
    PlayAfterAsking(),
)
