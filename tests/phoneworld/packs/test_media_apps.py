"""Retro Music, VLC and OsmAnd read what is on the storage, whoever put it there."""

import pytest

from phoneworld import gestures
from phoneworld.packs.androidworld.chrome.data import read_page
from phoneworld.packs.androidworld.files_there import put_file
from phoneworld.packs.androidworld.osmand import data as osmand
from phoneworld.packs.androidworld.osmand import gpx
from phoneworld.packs.androidworld.osmand.map_view import NAME_BELOW_PX, NAME_PX, CountryMap
from phoneworld.packs.androidworld.osmand.places import Place, find_places
from phoneworld.packs.androidworld.recordings import silent_song, titled_video
from phoneworld.packs.androidworld.retro_music import data as retro
from phoneworld.packs.androidworld.retro_music import queue
from phoneworld.packs.androidworld.vlc import data as vlc
from phoneworld.phone import Phone
from phoneworld.ui.view import View

VIDEO = "/sdcard/VLCVideos/clip.mp4"


def test_library_is_what_the_files_say(phone: Phone) -> None:
    put_file(phone, "/sdcard/Music/a.mp3", silent_song("Slow River", "Mei", 200_000))
    put_file(phone, "/sdcard/Music/No song.mp3", b"nothing of the kind")
    retro.scan(phone)

    found = retro.tracks(phone.databases[retro.LIBRARY_PATH], "", 0, 9)
    assert [(song["title"], song["artist_name"]) for song in found] == [
        ("No song", ""),
        ("Slow River", "Mei"),
    ]
    assert found[1]["duration"] == pytest.approx(200_000, abs=100)


def test_song_that_is_gone_is_forgotten(phone: Phone) -> None:
    put_file(phone, "/sdcard/Music/a.mp3", silent_song("Slow River", "Mei", 200_000))
    retro.scan(phone)
    phone.files.run("DELETE FROM files WHERE _data = '/sdcard/Music/a.mp3'")
    retro.scan(phone)

    assert retro.tracks(phone.databases[retro.LIBRARY_PATH], "", 0, 9) == []


def song(title: str, duration: int = 60_000) -> retro.Track:
    return {"title": title, "artist_name": "", "duration": duration, "data": f"/{title}"}


def test_playlist_keeps_its_order_and_length_when_a_song_is_taken_out(phone: Phone) -> None:
    database = phone.databases[retro.PATH]
    made = retro.add_playlist(database, "Mix")
    for title in "abc":
        retro.add_song(database, made, song(title))
    retro.remove_song(database, 2)

    left = retro.songs_of(database, made, 0, -1)
    assert [(one["song_key"], one["title"]) for one in left] == [(1, "a"), (2, "c")]
    playlist = retro.playlist(database, made)
    assert playlist is not None
    assert playlist["total_ms"] == 120_000


def test_next_in_the_queue_comes_after_what_plays(phone: Phone) -> None:
    database = phone.databases[retro.QUEUE_PATH]
    queue.enqueue(database, [song("a"), song("b")])
    queue.play(database, 1, now_ms=0)
    queue.enqueue(database, [song("c")], after=1)

    assert [one["title"] for one in queue.queue(database, 0, -1)] == ["a", "c", "b"]


def test_queue_plays_on_with_the_clock(phone: Phone) -> None:
    database = phone.databases[retro.QUEUE_PATH]
    queue.enqueue(database, [song("a"), song("b")])
    queue.play(database, 1, now_ms=0)

    heard = queue.now_playing(database, 70_000)
    assert heard is not None
    assert (heard[0]["title"], heard[1], heard[2]) == ("b", True, 10_000)


def shown(phone: Phone, id: str) -> View:
    return next(view for view in phone.window().view.walk() if view.id == id)


def test_video_plays_with_the_clock_and_is_sought_in(phone: Phone) -> None:
    put_file(phone, VIDEO, titled_video(["one", "two", "three"], seconds_each=4))
    phone.launch(vlc.PACKAGE)
    phone.launch(vlc.PACKAGE, "player", {"paths": [VIDEO]})
    phone.advance(2)

    assert shown(phone, "position").text == "0:02"
    gestures.tap(phone, *shown(phone, "seek").bounds.center)
    assert shown(phone, "position").text == "0:06"


def test_videos_are_found_when_the_app_opens(phone: Phone) -> None:
    put_file(phone, VIDEO, titled_video(["one"]))
    phone.launch(vlc.PACKAGE)

    (found,) = vlc.media(phone.databases[vlc.PATH], 0, 9)
    assert (found["filename"], found["path"]) == ("clip.mp4", VIDEO)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Schaan", "Schaan"),
        ("schaan, liechtenstein", "Schaan"),
        ("Planken", "Planken"),
        ("Schonberg", "Schönberg"),
        ("47.1, 9.5", ""),
    ],
)
def test_places_are_found_as_people_write_them(query: str, first: str) -> None:
    assert find_places(query)[0].name == first


def test_favorites_of_another_writer_are_read() -> None:
    written = (
        '<ns0:gpx xmlns:ns0="http://www.topografix.com/GPX/1/1">'
        '<ns0:wpt lat="47.1" lon="9.5"><ns0:name>Home</ns0:name></ns0:wpt></ns0:gpx>'
    )

    assert gpx.read_favorites(written.encode()) == [Place(47.1, 9.5, "Home")]


@pytest.mark.parametrize("content", [b"", b"no xml", b"<!DOCTYPE x><gpx/>", b"<gpx><wpt/></gpx>"])
def test_what_is_no_gpx_has_no_favorites(content: bytes) -> None:
    assert gpx.read_favorites(content) == []


def test_index_follows_files_that_were_changed_from_outside(phone: Phone) -> None:
    osmand.keep_favorites(phone, [Place(47.1, 9.5, "Home")])
    osmand.keep_track(phone, "Way", [Place(47.1, 9.5), Place(47.2, 9.5)])
    phone.files.run("DELETE FROM files WHERE parent = ?", osmand.TRACKS)
    phone.files.run("UPDATE files SET content = x'' WHERE _data = ?", osmand.FAVORITES)
    osmand.refresh(phone)

    index = phone.databases[osmand.INDEX_PATH]
    assert (osmand.favorites(index), osmand.track_names(index)) == ([], [])


def test_page_is_known_by_its_title_and_number() -> None:
    text = "<title>Maze Puzzle</title><script>rng = new SeededRNG(77)</script><p>Some &amp; words"
    page = read_page(text, "task.html")

    assert (page.title, page.seed, page.words) == ("Maze Puzzle", 77, "Maze Puzzle Some & words")


def test_names_of_places_stay_on_the_map(phone: Phone) -> None:
    phone.launch(osmand.PACKAGE)
    phone.launch(osmand.PACKAGE, "plan", {})
    for place in find_places("Liechtenstein"):
        phone.activity.state["center"] = [place.lat + 0.02, place.lon]
        phone.touch()
        shown = next(view for view in phone.window().view.walk() if isinstance(view, CountryMap))
        for pin in shown.children:
            x, y = pin.bounds.center
            below = y + (NAME_PX + NAME_BELOW_PX) * phone.realism.display.density_dpi // 160
            assert shown.bounds.contains(x, y), pin.description
            assert shown.bounds.contains(x, below), pin.description
