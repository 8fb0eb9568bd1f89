"""Tasks with the call log and with blocked numbers."""

from __future__ import annotations

import re

from phoneworld.apps.contacts.cast import fresh_number, known_namesakes, near_number
from phoneworld.apps.phone.data import PATH, add_call, block
from phoneworld.providers.contacts import CALLS_PATH, INCOMING, MISSED, OUTGOING
from phoneworld.tasks.expect import Added, Answered, Expectation, Removed
from phoneworld.tasks.matching import Digits
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import millis

UNITS = {"h": 3600, "min": 60, "s": 1}


def seconds_of(text: str) -> int:
    """How long a call took, as its row tells it."""
    return sum(int(n) * UNITS[unit] for n, unit in re.findall(r"(\d+) (h|min|s)\b", text))


def rows_of_today(pilot: Pilot) -> list[str]:
    """The calls of today, read down the list as far as they go."""
    rows: list[str] = []
    pilot.reach("Dial pad")
    while True:
        shown = [e.text for e in pilot.screen.elements if re.search(r", \d\d:\d\d", e.text)]
        rows += [text for text in shown if ", Today, " in text and text not in rows]
        if not shown or ", Today, " not in shown[-1]:
            return rows
        before = pilot.screen.elements
        pilot.scroll()
        if pilot.screen.elements == before:
            return rows


