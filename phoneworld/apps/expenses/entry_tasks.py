"""Tasks with single expenses."""

from __future__ import annotations

from datetime import date

from phoneworld.apps.expenses.data import ME, NAMES, PATH, add_expense, plain_amount
from phoneworld.apps.expenses.draws import (
    PURCHASES,
    database_of,
    draw_cents,
    draw_day,
    draw_purchase,
    spoken,
)
from phoneworld.tasks.expect import Added, Asked, Changed, Ended, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.wording import day_name, dollars
from runtime.actions import Direction, FinishStatus


class AddExpense(Template):
    """Something bought today."""

    name = "expenses.add"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "Enter {amount} for {note} in my expenses, category {category}.",
        "I just paid {amount} ({note}). Add it to Expenses under {category}.",
        "Please log a new {category} expense of {amount} with the note {note}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        category, note = draw_purchase(rng)
        cents = draw_cents(rng, 6, 140)
        return {
            "amount": dollars(cents),
            "cents": cents,
            "note": note,
            "category": category,
            "other_category": rng.choice([name for name in NAMES if name != category]),
            "day": scene.phone.today,
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"amount": v["cents"], "category": v["category"], "note": v["note"]}
        return [Added(PATH, "expenses", {**wanted, "day": v["day"], "payer": ME})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Expenses")
        pilot.tap("Add expense")
        pilot.type(v["amount"].removeprefix("$"), into="Amount")
        pilot.type(v["note"], into="Note")
        if v["category"] != NAMES[0]:
            pilot.tap("Category")
            pilot.tap(v["category"], role="radio")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "ten times the amount": {"amount": dollars(v["cents"] * 10)},
            "another category": {"category": v["other_category"]},
            "no note": {"note": ""},
        }


