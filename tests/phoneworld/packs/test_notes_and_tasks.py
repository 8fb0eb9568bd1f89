"""Joplin, Tasks and OpenTracks beyond their questions: what is written, hidden, summed up."""

from androidworld_pack import PACK_CATALOGUE

from phoneworld import Task, Trial, Workshop
from phoneworld.packs.androidworld.joplin.data import PATH as NOTES
from phoneworld.packs.androidworld.opentracks.data import PATH as TRACKS
from phoneworld.packs.androidworld.opentracks.data import add_track
from phoneworld.packs.androidworld.phone import NOW
from phoneworld.packs.androidworld.tasks_org.data import PATH as TASKS
from phoneworld.packs.androidworld.tasks_org.data import add_task
from phoneworld.tasks.pilot import Pilot
from phoneworld.world import millis

NOW_MS = millis(NOW)
HOUR_MS = 3_600_000


def pilot_of(workshop: Workshop, name: str) -> Pilot:
    return Pilot(Trial(workshop, Task(PACK_CATALOGUE.templates[f"androidworld.{name}"], 0)))


def test_a_note_is_written_where_the_search_finds_it(pack_workshop: Workshop) -> None:
    pilot = pilot_of(pack_workshop, "notes_is_todo")
    notes = pilot.trial.phone.databases[NOTES]
    pilot.open("Joplin")
    pilot.tap("New")
    pilot.tap("New to-do")
    pilot.type("Zebra Crossing", into="Title")
    pilot.type("Paint it again.", into="Text of the note")
    pilot.tap("Save")
    (note,) = notes.rows("SELECT * FROM notes WHERE title = 'Zebra Crossing'")
    (found,) = notes.rows("SELECT * FROM notes_normalized WHERE id = ?", note["id"])
    assert (note["is_todo"], found["is_todo"], found["title"]) == (1, 1, "zebra crossing")
    pilot.tap("Search")
    pilot.type("paint it", into="Search notes")
    pilot.tap("Zebra Crossing", role="item")
    pilot.tap("More options")
    pilot.tap("Delete")
    pilot.tap("Delete", role="button")
    assert not notes.rows("SELECT 1 FROM notes WHERE id = ?", note["id"])
    assert not notes.rows("SELECT 1 FROM notes_normalized WHERE id = ?", note["id"])


def test_notes_are_there_again_after_their_tables_were_emptied(pack_workshop: Workshop) -> None:
    pilot = pilot_of(pack_workshop, "notes_is_todo")
    notes = pilot.trial.phone.databases[NOTES]
    for table in ("folders", "notes", "notes_normalized"):
        notes.run(f"DELETE FROM {table}")  # noqa: S608
    pilot.trial.phone.touch()
    pilot.open("Joplin")
    assert pilot.shows("No notes here")
    pilot.tap("New")
    pilot.tap("New note")
    pilot.type("First of all", into="Title")
    pilot.tap("Save")
    assert pilot.shows("First of all")
    assert len(notes.rows("SELECT * FROM folders")) == 1


def test_hidden_and_completed_tasks_are_shown_on_demand(pack_workshop: Workshop) -> None:
    pilot = pilot_of(pack_workshop, "tasks_due_on_date")
    tasks = pilot.trial.phone.databases[TASKS]
    tasks.run("DELETE FROM tasks")
    add_task(tasks, "Later", now_ms=NOW_MS, hideUntil=NOW_MS + HOUR_MS)
    add_task(tasks, "Done", now_ms=NOW_MS, completed=NOW_MS - HOUR_MS)
    add_task(tasks, "Open", now_ms=NOW_MS, dueDate=NOW_MS - 24 * HOUR_MS)
    pilot.trial.phone.touch()
    pilot.open("Tasks")
    assert pilot.shows("Open, Due Sat, 14 Oct 2023, 15:34 (yesterday)")
    assert not pilot.shows("Later", role="item")
    assert not pilot.shows("Done", role="item")
    pilot.tap("More options")
    pilot.tap("Show hidden")
    assert pilot.shows("Later", role="item")
    pilot.tap("More options")
    pilot.tap("Show completed")
    assert pilot.shows("Done, No due date", role="item")
    pilot.tap("Complete Open")
    assert tasks.value("SELECT completed FROM tasks WHERE title = 'Open'") == NOW_MS


def test_sports_are_summed_up_by_week(pack_workshop: Workshop) -> None:
    pilot = pilot_of(pack_workshop, "sports_tracker_activities_on_date")
    tracks = pilot.trial.phone.databases[TRACKS]
    tracks.run("DELETE FROM tracks")
    for days_ago, minutes in ((0, 30), (6, 45), (7, 120)):
        add_track(
            tracks,
            "A walk",
            "walking",
            start_ms=NOW_MS - days_ago * 24 * HOUR_MS,
            duration_ms=minutes * 60_000,
            metres=1609.34,
            uuid=bytes(16),
        )
    pilot.trial.phone.touch()
    pilot.open("OpenTracks")
    pilot.tap("Aggregated statistics")
    assert pilot.shows("3 tracks · 195 min · 3.00 mi · longest 1.00 mi")
    pilot.tap("This week")
    assert pilot.shows("2 tracks · 75 min · 2.00 mi")
    pilot.tap("Last week")
    assert pilot.shows("1 track · 120 min · 1.00 mi")
    pilot.back()
    pilot.tap("A walk")
    assert pilot.shows("1.00 mi (1609 m)")