class DeleteCall(Template):
    """One of three calls with somebody is deleted from the log."""

    name = "phone.delete_call"
    level = Level.MEDIUM
    apps = ("Phone",)
    goals = (
        "Delete the {kind} call with {name} from my call history.",
        "Remove {name}'s {kind} call from the recent calls, but keep the other ones.",
        "In my call log there is a {kind} call with {name}. Please delete that entry.",
    )

    def setup(self, scene: Scene) -> Params:
        one, double = known_namesakes(scene)
        kinds = {"missed": MISSED, "incoming": INCOMING, "outgoing": OUTGOING}
        words = scene.rng.sample(list(kinds), 3)
        picked = scene.rng.choice(words)
        call = 0
        for hour, word in zip((6, 7, 8), words, strict=True):
            for person in (double, one):
                at = scene.world.day(0, hour, scene.rng.randint(0, 59))
                made = add_call(
                    scene.phone.calls,
                    person.phone,
                    kind=kinds[word],
                    date_ms=millis(at),
                    duration_s=0 if word == "missed" else scene.rng.randint(20, 500),
                    name=person.name,
                )
                if person is one and word == picked:
                    call = made
        return {
            "name": one.name,
            "kind": picked,
            "call": call,
            "double": double.name,
            "other": next(word for word in words if word != picked),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(CALLS_PATH, "calls", {"_id": v["call"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Phone")
        pilot.hold(f"{v['name']}, {v['kind']}")
        pilot.tap("Delete")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another call": {"kind": v["other"]},
            "the other of that first name": {"name": v["double"]},
        }


class DeleteMissedCalls(Template):
    """The missed calls of somebody go, the others stay."""

    name = "phone.delete_missed_calls"
    level = Level.HARD
    apps = ("Phone",)
    goals = (
        "Delete every missed call from {name} in my call history, but keep our other calls.",
        "Clean up my recent calls: remove the ones from {name} that I missed, and only those.",
        "I don't want to see {name}'s missed calls any more. Delete them and leave all the rest.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        one, double = known_namesakes(scene)
        calls = [(one, MISSED), (one, MISSED), (one, INCOMING), (one, OUTGOING), (double, MISSED)]
        if rng.random() < 0.5:
            calls.append((one, MISSED))
        rng.shuffle(calls)
        minutes = sorted(rng.sample(range(150), len(calls)))
        ids: list[int] = []
        for (person, kind), minute in zip(calls, minutes, strict=True):
            made = add_call(
                scene.phone.calls,
                person.phone,
                kind=kind,
                date_ms=millis(scene.world.day(0, 7, minute)),
                duration_s=0 if kind == MISSED else rng.randint(20, 600),
                name=person.name,
            )
            if (person, kind) == (one, MISSED):
                ids.append(made)
        return {"name": one.name, "ids": ids, "double": double.name, "left": 0}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(CALLS_PATH, "calls", {"_id": call}) for call in v["ids"]]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Phone")
        name = v["name"]
        if v.get("everything"):
            pilot.tap(name, role="item")
            pilot.tap("More options")
            pilot.tap("Delete call history")
            pilot.tap("Delete", role="button")
            return
        missed = [row for row in rows_of_today(pilot) if row.startswith(f"{name}, Missed")]
        for _ in missed[v["left"] :]:
            pilot.hold(f"{name}, Missed")
            pilot.tap("Delete")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "one was left": {"left": 1},
            "the other calls too": {"everything": True},
            "the other of that first name": {"name": v["double"]},
        }


class BlockRepeatCaller(Template):
    """Which unknown number called again and again must be counted."""

    name = "phone.block_repeat_caller"
    level = Level.HARD
    apps = ("Phone",)
    hidden = ("number",)
    goals = (
        "A number that is not in my contacts keeps calling me. Block the unknown number that called more than once today.",
        "I have missed several calls from the same stranger this morning. Find that number and block it.",
        "Block the unknown caller who has tried to reach me most often today.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        number = fresh_number(scene)
        other = near_number(scene, number)
        friend = rng.choice(scene.world.people)
        # The friend calls most often, but is not unknown; the other number looks the same.
        callers = [number, number, other, friend.phone, friend.phone, friend.phone]
        rng.shuffle(callers)
        minutes = sorted(rng.sample(range(150), len(callers)))
        for caller, minute in zip(callers, minutes, strict=True):
            at = scene.world.day(0, 7, minute)
            add_call(scene.phone.calls, caller, kind=MISSED, date_ms=millis(at))
        return {"number": number, "rank": 0, "other": other, "friend": friend.name}

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(PATH, "blocked", {"number": Digits(v["number"])})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Phone")
        names = [row.partition(", ")[0] for row in rows_of_today(pilot)]
        unknown = {name for name in names if name.startswith("+")}
        ranked = sorted(unknown, key=lambda name: (-names.count(name), name))
        rank: int = v["rank"]
        pilot.hold(v.get("friend_instead") or ranked[rank])
        pilot.tap("Block number")
        if not v.get("skip_confirm"):
            pilot.tap("Block", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the similar number": {"rank": 1},
            "the friend who called most": {"friend_instead": v["friend"]},
            "not confirmed": {"skip_confirm": True},
        }


def open_blocked(pilot: Pilot) -> None:
    """Go to the list of blocked numbers."""
    pilot.open("Phone")
    pilot.tap("More options")
    pilot.tap("Settings")
    pilot.tap("Blocked numbers")


class Unblock(Template):
    """One of several blocked numbers is let through again."""

    name = "phone.unblock"
    level = Level.MEDIUM
    apps = ("Phone",)
    goals = (
        "Unblock the number {number}.",
        "I blocked {number} by mistake. Let it call me again.",
        "Take {number} off my list of blocked numbers.",
    )

    def setup(self, scene: Scene) -> Params:
        number = fresh_number(scene)
        other = near_number(scene, number)
        pair = [number, other]
        scene.rng.shuffle(pair)
        for age, one in enumerate(pair):
            at = scene.world.day(-2 - age)
            block(scene.phone.databases[PATH], one, date_ms=millis(at))
        return {"number": number, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "blocked", {"number": Digits(v["number"])})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_blocked(pilot)
        pilot.tap(f"Unblock {v['number']}")
        if not v.get("skip_confirm"):
            pilot.tap("Unblock", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the similar number": {"number": v["other"]},
            "not confirmed": {"skip_confirm": True},
        }


class AlreadyBlocked(Template):
    """The number is blocked already: nothing is to be done."""

    name = "phone.already_blocked"
    apps = ("Phone",)
    goals = (
        "Make sure that {number} is blocked.",
        "Is {number} on my list of blocked numbers? If not, block it.",
        "I never want to hear from {number} again. Check that it is blocked.",
    )

    def setup(self, scene: Scene) -> Params:
        number = fresh_number(scene)
        at = millis(scene.world.day(-scene.rng.randint(2, 60)))
        block(scene.phone.databases[PATH], number, date_ms=at)
        return {"number": number, "similar": near_number(scene, number)}

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_blocked(pilot)
        if v.get("toggle"):
            pilot.tap(f"Unblock {v['number']}")
            pilot.tap("Unblock", role="button")
        elif pilot.reach("Add a number") and not pilot.shows(v["number"]):
            pilot.tap("Add a number")
            pilot.type(v["number"])
            pilot.tap("Block", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "unblocked it": {"toggle": True},
            "blocked a similar number": {"number": v["similar"]},
        }


class LongestCall(Template):
    """The calls of the morning are compared."""

    name = "phone.longest_call"
    level = Level.HARD
    apps = ("Phone",)
    hidden = ("name",)
    goals = (
        "Who did I talk to the longest on the phone today?",
        "Look through today's calls: which one was the longest, and with whom?",
        "With whom was my longest phone call this morning? Just tell me the name.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        people = rng.sample(scene.world.people, 5)
        lengths = rng.sample(range(40, 2400, 35), 5)
        minutes = sorted(rng.sample(range(150), 5))
        for person, seconds, minute in zip(people, lengths, minutes, strict=True):
            add_call(
                scene.phone.calls,
                person.phone,
                kind=rng.choice((INCOMING, OUTGOING)),
                date_ms=millis(scene.world.day(0, 6, minute)),
                duration_s=seconds,
                name=person.name,
            )
        ranked = sorted(zip(lengths, [person.name for person in people], strict=True))
        return {
            "name": ranked[-1][1],
            "rank": -1,
            "others": [name.partition(" ")[0] for _, name in ranked[:-1]],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["name"].partition(" ")[0], nots=tuple(v["others"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Phone")
        ranked = sorted(rows_of_today(pilot), key=seconds_of)
        rank: int = v["rank"]
        pilot.say(ranked[rank].partition(", ")[0])

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the second longest": {"rank": -2}, "the shortest": {"rank": 0}}