class AddEarlier(Template):
    """Something that somebody else paid some days ago."""

    name = "expenses.add_earlier"
    level = Level.HARD
    apps = ("Expenses",)
    goals = (
        "On {day_text} {payer} paid {amount} for {note}. Put it into my expenses as {category}.",
        "Add an expense in {category}: {note}, {amount}, paid by {payer} on {day_text}.",
        (
            "I forgot to log something: {payer} paid {amount} for {note} on {day_text}. "
            "It belongs to {category}."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        category, note = draw_purchase(rng)
        payer, other = rng.sample(scene.world.people, 2)
        cents = draw_cents(rng, 15, 180)
        day = draw_day(scene, -25, -2)
        other_day = date.fromordinal(date.fromisoformat(day).toordinal() + 1).isoformat()
        return {
            "amount": dollars(cents),
            "cents": cents,
            "note": note,
            "category": category,
            "payer": payer.name,
            "other_payer": other.name,
            "day": day,
            "day_text": spoken(day),
            "other_day": other_day,
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"amount": v["cents"], "category": v["category"], "note": v["note"]}
        return [Added(PATH, "expenses", {**wanted, "day": v["day"], "payer": v["payer"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Expenses")
        pilot.tap("Add expense")
        pilot.type(v["amount"].removeprefix("$"), into="Amount")
        pilot.type(v["note"], into="Note")
        pilot.tap("Category")
        pilot.tap(v["category"], role="radio")
        if not v.get("skip_day"):
            pilot.tap("Date")
            pilot.pick_date(v["day"])
        if not v.get("skip_payer"):
            pilot.tap("Paid by")
            pilot.tap(v["payer"], role="radio")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "today's date left": {"skip_day": True},
            "a day too late": {"day": v["other_day"]},
            "payer left": {"skip_payer": True},
            "another payer": {"payer": v["other_payer"]},
        }


class DeleteExpense(Template):
    """One of several with the same note goes."""

    name = "expenses.delete"
    apps = ("Expenses",)
    goals = (
        "Delete the {note} expense of {amount}.",
        "Remove the {amount} that I entered for {note} from my expenses.",
        "There is a {note} entry of {amount} in Expenses that is wrong. Please get rid of it.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        category, note = draw_purchase(rng)
        cents = draw_cents(rng, 12, 80)
        others = [cents + step for step in rng.sample((-900, -500, 200, 700, 1000), 2)]
        for one in rng.sample([cents, *others], 3):
            day = draw_day(scene, -30, -1)
            add_expense(database_of(scene), one, category=category, day=day, note=note)
        return {
            "amount": dollars(cents),
            "cents": cents,
            "note": note,
            "others": [dollars(one) for one in others],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "expenses", {"amount": v["cents"], "note": v["note"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Expenses")
        pilot.type(v["note"], into="Search expenses")
        pilot.enter()
        pilot.swipe(v["amount"], Direction.LEFT)
        pilot.tap(v.get("answer", "Delete"), role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another of that note": {"amount": v["others"][0]},
            "cancelled": {"answer": "Cancel"},
        }


class FixAmount(Template):
    """The amount of an expense was wrong."""

    name = "expenses.fix_amount"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "The {note} on {day_text} cost {right}, not {wrong}. Correct it in Expenses.",
        "Change the amount of my {note} expense of {day_text} to {right}.",
        "I mistyped something: {note} on {day_text} should be {right}. Please fix the entry.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        category, note = draw_purchase(rng)
        cents = draw_cents(rng, 12, 90)
        right = rng.choice((cents + 900, cents * 10, cents + 1100, cents - 270))
        offsets = rng.sample(range(-30, 0), 3)
        days = [scene.world.day(offset).date().isoformat() for offset in offsets]
        for index, day in sorted(enumerate(days), key=lambda pair: pair[1]):
            one = cents if index < 2 else cents + 100
            add_expense(database_of(scene), one, category=category, day=day, note=note)
        return {
            "note": note,
            "wrong": dollars(cents),
            "wrong_cents": cents,
            "right": dollars(right),
            "right_cents": right,
            "day": days[0],
            "day_text": spoken(days[0]),
            "day_row": day_name(days[0], scene.phone.today),
            "other_row": day_name(days[1], scene.phone.today),
        }

    def expect(self, v: Params) -> list[Expectation]:
        old = {"amount": v["wrong_cents"], "note": v["note"], "day": v["day"]}
        return [Changed(PATH, "expenses", old, {"amount": v["right_cents"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Expenses")
        pilot.type(v["note"], into="Search expenses")
        pilot.tap(v["day_row"], role="item")
        pilot.tap("Edit expense")
        pilot.type(v["right"].removeprefix("$"), into="Amount", clear=not v.get("keep"))
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the same on another day": {"day_row": v["other_row"]},
            "the old amount not cleared": {"keep": True},
            "another amount": {"right": dollars(v["right_cents"] + 100)},
        }


class AlreadyEntered(Template):
    """An expense that is there must not be entered again."""

    name = "expenses.already_entered"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "Make sure that {amount} for {note} on {day_text} is in my expenses.",
        "Did I log the {note} of {day_text} ({amount})? If not, add it under {category}.",
        (
            "I am not sure whether the {amount} for {note} on {day_text} is in Expenses yet. "
            "See that it is there exactly once."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        category, note = draw_purchase(rng)
        cents = draw_cents(rng, 10, 120)
        day = draw_day(scene, -25, -2)
        add_expense(database_of(scene), cents, category=category, day=day, note=note)
        return {
            "note": note,
            "category": category,
            "amount": dollars(cents),
            "day": day,
            "day_text": spoken(day),
            "typed": plain_amount(cents),
        }

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Expenses")
        pilot.type(v["note"], into="Search expenses")
        row = pilot.reach(v["note"], role="item")
        if v.get("delete"):
            pilot.swipe(row.text, Direction.LEFT)
            pilot.tap("Delete", role="button")
        if v.get("add"):
            pilot.tap("Add expense")
            pilot.type(v["typed"], into="Amount")
            pilot.type(v["note"], into="Note")
            pilot.tap("Category")
            pilot.tap(v["category"], role="radio")
            pilot.tap("Date")
            pilot.pick_date(v["day"])
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"entered twice": {"add": True}, "deleted": {"delete": True}}


class DeleteAfterAsking(Template):
    """Which of two entries is meant must be asked."""

    name = "expenses.ask_which"
    level = Level.HARD
    apps = ("Expenses",)
    goals = (
        "Delete the {note} entry from my expenses. Ask me if there is more than one.",
        "Remove {note} from Expenses; if you cannot tell which one I mean, check with me.",
        "I cancelled {note}, so take it out of my expenses. Ask first if that is ambiguous.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        category, note = draw_purchase(rng)
        offsets = rng.sample(range(-28, 0), 2)
        days = [scene.world.day(offset).date().isoformat() for offset in offsets]
        amounts = [draw_cents(rng, 12, 60), draw_cents(rng, 61, 120)]
        for day, cents in zip(days, amounts, strict=True):
            add_expense(database_of(scene), cents, category=category, day=day, note=note)
        return {
            "note": note,
            "day": days[0],
            "cents": amounts[0],
            "meant": dollars(amounts[0]),
            "other": dollars(amounts[1]),
        }

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        gone = {"note": v["note"], "day": v["day"], "amount": v["cents"]}
        return [Asked(), Removed(PATH, "expenses", gone)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Expenses")
        pilot.type(v["note"], into="Search expenses")
        pilot.enter()
        meant = v.get("guess") or pilot.ask(f"Which {v['note']} do you mean, by its amount?")
        pilot.swipe(meant, Direction.LEFT)
        pilot.tap("Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
        }


class DeleteMissing(Template):
    """The expense to delete is not there; one much like it is."""

    name = "expenses.missing"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "Delete the {note} expense of {amount} from {day_text}.",
        "Please remove {note}, {amount}, entered for {day_text}, from Expenses.",
        "In Expenses there is a {note} entry of {amount} on {day_text}. Take it out.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        category, note = draw_purchase(rng)
        similar = rng.choice([one for one in PURCHASES[category] if one != note])
        cents = draw_cents(rng, 12, 90)
        offset = rng.randint(-25, -5)
        day = scene.world.day(offset).date().isoformat()
        near = scene.world.day(offset + 2).date().isoformat()
        database = database_of(scene)
        add_expense(database, cents + 1000, category=category, day=near, note=note)
        add_expense(database, cents, category=category, day=day, note=similar)
        return {
            "note": note,
            "similar": similar,
            "amount": dollars(cents),
            "day_text": spoken(day),
        }

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Expenses")
        pilot.type(v["note"], into="Search expenses")
        if v.get("delete"):
            pilot.swipe("·", Direction.LEFT)
            pilot.tap("Delete", role="button")
            return
        pilot.give_up(f"There is no {v['note']} expense of {v['amount']} on {v['day_text']}.")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "deleted one of another amount": {"delete": True},
            "deleted one of another note": {"delete": True, "note": v["similar"]},
        }
