"""What the to-do tasks put on the phone, and what their oracles share: going to a list, and
reading its rows as a person would.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from phoneworld.apps.tasks.data import PATH, add_list, add_task
from phoneworld.author import Direction, Enter, Pilot, Scene, Script, Tap
from phoneworld.locale import readings
from phoneworld.world import from_millis
from runtime.actions import Click, ElementRef

THINGS = (
    "the tent,the invoice,the ladder,the hedge,the boiler,the visa,the insurance,the gutter,the bike,"
    "the printer,the contract,the photo album,the guest room,the website,the old sofa,the balcony,"
    "the tax form,the fence,the newsletter,the projector,the door bell,the warranty,the sewing machine"
).split(",")
CHORES = (
    "Repair",
    "Sell",
    "Check",
    "Photograph",
    "Ask about",
    "Clean",
    "Measure",
    "Return",
    "Replace",
)
TOPICS = "Garden,Moving,Wedding,Camping,Club,Allotment,School,Workshop,Exhibition,Boat".split(",")
LISTS = ("My Tasks", "Work", "Home", "Errands")
"""The lists that every phone has."""
PLAIN = {"done": 0, "due": "", "starred": 0}
"""A task with nothing but its title."""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task as its row shows it."""

    title: str
    due: date | None
    done: bool


@dataclass(frozen=True, slots=True)
class FullList:
    """A list with tasks of every sort; the titles of each."""

    id: int
    late: tuple[str, ...]
    coming: tuple[str, ...]
    done: tuple[str, ...]


def some_titles(rng: Random, count: int) -> list[str]:
    """Different things to do."""
    return [f"{rng.choice(CHORES)} {thing}" for thing in rng.sample(THINGS, count)]


def iso(scene: Scene, days: int) -> str:
    """A day from today as it is stored."""
    return scene.world.day(days).date().isoformat()


def date_words(rng: Random, day: str) -> str:
    """A day as people write it in a request."""
    when = date.fromisoformat(day)
    return rng.choice(
        (
            f"{when:%A}, {when.day} {when:%B}",
            f"{when.day} {when:%B}",
            f"{when:%B} {when.day}",
            f"{when:%a} {when.day} {when:%b} {when.year}",
        )
    )


def topic_list(scene: Scene) -> str:
    """A name for a list that is not taken."""
    return (
        f"{scene.rng.choice(TOPICS)} {scene.rng.choice(('committee', 'crew', 'season', 'group'))}"
    )


def full_list(scene: Scene, name: str, *, late: int, coming: int, done: int) -> FullList:
    """A new list of so many tasks that are late, coming and done, and one without a date."""
    rng = scene.rng
    database = scene.phone.databases[PATH]
    list_id = add_list(database, name)
    titles = some_titles(rng, late + coming + done + 1)
    days = [-day for day in rng.sample(range(1, 25), late)]
    days += rng.sample(range(2, 40), coming)
    tasks = [(title, iso(scene, day), False) for title, day in zip(titles, days, strict=False)]
    # Completed tasks that were late once are late no longer.
    tasks += [
        (title, iso(scene, -rng.randint(1, 20)), True) for title in titles[late + coming : -1]
    ]
    tasks.append((titles[-1], "", False))
    rng.shuffle(tasks)
    for title, due, is_done in tasks:
        add_task(
            database, list_id, title, now_ms=scene.phone.now_ms - 86_400_000, due=due, done=is_done
        )
    return FullList(
        list_id,
        late=tuple(titles[:late]),
        coming=tuple(titles[late : late + coming]),
        done=tuple(titles[late + coming : -1]),
    )


def show_list(pilot: Pilot, name: str) -> None:
    """Choose a list; those that stand further along are scrolled to."""
    pilot.reach("Add task")
    for _ in range(8):
        for element in pilot.screen.elements:
            if element.role == "button" and element.text.casefold() == name.casefold():
                pilot.act(Click(ElementRef(element.index)))
                return
        pilot.scroll(Direction.RIGHT)
    pilot.tap(name, role="button")


def enter_task(title: str) -> Script:
    """Add a task to the list that is shown."""
    return (Tap("Add task"), Enter(title, into="Title"), Tap("Save"))


def today(pilot: Pilot) -> date:
    """The day on the phone's clock."""
    return from_millis(pilot.screen.time_s * 1000).date()


def read_day(text: str, now: date) -> date | None:
    """The day that a due date reads like; None where it is none."""
    for word, days in (("Yesterday", -1), ("Today", 0), ("Tomorrow", 1)):
        if text in readings(word):
            return now + timedelta(days=days)
    try:
        return datetime.strptime(f"{text} {now.year}", "%a, %d %b %Y").date()  # noqa: DTZ007 - a day has no zone
    except ValueError:
        return None


def can_scroll(pilot: Pilot) -> bool:
    """Whether there may be more than the screen shows."""
    return any(element.scrollable for element in pilot.screen.elements)


def read_rows(pilot: Pilot) -> list[TaskRow]:
    """The tasks of the list on the screen, as far down as the open ones go."""
    found: dict[str, TaskRow] = {}
    now = today(pilot)
    for _ in range(10):
        before = len(found)
        for element in pilot.screen.elements:
            if element.role != "item":
                continue
            title, _, rest = element.text.partition(", ")
            parts = rest.split(", ")
            day = read_day(parts[0], now) or read_day(", ".join(parts[:2]), now)
            found[title] = TaskRow(title, day, not readings("Completed").isdisjoint(parts))
        if len(found) == before or not can_scroll(pilot):
            break
        if any(task.done for task in found.values()):
            break
        pilot.scroll(Direction.DOWN)
    return list(found.values())


def late_tasks(pilot: Pilot) -> list[TaskRow]:
    """The open tasks of the list on the screen whose due date has passed."""
    now = today(pilot)
    rows = read_rows(pilot)
    return [task for task in rows if not task.done and task.due is not None and task.due < now]
