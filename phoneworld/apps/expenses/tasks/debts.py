"""Tasks in which an expense is shared, or a share is paid back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.expenses.data import PATH, add_expense, add_share
from phoneworld.apps.expenses.tasks.setup import (
    database_of,
    draw_cents,
    draw_day,
    draw_purchase,
    spoken,
)
from phoneworld.author import (
    Added,
    Changed,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
    Way,
)
from phoneworld.formats import day_name
from phoneworld.world import make_person


@dataclass(frozen=True)
class SplitExpense(TaskType):
    """An expense is split between three people."""

    template = "expenses.split"
    level = Level.HARD
    apps = ("Expenses",)
    goals = (
        "Split the {note} of {day_text} equally between me, {one} and {two}.",
        (
            "{one} and {two} share the {note} on {day_text} with me. Enter that in Expenses, in equal "
            "parts."
        ),
        "I paid for {note} on {day_text}, but it was for three: {one}, {two} and me. Split it.",
    )

    note: str
    one: str
    two: str
    three: str
    expense: int
    each: int
    day_text: str
    day_row: str
    other_row: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, note = draw_purchase(rng)
        one, two, three = rng.sample(scene.world.people, 3)
        cents = draw_cents(rng, 30, 150)
        days = [
            scene.world.day(-offset).date().isoformat() for offset in rng.sample(range(1, 30), 2)
        ]
        for day in sorted(days):
            add_expense(database_of(scene), cents, category=category, day=day, note=note)
        return cls(
            note=note,
            one=one.name,
            two=two.name,
            three=three.name,
            expense=database_of(scene).value(
                "SELECT _id FROM expenses WHERE note = ? AND day = ?", note, days[0]
            ),
            each=cents // 3,
            day_text=spoken(days[0]),
            day_row=day_name(days[0], scene.phone.today),
            other_row=day_name(days[1], scene.phone.today),
        )

    def expect(self) -> list[Expectation]:
        part = {"expense_id": self.expense, "amount": self.each, "settled": 0}
        return [
            Added(PATH, "shares", {**part, "person": self.one}),
            Added(PATH, "shares", {**part, "person": self.two}),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.type(self.note, into="Search expenses")
        pilot.tap(self.day_row, role="item")
        pilot.tap("Split with people")
        for name in (self.one, self.two):
            if name:
                pilot.tap(name, role="checkbox")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one forgotten": Instead(two=""),
            "somebody else": Instead(two=self.three),
            "the same on another day": Instead(day_row=self.other_row),
        }


@dataclass(frozen=True)
class SettleUp(TaskType):
    """All that somebody owes is marked as paid back."""

    template = "expenses.settle"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "{name} has paid me back everything. Settle it in Expenses.",
        "Mark all that {name} owes me as paid back.",
        "I got the money from {name}, so we are even now. Please note that in Expenses.",
    )

    name: str
    double: str
    ids: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        person = rng.choice(scene.world.people)
        double = f"{person.first} {make_person(rng, {person.name}).last}"
        if double == person.name:
            double += "-Reyes"
        database.run("DELETE FROM shares WHERE person = ?", person.name)
        ids: list[int] = []
        for name, count in ((person.name, rng.randint(2, 3)), (double, 1)):
            for _ in range(count):
                category, note = draw_purchase(rng)
                cents = draw_cents(rng, 10, 90)
                day = draw_day(scene, -30, -1)
                expense = add_expense(database, cents, category=category, day=day, note=note)
                share = add_share(database, expense, name, cents // 2)
                if name == person.name:
                    ids.append(share)
        return cls(name=person.name, double=double, ids=tuple(ids))

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "shares", {"_id": id, "settled": 0}, {"settled": 1}) for id in self.ids
        ]

    def script(self) -> Script:
        return (
            Open("Expenses"),
            Tap("People"),
            Tap(self.name, role="item"),
            Tap("Settle up"),
            Tap("Settle", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        to_debts = (Open("Expenses"), Tap("People"), Tap(self.name, role="item"))
        one = (Tap("Open", role="item"), Tap("Mark as paid back"))
        return {
            "the other of that first name": Instead(name=self.double),
            "only one of the debts": Way(*to_debts, *one),
        }
