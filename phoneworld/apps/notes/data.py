"""Notes as rows: the schema, what adds and changes records, and made-up notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phoneworld.store import Database, database_path
from phoneworld.world import make_phone_number, millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.notes"
PATH = database_path(PACKAGE, "notes.db")
SCHEMA = """
CREATE TABLE notes (
    _id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL DEFAULT '',
    checklist INTEGER NOT NULL DEFAULT 0, color TEXT NOT NULL DEFAULT '',
    pinned INTEGER NOT NULL DEFAULT 0, place TEXT NOT NULL DEFAULT 'notes',
    created INTEGER NOT NULL, modified INTEGER NOT NULL
);
CREATE INDEX notes_recent ON notes (place, pinned DESC, modified DESC, _id DESC);
CREATE INDEX notes_title ON notes (place, pinned DESC, title COLLATE NOCASE, _id);
CREATE TABLE items (
    _id INTEGER PRIMARY KEY, note_id INTEGER NOT NULL REFERENCES notes (_id),
    text TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX items_note ON items (note_id, done);
CREATE TABLE labels (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL COLLATE NOCASE);
CREATE TABLE note_labels (
    _id INTEGER PRIMARY KEY, note_id INTEGER NOT NULL REFERENCES notes (_id),
    label_id INTEGER NOT NULL REFERENCES labels (_id), UNIQUE (note_id, label_id)
);
CREATE INDEX note_labels_label ON note_labels (label_id);
CREATE TABLE prefs (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT NOT NULL);
INSERT INTO prefs (name, value) VALUES ('sort', 'Date edited');
"""
NOTES, ARCHIVE, TRASH = "notes", "archive", "trash"
SORTS = {
    "Date edited": "n.pinned DESC, n.modified DESC, n._id DESC",
    "Title": "n.pinned DESC, n.title COLLATE NOCASE, n._id",
}
COLORS = {
    "Default": "",
    "Red": "#d93025",
    "Orange": "#e37400",
    "Yellow": "#f9ab00",
    "Green": "#188038",
    "Blue": "#1a73e8",
    "Purple": "#9334e6",
}
LABELS = ("Home", "Work", "Travel", "Recipes", "Health", "Ideas")
SHOWN = 160
"""How much of a note's text a row of the list can show at most."""


def add_note(
    database: Database,
    title: str,
    body: str = "",
    *,
    now_ms: int,
    items: tuple[tuple[str, bool], ...] | None = None,
    labels: tuple[str, ...] = (),
    pinned: bool = False,
    color: str = "",
    place: str = NOTES,
) -> int:
    """Write a note; its id. `items` (text, whether ticked) make it a checklist."""
    note = database.insert(
        "notes",
        title=title,
        body=body,
        checklist=int(items is not None),
        color=color,
        pinned=int(pinned),
        place=place,
        created=now_ms,
        modified=now_ms,
    )
    for text, done in items or ():
        database.insert("items", note_id=note, text=text, done=int(done))
    for name in labels:
        set_label(database, note, add_label(database, name), on=True)
    return note


def add_item(database: Database, note: int, text: str, *, now_ms: int) -> int:
    """Put an item at the end of a checklist; its id."""
    item = database.insert("items", note_id=note, text=text)
    edited(database, note, now_ms)
    return item


def edited(database: Database, note: int, now_ms: int) -> None:
    """Note down that the content of a note has changed."""
    database.run("UPDATE notes SET modified = ? WHERE _id = ?", now_ms, note)


def add_label(database: Database, name: str) -> int:
    """The id of the label of that name, which is made if need be."""
    found = database.value("SELECT _id FROM labels WHERE name = ?", name)
    return found if found is not None else database.insert("labels", name=name)


def set_label(database: Database, note: int, label: int, *, on: bool) -> None:
    """Give a note a label, or take it away."""
    if on:
        database.run(
            "INSERT OR IGNORE INTO note_labels (note_id, label_id) VALUES (?, ?)", note, label
        )
    else:
        database.run("DELETE FROM note_labels WHERE note_id = ? AND label_id = ?", note, label)


def labels_of(database: Database, note: int) -> list[str]:
    """The names of a note's labels."""
    rows = database.rows(
        "SELECT l.name FROM note_labels n JOIN labels l ON l._id = n.label_id "
        "WHERE n.note_id = ? ORDER BY l.name LIMIT 20",
        note,
    )
    return [row["name"] for row in rows]


def move_note(database: Database, note: int, place: str) -> None:
    """Put a note among the notes, into the archive or into the trash."""
    database.run("UPDATE notes SET place = ? WHERE _id = ?", place, note)


def delete_note(database: Database, note: int) -> None:
    """Remove a note for good."""
    database.run("DELETE FROM notes WHERE _id = ?", note)
    database.run("DELETE FROM items WHERE note_id = ?", note)
    database.run("DELETE FROM note_labels WHERE note_id = ?", note)


def copy_note(database: Database, note: int, *, now_ms: int) -> int | None:
    """Make a second note with the same content; its id, or None where the first is gone."""
    row = database.one("SELECT * FROM notes WHERE _id = ?", note)
    if row is None:
        return None
    items = database.rows("SELECT text, done FROM items WHERE note_id = ? ORDER BY _id", note)
    return add_note(
        database,
        f"{row['title']} (copy)",
        row["body"],
        now_ms=now_ms,
        items=tuple((i["text"], bool(i["done"])) for i in items) if row["checklist"] else None,
        labels=tuple(labels_of(database, note)),
        color=row["color"],
    )


def text_of(database: Database, note: int) -> str:
    """A note as text to share."""
    row = database.one("SELECT title, body FROM notes WHERE _id = ?", note)
    if row is None:
        return ""
    items = database.rows(
        "SELECT text, done FROM items WHERE note_id = ? ORDER BY done, _id LIMIT 200", note
    )
    lines = [f"[{'x' if item['done'] else ' '}] {item['text']}" for item in items]
    return "\n".join(part for part in (row["title"], row["body"], *lines) if part)


def note_page(
    database: Database, *, place: str, label: int, query: str, sort: str, first: int, count: int
) -> list[dict[str, Any]]:
    """The notes of a place, of a label unless that is 0, with the words searched for in them."""
    where, values = ["n.place = ?"], [place]
    words = " ".join(query.lower().split())[:100]
    if words:
        where.append(
            "(instr(lower(n.title), ?) OR instr(lower(n.body), ?) OR EXISTS "
            "(SELECT 1 FROM items i WHERE i.note_id = n._id AND instr(lower(i.text), ?)))"
        )
        values += [words] * 3
    if label:
        where.append(
            "EXISTS (SELECT 1 FROM note_labels k WHERE k.note_id = n._id AND k.label_id = ?)"
        )
    order = SORTS.get(sort, SORTS["Date edited"])
    return database.rows(
        "SELECT n._id, n.title, substr(n.body, 1, ?) AS body, n.checklist, n.color, n.pinned, "
        "n.modified, (SELECT group_concat(text, ', ') FROM (SELECT text FROM items "
        "WHERE note_id = n._id ORDER BY done, _id LIMIT 6)) AS items "
        f"FROM notes n WHERE {' AND '.join(where)} ORDER BY {order} LIMIT ? OFFSET ?",
        SHOWN,
        *values,
        *([label] if label else []),
        count,
        first,
    )


# What the owner of a phone has written down; `{names}` are filled in from the world.
TEXTS = (
    ("Wi-Fi at the cabin", "Network: {word}-guest\nPassword: {word}{number}\nRouter is behind the bookshelf.", "Travel"),
    ("Gift ideas", "{first}: a good pair of gloves, or the cookbook\n{second}: concert tickets\nParents: photo calendar", "Ideas"),
    ("Pancakes", "200 g flour, 3 eggs, 350 ml milk, a pinch of salt.\nLet the batter rest for 20 minutes. Makes about {small}.", "Recipes"),
    ("Lentil soup", "250 g red lentils, 1 onion, 2 carrots, cumin, lemon.\nSimmer for {number} minutes, blend half of it.", "Recipes"),
    ("Meeting notes", "Present: {first}, {second}\n- New layout goes live on the {small}th\n- {first} checks the figures\n- Next meeting in two weeks", "Work"),
    ("Car", "Plate: {plate}\nTyre pressure 2.3 / 2.5\nNext service at {number}000 km, garage: {phone}", "Home"),
    ("Books to read", "The Left Hand of Darkness\nPnin\nThe Summer Book ({first} has it)\nInvisible Cities", "Ideas"),
    ("Running log", "Mon 5.2 km in 31 min\nWed 4.0 km in 24 min\nSat 8.1 km in 50 min, knee felt fine", "Health"),
    ("Apartment viewing", "{address}\nTwo rooms, balcony to the south, {number}0 a month more than ours.\nAsk about the heating.", "Home"),
    ("Doctor", "Appointment with Dr. {last}. Bring the vaccination card.\nAsk about the allergy test. Desk: {phone}", "Health"),
    ("Movie night", "{first} brings snacks, {second} picks the film.\nStart at 19:{number}.", ""),
    ("Hike from the lake", "Bus {small} to the dam, then the red trail. About {small} km.\nLast bus back at 18:{number}.", "Travel"),
    ("Plants", "Monstera: every {small} days\nCactus: once a month\nBasil on the balcony: daily in summer", "Home"),
    ("Quotes", "What we do every day matters more than what we do once in a while.", "Ideas"),
    ("Talk outline", "1. The problem in one picture\n2. What we tried\n3. What worked ({first}'s figures)\n4. Questions", "Work"),
    ("Landlord", "{first} {last}, {phone}\nReported the dripping tap, plumber comes in week {small}.", "Home"),
    ("Trip to the coast", "Train at 08:{number}, change in {city}.\nRoom is booked under {last}.\nTake rain jackets!", "Travel"),
    ("Birthday speech", "Start with the story of the lost tent.\nThank {first} for the music.\nNot longer than three minutes.", ""),
    ("Locker at the pool", "Number {number}, code is my old house number twice.", "Health"),
    ("Sourdough", "Feed {small} g starter in the evening.\nMix in the morning, fold three times, bake at 240 degrees.", "Recipes"),
)  # fmt: skip
LISTS = (
    ("Groceries", "Oat milk,Eggs,Bread,Tomatoes,Olive oil,Coffee,Bananas,Yoghurt", "Home"),
    ("Packing list", "Passport,Phone charger,Rain jacket,Toothbrush,Sunscreen,Travel pillow", "Travel"),
    ("Spring cleaning", "Windows,Oven,Cellar shelves,Wash the curtains,Sort old clothes", "Home"),
    ("Release checklist", "Update the notes,Run all tests,Tag the version,Tell the team", "Work"),
    ("Things to fix", "Bike light,Kitchen drawer,Squeaky door,Lamp in the hall", "Home"),
)  # fmt: skip
WORDS = ("maple", "harbor", "falcon", "violet", "ember", "pebble")


def seed(phone: Phone, world: World) -> None:
    """A year of notes: lists, recipes, plans, a few put away."""
    rng = world.rng("notes")
    database = phone.databases[PATH]
    for label in LABELS:
        add_label(database, label)
    written: list[tuple[int, str, str, str, bool]] = []
    for title, text, label in TEXTS:
        one, other = rng.sample(world.people, 2)
        body = text.format(
            first=one.first,
            second=other.first,
            last=one.last,
            address=one.address,
            city=one.address.rpartition(", ")[2],
            phone=make_phone_number(rng),
            plate=f"{rng.choice('ABDKLM')}{rng.choice('HKRSX')} {rng.randint(1000, 9999)}",
            word=rng.choice(WORDS),
            small=rng.randint(4, 17),
            number=rng.randint(20, 55),
        )
        written.append((-rng.randint(1, 200), title, body, label, False))
    written += [(-rng.randint(0, 40), title, text, label, True) for title, text, label in LISTS]
    for day, title, content, label, is_list in sorted(written):
        words = (
            tuple((text, rng.random() < 0.3) for text in content.split(",")) if is_list else None
        )
        place = rng.choices((NOTES, ARCHIVE, TRASH), (86, 8, 6))[0]
        add_note(
            database,
            title,
            "" if is_list else content,
            now_ms=millis(world.day(day, rng.randint(7, 9), rng.randint(0, 40))),
            items=words,
            labels=(label,) if label else (),
            pinned=place == NOTES and rng.random() < 0.1,
            color=rng.choice(("", "", "", *COLORS.values())),
            place=place,
        )
