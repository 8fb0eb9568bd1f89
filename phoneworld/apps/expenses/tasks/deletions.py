"""Tasks in which an expense is deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.expenses.data import PATH, add_expense
from phoneworld.apps.expenses.tasks.setup import (
    PURCHASES,
    database_of,
    draw_cents,
    draw_day,
    draw_purchase,
    spoken,
)
from phoneworld.author import (
    ENTER_KEY,
    Direction,
    Enter,
    Expectation,
    ExpectedEnding,
    ExpectedQuestion,
    FinishStatus,
    Guess,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Swipe,
    Tap,
    TaskType,
    Way,
    give_up,
)
from phoneworld.formats import dollars


@dataclass(frozen=True)
class DeleteExpense(TaskType):
    """One of several expenses with the same note is deleted."""

    template = "expenses.delete"
    apps = ("Expenses",)
    goals = (
        "Delete the {note} expense of {amount}.",
        "Remove the {amount} that I entered for {note} from my expenses.",
        "There is a {note} entry of {amount} in Expenses that is wrong. Please get rid of it.",
    )

    amount: str
    cents: int
    note: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, note = draw_purchase(rng)
        cents = draw_cents(rng, 12, 80)
        others = [cents + step for step in rng.sample((-900, -500, 200, 700, 1000), 2)]
        for one in rng.sample([cents, *others], 3):
            day = draw_day(scene, -30, -1)
            add_expense(database_of(scene), one, category=category, day=day, note=note)
        return cls(
            amount=dollars(cents),
            cents=cents,
            note=note,
            others=tuple(dollars(one) for one in others),
        )

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "expenses", {"amount": self.cents, "note": self.note})]

    def script(self) -> Script:
        return (
            Open("Expenses"),
            Enter(self.note, into="Search expenses"),
            ENTER_KEY,
            Swipe(self.amount, Direction.LEFT),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another of that note": Instead(amount=self.others[0]),
            "cancelled": Swap(Tap("Delete", role="button"), Tap("Cancel", role="button")),
        }


@dataclass(frozen=True)
class DeleteExpenseAfterAsking(TaskType):
    """An expense is deleted; the user must be asked which of two."""

    template = "expenses.ask_which"
    level = Level.HARD
    apps = ("Expenses",)
    goals = (
        "Delete the {note} entry from my expenses. Ask me if there is more than one.",
        "Remove {note} from Expenses; if you cannot tell which one I mean, check with me.",
        "I cancelled {note}, so take it out of my expenses. Ask first if that is ambiguous.",
    )

    note: str
    day: str
    cents: int
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, note = draw_purchase(rng)
        offsets = rng.sample(range(-28, 0), 2)
        days = [scene.world.day(offset).date().isoformat() for offset in offsets]
        amounts = [draw_cents(rng, 12, 60), draw_cents(rng, 61, 120)]
        for day, cents in zip(days, amounts, strict=True):
            add_expense(database_of(scene), cents, category=category, day=day, note=note)
        return cls(
            note=note,
            day=days[0],
            cents=amounts[0],
            meant=dollars(amounts[0]),
            other=dollars(amounts[1]),
        )

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        gone = {"note": self.note, "day": self.day, "amount": self.cents}
        return [ExpectedQuestion(), Removed(PATH, "expenses", gone)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.type(self.note, into="Search expenses")
        pilot.enter()
        meant = pilot.ask(f"Which {self.note} do you mean, by its amount?")
        pilot.swipe(meant, Direction.LEFT)
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


@dataclass(frozen=True)
class DeleteMissingExpense(TaskType):
    """The expense to delete is not there, only similar ones."""

    template = "expenses.missing"
    level = Level.MEDIUM
    apps = ("Expenses",)
    goals = (
        "Delete the {note} expense of {amount} from {day_text}.",
        "Please remove {note}, {amount}, entered for {day_text}, from Expenses.",
        "In Expenses there is a {note} entry of {amount} on {day_text}. Take it out.",
    )

    note: str
    similar: str
    amount: str
    day_text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(note=note, similar=similar, amount=dollars(cents), day_text=spoken(day))

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def script(self) -> Script:
        missing = f"There is no {self.note} expense of {self.amount} on {self.day_text}."
        return (Open("Expenses"), Enter(self.note, into="Search expenses"), give_up(missing))

    def mistakes(self) -> dict[str, Mistake]:
        def delete(note: str) -> Way:
            find = (Open("Expenses"), Enter(note, into="Search expenses"))
            return Way(*find, Swipe("·", Direction.LEFT), Tap("Delete", role="button"))

        return {
            "deleted one of another amount": delete(self.note),
            "deleted one of another note": delete(self.similar),
        }
