"""To-do lists as rows: the schema, what adds and changes records, and made-up tasks."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from phoneworld.store import Database, database_path
from phoneworld.world import millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.tasks"
PATH = database_path(PACKAGE, "tasks.db")
SCHEMA = """
CREATE TABLE lists (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL COLLATE NOCASE,
    sort TEXT NOT NULL DEFAULT 'Newest first', hide_done INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE tasks (
    _id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL REFERENCES lists (_id),
    title TEXT NOT NULL, notes TEXT NOT NULL DEFAULT '', due TEXT NOT NULL DEFAULT '',
    starred INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL, modified INTEGER NOT NULL
);
CREATE INDEX tasks_list ON tasks (list_id, done, _id DESC);
CREATE INDEX tasks_due ON tasks (list_id, done, due = '', due, _id);
CREATE INDEX tasks_starred ON tasks (done, starred, _id);
CREATE TABLE subtasks (
    _id INTEGER PRIMARY KEY, task_id INTEGER NOT NULL REFERENCES tasks (_id),
    title TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX subtasks_task ON subtasks (task_id);
"""
SORTS = {"Newest first": "t.done, t._id DESC", "Due date": "t.done, t.due = '', t.due, t._id"}


def add_list(database: Database, name: str) -> int:
    """The id of the list of that name, which is made if need be."""
    found = database.value("SELECT _id FROM lists WHERE name = ?", name)
    return found if found is not None else database.insert("lists", name=name)


def add_task(
    database: Database,
    list_id: int,
    title: str,
    *,
    now_ms: int,
    notes: str = "",
    due: str = "",
    starred: bool = False,
    done: bool = False,
    subtasks: tuple[tuple[str, bool], ...] = (),
) -> int:
    """Enter a task; its id. `due` is an ISO day; subtasks are (title, whether done)."""
    task = database.insert(
        "tasks",
        list_id=list_id,
        title=title,
        notes=notes,
        due=due,
        starred=int(starred),
        done=int(done),
        created=now_ms,
        modified=now_ms,
    )
    for name, is_done in subtasks:
        database.insert("subtasks", task_id=task, title=name, done=int(is_done))
    return task


def delete_task(database: Database, task: int) -> None:
    """Remove a task with its subtasks."""
    database.run("DELETE FROM tasks WHERE _id = ?", task)
    database.run("DELETE FROM subtasks WHERE task_id = ?", task)


def delete_done(database: Database, list_id: int) -> int:
    """Remove the completed tasks of a list; how many there were."""
    rows = database.rows("SELECT _id FROM tasks WHERE list_id = ? AND done = 1", list_id)
    for row in rows:
        delete_task(database, row["_id"])
    return len(rows)


def delete_list(database: Database, list_id: int) -> None:
    """Remove a list with all its tasks."""
    for row in database.rows("SELECT _id FROM tasks WHERE list_id = ?", list_id):
        delete_task(database, row["_id"])
    database.run("DELETE FROM lists WHERE _id = ?", list_id)


def lists_of(database: Database) -> list[dict[str, Any]]:
    """The lists, the first made first."""
    return database.rows("SELECT * FROM lists ORDER BY _id LIMIT 50")


def list_page(
    database: Database, row: dict[str, Any], first: int, count: int
) -> list[dict[str, Any]]:
    """The tasks of a list in its order, the completed ones last or not at all."""
    order = SORTS.get(row["sort"], SORTS["Newest first"])
    shown = "AND t.done = 0" if row["hide_done"] else ""
    return database.rows(
        f"SELECT t.*, {PARTS} FROM tasks t WHERE t.list_id = ? {shown} "
        f"ORDER BY {order} LIMIT ? OFFSET ?",
        row["_id"],
        count,
        first,
    )


def starred_page(database: Database, first: int, count: int) -> list[dict[str, Any]]:
    """The starred tasks of all lists that are still open."""
    return database.rows(
        f"SELECT t.*, {PARTS} FROM tasks t WHERE t.done = 0 AND t.starred = 1 "
        "ORDER BY t._id DESC LIMIT ? OFFSET ?",
        count,
        first,
    )


def search_page(database: Database, query: str, first: int, count: int) -> list[dict[str, Any]]:
    """The tasks of all lists with these words in title or details, the open ones first."""
    words = " ".join(query.lower().split())[:100]
    if not words:
        return []
    return database.rows(
        f"SELECT t.*, {PARTS}, l.name AS list FROM tasks t "
        "JOIN lists l ON l._id = t.list_id "
        "WHERE instr(lower(t.title), ?) OR instr(lower(t.notes), ?) "
        "ORDER BY t.done, t._id DESC LIMIT ? OFFSET ?",
        words,
        words,
        count,
        first,
    )


PARTS = (
    "(SELECT count(*) FROM subtasks s WHERE s.task_id = t._id) AS parts, "
    "(SELECT count(*) FROM subtasks s WHERE s.task_id = t._id AND s.done = 1) AS parts_done"
)


def day_text(day: str, today: str) -> str:
    """A due day as people say it."""
    when, now = date.fromisoformat(day), date.fromisoformat(today)
    near = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}.get((when - now).days)
    if near:
        return near
    text = f"{when:%a}, {when.day} {when:%b}"
    return text if when.year == now.year else f"{text} {when.year}"


# What the owner of a phone has to do; `{first}` is one of the people they know.
TITLES = {
    "My Tasks": (
        "Call {first} back|Renew the passport|Book a table for Saturday|Return the library books|"
        "Pay the electricity bill|Pick up the parcel|Cancel the gym trial|Back up the photos|"
        "Write to {first} about the trip|Order new contact lenses"
    ),
    "Work": (
        "Send the report to {first}|Prepare the slides|Review the budget draft|Update the wiki page|"
        "Book the meeting room|Answer {first}'s questions|Order business cards|File travel expenses"
    ),
    "Home": (
        "Water the plants|Fix the kitchen tap|Change the light bulb in the hall|Clean the fridge|"
        "Descale the kettle|Hang up the new shelf|Ask {first} for the drill|Wash the car"
    ),
    "Errands": (
        "Buy stamps|Drop off the dry cleaning|Get a present for {first}|Refill the prescription|"
        "Copy the spare key|Take bottles back"
    ),
}
DETAILS = (
    "The form is in the blue folder",
    "Opening hours 9 to 17",
    "Ask {first} first",
    "Cheaper online",
    "At the latest by the end of the month",
    "Needs about half an hour",
)
STEPS = (
    ("Find the documents", "Take a photo", "Fill in the form"),
    ("Compare prices", "Ask for a second opinion", "Decide"),
    ("Make a list", "Buy what is missing", "Do it"),
)


def seed(phone: Phone, world: World) -> None:
    """Four lists with what has piled up in them."""
    rng = world.rng("tasks")
    database = phone.databases[PATH]
    for name, titles in TITLES.items():
        list_id = add_list(database, name)
        for title in rng.sample(titles.split("|"), len(titles.split("|")) - rng.randint(0, 2)):
            first = rng.choice(world.people).first
            done = rng.random() < 0.25
            due = world.day(rng.randint(-8, -1) if done else rng.randint(-3, 21)).date().isoformat()
            add_task(
                database,
                list_id,
                title.format(first=first),
                now_ms=millis(world.day(-rng.randint(3, 30), rng.randint(8, 20))),
                notes=rng.choice(DETAILS).format(first=first) if rng.random() < 0.3 else "",
                due=due if rng.random() < 0.5 else "",
                starred=rng.random() < 0.15,
                done=done,
                subtasks=tuple((step, rng.random() < 0.4) for step in rng.choice(STEPS))
                if rng.random() < 0.15
                else (),
            )
