"""Tasks in which notes and checklists are written, ticked and corrected."""

from __future__ import annotations

from random import Random

from phoneworld.apps.notes.data import PATH, add_note
from phoneworld.tasks.expect import Added, Changed, Ended, Expectation
from phoneworld.tasks.matching import OneOf
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import CITIES, make_person, make_phone_number
from runtime.actions import FinishStatus

THINGS = (
    "oat milk,rye bread,lemons,olive oil,cinnamon,basmati rice,tinned tomatoes,dish soap,batteries,"
    "candles,printer paper,dog food,apple juice,red lentils,sparkling water,toothpaste,envelopes,"
    "garden gloves,fresh ginger,maple syrup,paper towels,green tea"
).split(",")
GEAR = (
    "passport,sun hat,rain jacket,phone charger,swimming trunks,travel adapter,hiking boots,earplugs,"
    "first aid kit,camera,water bottle,torch,sleeping bag,sunglasses,guide book,warm socks"
).split(",")
OCCASIONS = (
    "Garden party",
    "Choir trip",
    "Housewarming",
    "Street fair",
    "Reunion",
    "Board evening",
)


def recently(scene: Scene, minutes: int) -> int:
    """A moment shortly before the task starts, so that the note stands at the top."""
    return scene.phone.now_ms - minutes * 60_000


def two_trips(rng: Random) -> tuple[str, str]:
    """Two cities to confuse."""
    one, other = rng.sample(CITIES, 2)
    return one, other


