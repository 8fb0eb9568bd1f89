"""What oracles of to-do tasks share: going to a list, and reading its rows as a person would."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from phoneworld.author import Direction, Pilot, Scene
from phoneworld.locale import readings
from phoneworld.world import from_millis
from runtime.actions import Click, ElementRef

THINGS = (
    "the tent,the invoice,the ladder,the hedge,the boiler,the visa,the insurance,the gutter,the bike,"
    "the printer,the contract,the photo album,the guest room,the website,the old sofa,the balcony,"
    "the tax form,the fence,the newsletter,the projector,the door bell,the warranty,the sewing machine"
).split(",")
DEEDS = (
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


def some_titles(rng: Random, count: int) -> list[str]:
    """Different things to do."""
    return [f"{rng.choice(DEEDS)} {thing}" for thing in rng.sample(THINGS, count)]


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


@dataclass(frozen=True, slots=True)
class Seen:
    """A task as its row shows it."""

    title: str
    due: date | None
    done: bool


def read_rows(pilot: Pilot) -> list[Seen]:
    """The tasks of the list on the screen, as far down as the open ones go."""
    found: dict[str, Seen] = {}
    now = today(pilot)
    for _ in range(10):
        before = len(found)
        for element in pilot.screen.elements:
            if element.role != "item":
                continue
            title, _, rest = element.text.partition(", ")
            parts = rest.split(", ")
            day = read_day(parts[0], now) or read_day(", ".join(parts[:2]), now)
            found[title] = Seen(title, day, not readings("Completed").isdisjoint(parts))
        if len(found) == before or not any(e.scrollable for e in pilot.screen.elements):
            break
        if any(task.done for task in found.values()):
            break
        pilot.scroll(Direction.DOWN)
    return list(found.values())
