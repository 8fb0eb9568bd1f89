"""What Files keeps of its own (how lists are shown), and the documents on a phone.

The files themselves are the media provider's: see `entries.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phoneworld.apps.files import entries
from phoneworld.store import Database, database_path
from phoneworld.world import millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.files"
PATH = database_path(PACKAGE, "files.db")
SCHEMA = """
CREATE TABLE settings (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT NOT NULL);
CREATE TABLE looks (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT NOT NULL);
"""
SORTS = {
    "Name (A to Z)": "_display_name",
    "Name (Z to A)": "_display_name DESC",
    "Newest first": "date_modified DESC, _display_name",
    "Oldest first": "date_modified, _display_name",
    "Largest first": "_size DESC, _display_name",
    "Smallest first": "_size, _display_name",
}
BY_NAME = "Name (A to Z)"

CAPACITY = 64_000_000_000
SYSTEM_SIZE = 17_300_000_000
"""What Android and the apps themselves take up."""

KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Images": ("image", ("image/",)),
    "Videos": ("videocam", ("video/",)),
    "Audio": ("audiotrack", ("audio/",)),
    "Documents": (
        "description",
        ("text/", "application/pdf", "application/vnd.openxmlformats", "application/json"),
    ),
    "Apps and archives": ("archive", ("application/vnd.android", "application/zip")),
}
"""Kind of file -> icon, and how its MIME types start."""


def kind_of(mime_type: str) -> str:
    """The kind of a file by its MIME type."""
    for kind, (_, starts) in KINDS.items():
        if mime_type.startswith(starts):
            return kind
    return "Other"


def kind_condition(kind: str) -> str:
    """The SQL that holds for files of a kind, in a form that the index on types can answer."""
    starts = KINDS[kind][1]
    return " OR ".join(
        f"(mime_type >= '{start}' AND mime_type < '{start[:-1]}{chr(ord(start[-1]) + 1)}')"
        for start in starts
    )


def sizes_by_kind(database: Database) -> dict[str, int]:
    """How many bytes each kind of file takes up."""
    sizes = dict.fromkeys((*KINDS, "Other"), 0)
    for row in database.rows(
        "SELECT mime_type, SUM(_size) AS size FROM files WHERE is_folder = 0 GROUP BY mime_type"
    ):
        sizes[kind_of(row["mime_type"])] += row["size"]
    return sizes


def read_sort(database: Database) -> str:
    """How lists are sorted."""
    sort = database.value("SELECT value FROM looks WHERE name = 'sort'")
    return sort if sort in SORTS else BY_NAME


def write_sort(database: Database, sort: str) -> None:
    database.run(
        "INSERT INTO looks (name, value) VALUES ('sort', ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        sort,
    )


def shows_hidden(database: Database) -> bool:
    """Whether names that start with a dot are listed."""
    return database.value("SELECT value FROM settings WHERE name = 'show_hidden'") == "1"


def show_hidden(database: Database, *, on: bool) -> None:
    database.run(
        "INSERT INTO settings (name, value) VALUES ('show_hidden', ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        "1" if on else "0",
    )


# Content

PDFS = (
    "Lease agreement.pdf,Insurance policy.pdf,Passport scan.pdf,CV 2026.pdf,Warranty card.pdf,"
    "Vaccination record.pdf,Driving licence.pdf,Tax return 2025.pdf"
).split(",")
DOWNLOADS = (
    "boarding-pass.pdf,invoice_1043.pdf,invoice_1044.pdf,menu-bella-vista.pdf,train-timetable.pdf,"
    "photo-editor-4.2.apk,weather-widget-1.9.apk,holiday-pictures.zip,fonts.zip,podcast-112.mp3,"
    "podcast-113.mp3,concert-ticket.pdf,floor-plan.pdf,recipe-book.pdf"
).split(",")
TRIPS = "Lisbon,Oslo,Vienna,Porto,Dublin,Prague,Athens,Bergen".split(",")
FOOD = (
    "milk,bread,eggs,rice,tomatoes,coffee,butter,apples,onions,yoghurt,olive oil,pasta,cheese,"
    "spinach,lemons,oats"
).split(",")
PACKING = (
    "passport,charger,sun cream,rain jacket,toothbrush,book,headphones,sandals,swimwear,umbrella,"
    "tickets,first-aid kit"
).split(",")
AGENDA = (
    "budget for the second half,new opening hours,hiring plan,office move,website texts,"
    "customer survey,summer party,training days"
).split(",")
BOOKS = (
    "The Glass Orchard,Nine Bridges,A Quiet Harbor,Salt and Paper,The Clockmaker's Map,"
    "Winter Gardens,The Long Ferry,Letters to Nowhere"
).split(",")


def seed(phone: Phone, world: World) -> None:
    """A few years of papers, downloads and recordings."""
    phone.databases[PATH].insert("settings", name="show_hidden", value="0")
    rng = world.rng("files")
    database = phone.files

    def put(path: str, text: str = "", *, size: int | None = None, art: str = "") -> None:
        if entries.find(database, path) is None:
            day = world.day(-rng.randint(1, 80), rng.randint(8, 21), rng.randint(0, 59))
            entries.put_file(database, path, text.encode(), date_ms=millis(day), size=size, art=art)

    def listed(items: list[str]) -> str:
        return "\n".join(f"- {item}" for item in items)

    documents = f"{entries.ROOT}/Documents"
    for folder in ("Invoices", "Recipes", "Travel", "Work", "Work/Archive"):
        entries.put_folder(
            database, f"{documents}/{folder}", date_ms=millis(world.day(-rng.randint(60, 88)))
        )
    for name in rng.sample(PDFS, 6):
        put(
            f"{documents}/{name}",
            size=rng.randint(180, 4200) * 1000,
            art=f"document:{rng.randint(1, 99)}",
        )
    put(f"{documents}/Shopping list.txt", listed(rng.sample(FOOD, 7)))
    put(f"{documents}/Books to read.txt", listed(rng.sample(BOOKS, 4)))
    put(f"{documents}/Garden plan.md", "# Garden\n\nTomatoes by the wall, herbs near the door.")
    put(f"{documents}/Budget 2026.xlsx", size=rng.randint(40, 190) * 1000)
    trip = rng.choice(TRIPS)
    put(f"{documents}/Travel/Packing list {trip}.txt", listed(rng.sample(PACKING, 8)))
    put(
        f"{documents}/Travel/{trip} itinerary.txt",
        f"Day 1: arrive in {trip}, hotel at 15:00\nDay 2: old town, dinner at 19:30\n"
        "Day 3: boat trip\nDay 4: back home",
    )
    for number in rng.sample(range(880, 1040), 5):
        put(
            f"{documents}/Invoices/invoice_{number:04d}.pdf",
            size=rng.randint(60, 400) * 1000,
            art=f"document:{number}",
        )
    for _ in range(4):
        day = world.day(-rng.randint(3, 60)).date().isoformat()
        who = rng.choice(world.people)
        put(
            f"{documents}/Work/Meeting notes {day}.txt",
            f"Meeting with {who.name}\n\n{listed(rng.sample(AGENDA, 3))}\n\nNext: {who.first} sends the figures.",
        )
    put(f"{documents}/Work/Project plan.docx", size=rng.randint(30, 260) * 1000)
    put(
        f"{documents}/Work/Contacts.csv",
        "name,email\n" + "\n".join(f"{p.name},{p.email}" for p in world.people[:6]),
    )
    put(
        f"{documents}/Work/Archive/Report 2024.pdf",
        size=rng.randint(900, 5200) * 1000,
        art="document:24",
    )
    put(
        f"{documents}/Work/Archive/Report 2025.pdf",
        size=rng.randint(900, 5200) * 1000,
        art="document:25",
    )
    put(
        f"{documents}/Recipes/Lentil soup.txt",
        "Lentil soup (serves 4)\n\n250 g red lentils\n2 carrots\n1 onion\n1 litre of stock\n\nSimmer for 25 minutes.",
    )
    put(
        f"{documents}/Recipes/Pancakes.txt",
        "Pancakes\n\n300 g flour\n3 eggs\n500 ml milk\n1 pinch of salt\n\nRest the batter for 20 minutes.",
    )
    for name in rng.sample(DOWNLOADS, 11):
        big = entries.ending_of(name) in ("apk", "zip", "mp3")
        put(
            f"{entries.ROOT}/Download/{name}",
            size=rng.randint(9_000, 90_000) * 1000 if big else rng.randint(90, 2600) * 1000,
            art="" if big else f"document:{rng.randint(1, 99)}",
        )
    put(f"{entries.ROOT}/Download/.nomedia")
    for name in ("Morning alarm.mp3", "Ringtone bells.mp3", "Choir practice.m4a"):
        put(f"{entries.ROOT}/Music/{name}", size=rng.randint(300, 9000) * 1000)
    for number in range(1, 4):
        put(f"{entries.ROOT}/Recordings/Recording {number}.m4a", size=rng.randint(200, 5000) * 1000)
