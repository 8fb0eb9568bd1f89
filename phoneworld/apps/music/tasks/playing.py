"""Tasks that play, pause, queue and time music."""

from __future__ import annotations

from phoneworld.apps.music import player
from phoneworld.apps.music.data import PATH
from phoneworld.apps.music.tasks.library import (
    NEW_ARTISTS,
    NEW_SONGS,
    find_song,
    lengths,
    library,
    new_album,
    plays,
    some_songs,
)
from phoneworld.tasks.expect import (
    Added,
    Answered,
    Asked,
    Changed,
    Ended,
    Expectation,
)
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import FinishStatus


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


TASKS: tuple[Template, ...] = (
    PlaySong(),
    Pause(),
    SleepTimer(),
    ShuffleRepeat(),
    QueueTwo(),
    MissingSong(),
    PlayAfterAsking(),
    LongestSong(),
)