class CreateNote(Template):
    """A new note with a title and a text."""

    name = "notes.create"
    apps = ("Notes",)
    goals = (
        'Write a note titled "{title}" that says: {body}',
        'Create a new note. Title: "{title}". Text: {body}',
        'Please jot this down in Notes under the heading "{title}": {body}',
        '"{body}" - save that as a note called "{title}".',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        person, other = make_person(rng), make_person(rng)
        title, body = rng.choice(
            (
                (f"Call {person.first}", f"Ask about the {rng.choice(THINGS)} and the keys"),
                (f"Parking in {rng.choice(CITIES)}", f"Level {rng.randint(1, 6)}, space {rng.randint(20, 299)}"),
                (f"Idea from {person.first}", f"Trade the {rng.choice(GEAR)} for {rng.choice(THINGS)}"),
                (f"{person.last} family", f"They live at {person.address}"),
                (f"Meter reading {rng.randint(2, 9)}", f"{rng.randint(10000, 99999)} kWh"),
            )
        )  # fmt: skip
        return {
            "title": title,
            "body": body,
            "other_title": f"{other.first} {other.last}",
            "other_body": f"Bring {rng.choice(GEAR)}",
        }

    def expect(self, v: Params) -> list[Expectation]:
        where = {"title": v["title"], "body": v["body"], "checklist": 0, "place": "notes"}
        return [Added(PATH, "notes", where)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Notes")
        pilot.tap("New note")
        pilot.tap("Text note")
        pilot.type(v["title"], into="Title")
        pilot.type(v["body"], into="Note")
        if not v.get("unsaved"):
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another title": {"title": v["other_title"]},
            "another text": {"body": v["other_body"]},
            "not saved": {"unsaved": True},
        }


class AppendLine(Template):
    """A line at the end of one of two similar notes."""

    name = "notes.append_line"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Add the line "{line}" at the end of my note "{title}".',
        'My note "{title}" lacks something: put "{line}" below the rest.',
        'Open the note called "{title}" and append "{line}" on a line of its own.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        one, other = two_trips(rng)
        database = scene.phone.databases[PATH]
        people = [person.first for person in rng.sample(scene.world.people, 4)]
        bodies = [
            f"{people[0]} books the train\n{people[1]} brings the {rng.choice(GEAR)}",
            f"{people[2]} books the train\n{people[3]} brings the {rng.choice(GEAR)}",
        ]
        rng.shuffle(bodies)
        for place, body in zip((other, one), bodies, strict=True):
            add_note(
                database, f"Weekend in {place}", body, now_ms=recently(scene, rng.randint(5, 50))
            )
        first, second = rng.sample(THINGS, 2)
        person = rng.choice(scene.world.people).first
        return {
            "title": f"Weekend in {one}",
            "double": f"Weekend in {other}",
            "body": bodies[1],
            "line": f"{person} gets {first}",
            "other_line": f"{person} gets {second}",
        }

    def expect(self, v: Params) -> list[Expectation]:
        whole = f"{v['body']}\n{v['line']}"
        return [Changed(PATH, "notes", {"title": v["title"]}, {"body": whole})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Notes")
        pilot.tap(v["title"])
        pilot.tap("Edit note")
        pilot.type("\n" + v["line"], into="Note", clear=v.get("clear", False))
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other note": {"title": v["double"]},
            "another line": {"line": v["other_line"]},
            "the old text overwritten": {"clear": True},
        }


class NewChecklist(Template):
    """A checklist with three items."""

    name = "notes.new_checklist"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Make a checklist called "{title}" in Notes with the items {a}, {b} and {c}.',
        'I need a new checklist "{title}": {a}, {b}, {c}.',
        'Start a checklist in my notes, name it "{title}" and put {a}, {b} and {c} on it.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        a, b, c, d = rng.sample(THINGS, 4)
        person = rng.choice(scene.world.people).first
        return {
            "title": f"{rng.choice(OCCASIONS)} with {person}",
            "a": a,
            "b": b,
            "c": c,
            "wrong": d,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(PATH, "notes", {"title": v["title"], "checklist": 1, "place": "notes"}),
            *(Added(PATH, "items", {"text": v[key], "done": 0}) for key in "abc"),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Notes")
        pilot.tap("New note")
        pilot.tap("Checklist")
        pilot.type(v["title"])
        pilot.tap("Create")
        for key in v.get("keys", "abc"):
            pilot.type(v[key], into="List item")
            pilot.enter()

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"an item forgotten": {"keys": "ac"}, "a wrong item": {"b": v["wrong"]}}


class TickItems(Template):
    """Two items of one of two checklists are ticked."""

    name = "notes.tick_items"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Tick off {a} and {b} on my "{title}" checklist.',
        'I have packed {a} and {b}. Check them off on "{title}" in Notes.',
        'On the list "{title}", mark {a} and {b} as done.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        one, other = two_trips(rng)
        packed, *gear = rng.sample(GEAR, 7)
        database = scene.phone.databases[PATH]
        ids: list[int] = []
        for place in (one, other):
            rng.shuffle(gear)
            items = ((packed, True), *((text, False) for text in gear))
            ids.append(
                add_note(
                    database,
                    f"Packing for {place}",
                    now_ms=recently(scene, rng.randint(5, 50)),
                    items=items,
                )
            )
        a, b, c = rng.sample(gear, 3)
        return {
            "title": f"Packing for {one}",
            "double": f"Packing for {other}",
            "note": ids[0],
            "a": a,
            "b": b,
            "wrong": c,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Changed(PATH, "items", {"note_id": v["note"], "text": v[key]}, {"done": 1})
            for key in "ab"
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Notes")
        pilot.tap(v["title"])
        for key in v.get("keys", "ab"):
            pilot.tap(v[key], role="checkbox")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other list": {"title": v["double"]},
            "only one of them": {"keys": "a"},
            "a wrong item": {"b": v["wrong"]},
        }


class AddTotal(Template):
    """The amounts of a note are summed up in its last line."""

    name = "notes.add_total"
    level = Level.HARD
    apps = ("Notes",)
    hidden = ("first", "second", "third")
    goals = (
        'Sum up the amounts in my note "{title}" and add a last line "Total: " with the sum.',
        'At the end of the note "{title}", write "Total:" followed by what the amounts come to.',
        'My note "{title}" lists what we spent. Add up the amounts and append a line like "Total: 0" with the right number.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        one, other = two_trips(rng)
        kinds = rng.sample(("Train", "Hotel", "Dinner", "Museum", "Taxi", "Ferry", "Groceries"), 4)
        database = scene.phone.databases[PATH]
        for place in (other, one):
            amounts = [rng.randint(12, 189) for _ in kinds]
            lines = [f"{kind} {amount}" for kind, amount in zip(kinds, amounts, strict=True)]
            add_note(
                database,
                f"Costs {place}",
                "\n".join(lines),
                now_ms=recently(scene, rng.randint(5, 50)),
            )
        lines, amounts = _costs(scene, f"Costs {one}")
        return {
            "title": f"Costs {one}",
            "double": f"Costs {other}",
            "body": lines,
            "first": lines.split("\n")[0],
            "second": lines.split("\n")[1],
            "third": lines.split("\n")[2],
            "total": sum(amounts),
        }

    def expect(self, v: Params) -> list[Expectation]:
        total = v["total"]
        options = [
            f"{v['body']}\nTotal: {mark}{total}{tail}" for mark in ("", "$") for tail in ("", ".00")
        ]
        return [Changed(PATH, "notes", {"title": v["title"]}, {"body": OneOf(*options)})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Notes")
        pilot.tap(v["title"])
        lines = pilot.read("body").split("\n")
        total = sum(int(line.split()[1]) for line in lines[: v.get("lines", len(lines))])
        pilot.tap("Edit note")
        pilot.type(f"\nTotal: {total}", into="Note")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"one line left out": {"lines": 3}, "the other note": {"title": v["double"]}}


def _costs(scene: Scene, title: str) -> tuple[str, list[int]]:
    body = scene.phone.databases[PATH].value("SELECT body FROM notes WHERE title = ?", title)
    return body, [int(line.split()[1]) for line in body.split("\n")]


class CopyDetail(Template):
    """Something that stands in one note is added to another."""

    name = "notes.copy_detail"
    level = Level.HARD
    apps = ("Notes",)
    hidden = ("phone",)
    goals = (
        'The phone number of {person} is in my note "{source}". Add it as the last line of the note "{target}".',
        'Take {person}\'s number from the note "{source}" and append it to "{target}" on a new line.',
        'I want {person}\'s phone number at the bottom of my note "{target}"; it is written down in "{source}".',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        place = rng.choice(CITIES)
        people = rng.sample(scene.world.people, 3)
        numbers = [make_phone_number(rng) for _ in people]
        lines = [f"{p.first}: {n}" for p, n in zip(people, numbers, strict=True)]
        source, target = f"Crew {place}", f"Moving to {place}"
        body = f"Van is booked for {rng.randint(7, 10)} o'clock\nKeys are with {people[1].first}"
        add_note(database, source, "\n".join(lines), now_ms=recently(scene, 40))
        add_note(database, target, body, now_ms=recently(scene, 20))
        meant = rng.randrange(3)
        return {
            "source": source,
            "target": target,
            "body": body,
            "person": people[meant].first,
            "phone": numbers[meant],
            "other": people[meant - 1].first,
        }

    def expect(self, v: Params) -> list[Expectation]:
        endings = (v["phone"], f"{v['person']}: {v['phone']}", f"{v['person']} {v['phone']}")
        whole = OneOf(*(f"{v['body']}\n{ending}" for ending in endings))
        return [Changed(PATH, "notes", {"title": v["target"]}, {"body": whole})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Notes")
        pilot.tap(v["source"])
        numbers = dict(line.split(": ") for line in pilot.read("body").split("\n"))
        pilot.back()
        pilot.tap(v["target"])
        pilot.tap("Edit note")
        pilot.type("\n" + numbers[v["person"]], into="Note", clear=v.get("clear", False))
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "somebody else's number": {"person": v["other"]},
            "text overwritten": {"clear": True},
        }


class TickMissingItem(Template):
    """The item that is to be ticked is not on the list."""

    name = "notes.tick_missing_item"
    level = Level.MEDIUM
    apps = ("Notes",)
    goals = (
        'Tick {item} off my "{title}" checklist.',
        'Check off {item} on the list "{title}", please. Do not add anything to it.',
        'Mark {item} as done on "{title}" in my notes.',
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        things = rng.sample(THINGS, 6)
        title = f"Shopping for {rng.choice(scene.world.people).first}"
        items = tuple((text, rng.random() < 0.3) for text in things[1:])
        add_note(scene.phone.databases[PATH], title, now_ms=recently(scene, 9), items=items)
        return {"title": title, "item": things[0], "there": things[1]}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Notes")
        pilot.tap(v["title"])
        pilot.reach("List item")
        if v.get("add"):
            pilot.type(v["item"], into="List item")
            pilot.enter()
        if pilot.shows(v["item"], role="checkbox"):
            pilot.tap(v["item"], role="checkbox")
        else:
            pilot.give_up(f"There is no {v['item']} on {v['title']}.")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"something else ticked": {"item": v["there"]}, "added and ticked": {"add": True}}


TASKS: tuple[Template, ...] = (
    CreateNote(),
    AppendLine(),
    NewChecklist(),
    TickItems(),
    AddTotal(),
    CopyDetail(),
    TickMissingItem(),
)
