"""The tasks: one table, times in milliseconds; 0 stands for none."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from phoneworld.apps.calendar.dates import day_of, start_of
from phoneworld.store import Database, database_path
from phoneworld.world import from_millis

PACKAGE = "org.tasks"
PATH = database_path(PACKAGE, "database")
SCHEMA = """
CREATE TABLE tasks (
    _id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT,
    importance INTEGER NOT NULL DEFAULT 2,
    dueDate INTEGER NOT NULL DEFAULT 0,
    hideUntil INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL DEFAULT 0,
    modified INTEGER NOT NULL DEFAULT 0,
    completed INTEGER NOT NULL DEFAULT 0,
    deleted INTEGER NOT NULL DEFAULT 0,
    notes TEXT,
    estimatedSeconds INTEGER NOT NULL DEFAULT 0,
    elapsedSeconds INTEGER NOT NULL DEFAULT 0,
    timerStart INTEGER NOT NULL DEFAULT 0,
    notificationFlags INTEGER NOT NULL DEFAULT 0,
    lastNotified INTEGER NOT NULL DEFAULT 0,
    recurrence TEXT,
    repeat_from INTEGER NOT NULL DEFAULT 0,
    calendarUri TEXT,
    remoteId TEXT,
    collapsed INTEGER NOT NULL DEFAULT 0,
    parent INTEGER NOT NULL DEFAULT 0,
    "order" INTEGER,
    read_only INTEGER NOT NULL DEFAULT 0
);
"""
HIGH, MEDIUM, LOW, NONE = range(4)
PRIORITIES = {
    HIGH: "High priority",
    MEDIUM: "Medium priority",
    LOW: "Low priority",
    NONE: "No priority",
}
COLORS = {HIGH: "#d32f2f", MEDIUM: "#f9a825", LOW: "#1976d2", NONE: "#757575"}
DUE, PRIORITY, TITLE = "Due date", "Priority", "Title"
ORDERS = {
    DUE: "dueDate = 0, dueDate, importance, title, _id",
    PRIORITY: "importance, dueDate = 0, dueDate, title, _id",
    TITLE: "title COLLATE NOCASE, _id",
}


def add_task(database: Database, title: str, *, now_ms: int, **values: Any) -> int:
    """Write a task down; its id. `Any`: numbers and texts, by column."""
    count = database.value("SELECT count(*) FROM tasks") or 0
    return database.insert(
        "tasks",
        title=title,
        created=now_ms,
        modified=now_ms,
        remoteId=f"{now_ms}{count:05d}",
        **values,
    )


def task_of(database: Database, id: int | None) -> dict[str, Any] | None:
    """The row of a task that was not deleted."""
    return database.one("SELECT * FROM tasks WHERE _id = ? AND deleted = 0", id)


def tasks_page(
    database: Database,
    query: str,
    first: int,
    count: int,
    *,
    now_ms: int,
    completed: bool,
    hidden: bool,
    order: str,
) -> list[dict[str, Any]]:
    """A page of the tasks: open ones that are not to be hidden yet, and others if asked for."""
    clauses = ["deleted = 0"]
    values: list[Any] = []
    if not completed:
        clauses.append("completed = 0")
    if not hidden:
        clauses.append("hideUntil <= ?")
        values.append(now_ms)
    words = " ".join(query.casefold().split())[:100]
    if words:
        clauses.append("instr(lower(title || ' ' || coalesce(notes, '')), ?)")
        values.append(words)
    return database.rows(
        f"SELECT * FROM tasks WHERE {' AND '.join(clauses)} ORDER BY {ORDERS[order]} "
        "LIMIT ? OFFSET ?",
        *values,
        count,
        first,
    )


def moment_text(stamp_ms: int) -> str:
    """`Mon, 16 Oct 2023, 14:00`; without the time if it is midnight."""
    at = from_millis(stamp_ms)
    day = f"{at:%a}, {at.day} {at:%b %Y}"
    return day if stamp_ms == start_of(at.date()) else f"{day}, {at:%H:%M}"


def due_text(stamp_ms: int, now_ms: int) -> str:
    """When a task is due, and how far that is from today."""
    if not stamp_ms:
        return "No due date"
    away = day_of(stamp_ms) - day_of(now_ms)
    near = {timedelta(-1): "yesterday", timedelta(0): "today", timedelta(1): "tomorrow"}.get(away)
    if near is None:
        near = f"in {away.days} days" if away.days > 0 else f"{-away.days} days ago"
    return f"Due {moment_text(stamp_ms)} ({near})"
