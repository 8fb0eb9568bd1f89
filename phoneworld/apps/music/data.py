"""The music library: artists, albums, songs, playlists; and a made-up one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from phoneworld.store import Database, Value, database_path
from phoneworld.world import millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.music"
PATH = database_path(PACKAGE, "music.db")
SCHEMA = """
CREATE TABLE artists (_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE INDEX artists_name ON artists (name);
CREATE TABLE albums (
    _id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER NOT NULL REFERENCES artists (_id),
    year INTEGER NOT NULL, art TEXT NOT NULL
);
CREATE INDEX albums_title ON albums (title);
CREATE INDEX albums_artist ON albums (artist_id, year);
CREATE TABLE songs (
    _id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER NOT NULL REFERENCES artists (_id),
    album_id INTEGER NOT NULL REFERENCES albums (_id), track INTEGER NOT NULL,
    seconds INTEGER NOT NULL, liked INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX songs_title ON songs (title, _id);
CREATE INDEX songs_album ON songs (album_id, track);
CREATE INDEX songs_artist ON songs (artist_id, title);
CREATE INDEX songs_liked ON songs (liked, title);
CREATE TABLE playlists (_id INTEGER PRIMARY KEY, name TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE playlist_songs (
    _id INTEGER PRIMARY KEY, playlist_id INTEGER NOT NULL REFERENCES playlists (_id),
    song_id INTEGER NOT NULL REFERENCES songs (_id), position INTEGER NOT NULL
);
CREATE INDEX playlist_songs_order ON playlist_songs (playlist_id, position);
CREATE TABLE queue (
    _id INTEGER PRIMARY KEY, song_id INTEGER NOT NULL REFERENCES songs (_id), position INTEGER NOT NULL
);
CREATE TABLE history (
    _id INTEGER PRIMARY KEY, song_id INTEGER UNIQUE NOT NULL REFERENCES songs (_id),
    played INTEGER NOT NULL
);
CREATE INDEX history_time ON history (played);
CREATE TABLE player (
    _id INTEGER PRIMARY KEY, song_id INTEGER, playing INTEGER NOT NULL DEFAULT 0,
    source TEXT NOT NULL DEFAULT 'songs', shuffle INTEGER NOT NULL DEFAULT 0,
    repeat TEXT NOT NULL DEFAULT 'off', sleep_minutes INTEGER NOT NULL DEFAULT 0,
    started_ms INTEGER NOT NULL DEFAULT 0, position_ms INTEGER NOT NULL DEFAULT 0,
    sleep_at INTEGER NOT NULL DEFAULT 0
);
"""
SONG = (
    "SELECT s._id, s.title, s.seconds, s.liked, s.track, s.album_id, s.artist_id, "
    "a.name AS artist, b.title AS album, b.art, "
    "s._id IS (SELECT song_id FROM player LIMIT 1) AS current FROM songs s "
    "JOIN artists a ON a._id = s.artist_id JOIN albums b ON b._id = s.album_id "
)
LONGEST_NAME = 80

Song = dict[str, Any]


# Reading. A source is where songs come from: `songs`, `liked`, `recent`, `album:3`, `artist:2`,
# `playlist:1`.


def songs_of(database: Database, source: str, first: int, count: int) -> list[Song]:
    """Some of the songs of a source, in its order."""
    kind, _, number = source.partition(":")
    id: Value = int(number) if number.isdecimal() else 0
    match kind:
        case "album":
            rest, values = "WHERE s.album_id = ? ORDER BY s.track", (id,)
        case "artist":
            rest, values = "WHERE s.artist_id = ? ORDER BY s.title, s._id", (id,)
        case "playlist":
            return database.rows(
                SONG.replace("SELECT s._id", "SELECT p._id AS entry, s._id")
                + "JOIN playlist_songs p ON p.song_id = s._id WHERE p.playlist_id = ? "
                "ORDER BY p.position, p._id LIMIT ? OFFSET ?",
                id,
                count,
                first,
            )
        case "liked":
            rest, values = "WHERE s.liked = 1 ORDER BY s.title, s._id", ()
        case "recent":
            rest, values = "JOIN history h ON h.song_id = s._id ORDER BY h.played DESC", ()
        case _:
            rest, values = "ORDER BY s.title, s._id", ()
    return database.rows(f"{SONG}{rest} LIMIT ? OFFSET ?", *values, count, first)


def song(database: Database, id: int | None) -> Song | None:
    """One song."""
    return database.one(f"{SONG}WHERE s._id = ?", id) if id is not None else None


def found_songs(database: Database, query: str, first: int, count: int) -> list[Song]:
    """Songs whose title or artist has these letters in it."""
    sought = query.strip().lower()
    return database.rows(
        f"{SONG}WHERE instr(lower(s.title), ?) > 0 OR instr(lower(a.name), ?) > 0 "
        "ORDER BY s.title, s._id LIMIT ? OFFSET ?",
        sought,
        sought,
        count,
        first,
    )


def length_of(database: Database, playlist: int) -> tuple[int, int]:
    """How many songs a playlist has, and how many seconds they last."""
    row = database.one(
        "SELECT COUNT(*) AS n, COALESCE(SUM(s.seconds), 0) AS seconds FROM playlist_songs p "
        "JOIN songs s ON s._id = p.song_id WHERE p.playlist_id = ?",
        playlist,
    )
    return (row["n"], row["seconds"]) if row is not None else (0, 0)


def source_name(database: Database, source: str) -> str:
    """What a source is called."""
    kind, _, number = source.partition(":")
    tables = {"album": "albums", "artist": "artists", "playlist": "playlists"}
    if kind in tables and number.isdecimal():
        column = "title" if kind == "album" else "name"
        name = database.value(f"SELECT {column} FROM {tables[kind]} WHERE _id = ?", int(number))
        return name or "All songs"
    return {"liked": "Liked songs", "recent": "Recently played"}.get(kind, "All songs")


# Changing


def add_artist(database: Database, name: str) -> int:
    """The artist of that name, new or not; the id."""
    known = database.value("SELECT _id FROM artists WHERE name = ?", name)
    return known if known is not None else database.insert("artists", name=name)


def add_album(
    database: Database,
    title: str,
    artist: str,
    songs: Sequence[tuple[str, int]],
    *,
    year: int,
    art: str,
) -> list[int]:
    """Enter an album with its songs (title and seconds each); the ids of the songs."""
    artist_id = add_artist(database, artist)
    album = database.insert("albums", title=title, artist_id=artist_id, year=year, art=art)
    return [
        database.insert(
            "songs",
            title=name,
            artist_id=artist_id,
            album_id=album,
            track=track,
            seconds=seconds,
        )
        for track, (name, seconds) in enumerate(songs, 1)
    ]


def add_playlist(
    database: Database, name: str, songs: Sequence[int] = (), *, created_ms: int
) -> int:
    """Make a playlist; its id."""
    playlist = database.insert("playlists", name=name, created=created_ms)
    for id in songs:
        add_to_playlist(database, playlist, id)
    return playlist


def add_to_playlist(database: Database, playlist: int, song_id: int) -> bool:
    """Put a song at the end of a playlist; False where it is in it already."""
    if is_in_playlist(database, playlist, song_id):
        return False
    last = database.value(
        "SELECT COALESCE(MAX(position), 0) FROM playlist_songs WHERE playlist_id = ?", playlist
    )
    database.insert("playlist_songs", playlist_id=playlist, song_id=song_id, position=last + 1)
    return True


def is_in_playlist(database: Database, playlist: int, song_id: int) -> bool:
    return (
        database.value(
            "SELECT 1 FROM playlist_songs WHERE playlist_id = ? AND song_id = ?", playlist, song_id
        )
        is not None
    )


def delete_playlist(database: Database, playlist: int) -> None:
    database.run("DELETE FROM playlists WHERE _id = ?", playlist)
    database.run("DELETE FROM playlist_songs WHERE playlist_id = ?", playlist)


def flip_like(database: Database, song_id: int) -> None:
    database.run("UPDATE songs SET liked = 1 - liked WHERE _id = ?", song_id)


def enqueue(database: Database, song_id: int, *, at_front: bool = False) -> None:
    """Have a song played after the current one, before or after what is queued already."""
    row = database.one(
        "SELECT COALESCE(MIN(position), 1) AS first, COALESCE(MAX(position), 0) AS last FROM queue"
    )
    first, last = (row["first"], row["last"]) if row is not None else (1, 0)
    database.insert("queue", song_id=song_id, position=first - 1 if at_front and last else last + 1)


def problem_with(database: Database, name: str, *, but: int = 0) -> str:
    """Why a playlist cannot be called this, or nothing. `but` is the playlist that may be."""
    if not name:
        return "Enter a name"
    if len(name) > LONGEST_NAME:
        return "This name is too long"
    same = database.value(
        "SELECT 1 FROM playlists WHERE lower(name) = lower(?) AND _id <> ?", name, but
    )
    return "There is already a playlist of this name" if same is not None else ""


def time_text(seconds: int) -> str:
    """`3:45`."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def count_text(count: int) -> str:
    return "1 song" if count == 1 else f"{count} songs"


# Content

ARTISTS = (
    "The Paper Lanterns,Mira Solberg,Northern Arcade,Cassius Vale,Juniper Street,Delta Hours,"
    "Ana Ferro,Velvet Compass,The Tin Owls,Oskar Lind,Neon Harbor,Salt Choir,Ruby Atlas,"
    "Quiet Engines,Luma Park,Wren and Fox"
).split(",")
ALBUMS = (
    "Low Tide,Second Summer,Maps We Drew,Glass Houses,Afterglow,The Long Way,Small Hours,"
    "Tin Roof Songs,Northbound,Kites,Half Awake,Open Letters,Static Garden,Borrowed Light,"
    "Postcards,Winter Tapes,The Blue Room,Roundabout,Slow Machines,Every Window"
).split(",")
SONGS = (
    "Paper Moon Road,Copper Sky,Hold the Line Softly,Run to the River,Seventeen Clocks,Driftwood,"
    "Kitchen Light,Almost September,Blue Bicycle,Train to Nowhere,Honey and Salt,Ghost Parade,"
    "Letters Home,Marble Stairs,Northern Window,Ocean in a Jar,Parallel Lines,Quicksilver,"
    "Rain on Tuesday,Satellite Heart,Telephone Blues,Under the Bridge Lights,Violet Hour,"
    "Weatherman,Yellow Umbrella,Zero Gravity,Anchor,Burning Maps,Cardboard Castle,Daylight Robbery,"
    "Echo Park Slow,Fireflies Again,Golden Mile,Halfway There,Iron Flowers,January Sun,Keepsake,"
    "Lantern Song,Midnight Ferry,New Shoes,Old Radio,Pocket Change,Restless,Silver Lining Blues,"
    "Tangerine,Upside Down Town,Waiting Room,Years from Here,Avalanche,Begin Again,Coastline,"
    "Dandelion,Evergreen,Falling Slowly Up,Gravel,Horizon Line,Into the Open,Jasmine,Kaleidoscope,"
    "Lighthouse Keeper,Magnolia,Night Swim,Orchard,Porcelain,Quiet Riot Girl,Riverbed,Sundial,"
    "Thunder Valley,Undertow,Vagabond,Wildfire Season,Xylophone Dreams"
).split(",")
PLAYLISTS = (
    "Morning run,Focus,Dinner party,Rainy days,Cleaning,Party mix,Yoga,Commute,Sunday,Workout"
).split(",")


def seed(phone: Phone, world: World) -> None:
    """A library of some forty songs, and a few playlists."""
    rng = world.rng("music")
    database = phone.databases[PATH]
    titles = rng.sample(SONGS, len(SONGS))
    artists = rng.sample(ARTISTS, 7)
    songs: list[int] = []
    for number, album in enumerate(rng.sample(ALBUMS, 9)):
        tracks = [(titles.pop(), rng.randint(128, 365)) for _ in range(rng.randint(4, 6))]
        songs += add_album(
            database,
            album,
            artists[number % len(artists)],
            tracks,
            year=rng.randint(1998, 2025),
            art=f"album:{rng.randint(1, 300)}",
        )
    for id in rng.sample(songs, 8):
        flip_like(database, id)
    for days, name in enumerate(rng.sample(PLAYLISTS, 4), 5):
        chosen = rng.sample(songs, rng.randint(5, 10))
        add_playlist(database, name, chosen, created_ms=millis(world.day(-days * 9)))
    recent = rng.sample(songs, 6)
    for hours, id in enumerate(recent, 1):
        played = millis(world.day(-1, 20)) - hours * 3_600_000
        database.insert("history", song_id=id, played=played)
    database.insert("player", song_id=recent[0])
