"""Tasks with scheduled payments and with what was paid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.wallet.data import (
    MONTHLY,
    PATH,
    RECEIVED,
    RHYTHMS,
    SENT,
    add_scheduled,
    add_transaction,
    pin_of,
)
from phoneworld.apps.wallet.tasks.setup import (
    REASONS,
    add_namesake,
    database_of,
    draw_cents,
    draw_people,
    enter_pin,
    plain,
    spoken,
)
from phoneworld.author import (
    Added,
    End,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Open,
    PickDate,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
    TaskType,
)
from phoneworld.formats import cents_of, dollars
from phoneworld.world import millis


@dataclass(frozen=True)
class SchedulePayment(TaskType):
    """A standing payment is set up."""

    template = "wallet.schedule"
    level = Level.HARD
    apps = ("Wallet",)
    goals = (
        (
            "Set up a {rhythm} payment of {amount} to {person} in the Wallet, starting on {day_text}, "
            "with the note {note}. PIN: {pin}."
        ),
        (
            "{person} is to get {amount} {rhythm} from my Wallet, for the first time on {day_text}. Note: "
            "{note}. My PIN is {pin}."
        ),
        (
            "Schedule {amount} for {person} ({note}) in the Wallet: {rhythm}, first payment {day_text}. "
            "The PIN is {pin}."
        ),
    )

    person: str
    handle: str
    double: str
    every: str
    rhythm: str
    wrong_every: str
    day: str
    day_text: str
    wrong_day: str
    amount: str
    cents: int
    note: str
    pin: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        (person,) = draw_people(scene, 1)
        every, wrong = rng.sample(RHYTHMS[1:], 2)
        offset = rng.randint(3, 40)
        day, wrong_day = (scene.world.day(offset + more).date().isoformat() for more in (0, 1))
        cents = draw_cents(rng, 10, 250)
        return cls(
            person=person.name,
            handle=person.handle,
            double=add_namesake(scene, person.name),
            every=every,
            rhythm=every.lower(),
            wrong_every=wrong,
            day=day,
            day_text=spoken(day),
            wrong_day=wrong_day,
            amount=plain(cents),
            cents=cents,
            note=rng.choice(REASONS),
            pin=pin_of(database),
        )

    def expect(self) -> list[Expectation]:
        whom = {"party": self.person, "handle": self.handle, "note": self.note}
        when = {"every": self.every, "next_day": self.day, "active": 1}
        return [Added(PATH, "scheduled", {**whom, **when, "amount": self.cents})]

    def script(self) -> Script:
        return (
            Open("Wallet"),
            Tap("Scheduled", role="tab"),
            Tap("Schedule a payment"),
            Tap(self.person, role="item"),
            Enter(self.amount.removeprefix("$"), into="Amount"),
            Enter(self.note, into="Note"),
            Tap("First payment", role="item"),
            PickDate(self.day),
            *(
                (Tap("Repeats", role="item"), Tap(self.every, role="radio"))
                if self.every != MONTHLY
                else ()
            ),
            TapId("go"),
            *enter_pin(self.pin),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another rhythm": Instead(every=self.wrong_every),
            "a day late": Instead(day=self.wrong_day),
            "the other of that first name": Instead(person=self.double),
        }


@dataclass(frozen=True)
class CancelScheduled(TaskType):
    """One of two payments to a person is stopped for good."""

    template = "wallet.cancel_scheduled"
    level = Level.MEDIUM
    apps = ("Wallet",)
    goals = (
        "Cancel the scheduled payment to {person} for {note} in my Wallet.",
        "I no longer pay {person} for {note}. Cancel that scheduled payment in the Wallet.",
        "Delete the {note} payment to {person} from the scheduled payments in the Wallet.",
    )

    person: str
    note: str
    other_note: str
    payment: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        (person,) = draw_people(scene, 1)
        database.run("DELETE FROM scheduled WHERE party = ?", person.name)
        notes = rng.sample(REASONS, 2)
        ids = [
            add_scheduled(
                database,
                person.name,
                draw_cents(rng, 10, 90),
                handle=person.handle,
                note=note,
                next_day=scene.world.day(rng.randint(2, 28)).date().isoformat(),
            )
            for note in notes
        ]
        return cls(person=person.name, note=notes[0], other_note=notes[1], payment=ids[0])

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "scheduled", {"_id": self.payment, "note": self.note})]

    def script(self) -> Script:
        return (
            Open("Wallet"),
            Tap("Scheduled", role="tab"),
            Tap(f"{self.person}, {self.note} ·", role="item"),
            Tap("Cancel payment", role="button"),
            Tap("Cancel payment", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other payment": Instead(note=self.other_note),
            "only paused": Swap(
                Tap("Cancel payment", role="button"), Tap("Active", role="switch"), End()
            ),
        }


@dataclass(frozen=True)
class SentTotal(TaskType):
    """What somebody got this month."""

    template = "wallet.sent_total"
    level = Level.HARD
    apps = ("Wallet",)
    hidden = ("first", "second")
    goals = (
        "How much money have I sent to {person} with the Wallet in {month} altogether?",
        "Add up what {person} got from me through the Wallet in {month}. What is the sum?",
        "What is the total of my Wallet payments to {person} in {month}?",
    )

    person: str
    month: str
    first: str
    second: str
    total: str
    all_months: str
    with_received: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        (person,) = draw_people(scene, 1)
        database.run("DELETE FROM transactions WHERE party = ?", person.name)
        count = rng.randint(2, 3)
        # A few cents more each time: no two sums are the same.
        amounts = [draw_cents(rng, 5, 95) + step for step in range(count + 2)]
        booked = [
            *((SENT, -cents, -rng.randint(1, 13)) for cents in amounts[:count]),
            (RECEIVED, amounts[count], -rng.randint(1, 13)),
            (SENT, -amounts[count + 1], -rng.randint(16, 40)),
        ]
        for kind, cents, day in booked:
            add_transaction(
                database,
                kind,
                cents,
                person.name,
                handle=person.handle,
                note=rng.choice(REASONS),
                at_ms=millis(scene.world.day(day, rng.randint(8, 21), rng.randint(0, 59))),
            )
        total = sum(amounts[:count])
        return cls(
            person=person.name,
            month=f"{scene.world.now:%B}",
            first=dollars(amounts[0]),
            second=dollars(amounts[1]),
            total=dollars(total),
            all_months=dollars(total + amounts[count + 1]),
            with_received=dollars(total + amounts[count]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.total)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Wallet")
        pilot.tap("Activity", role="tab")
        pilot.type(self.person, into="Search activity")
        pilot.enter()
        total = 0
        for element in pilot.screen.elements:
            if f", {SENT} · " in element.text and f" {self.month[:3]}, " in element.text:
                total += cents_of(element.text.rpartition("$")[2]) or 0
        pilot.say(dollars(total))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "of all months": Swap(Say, Say(self.all_months)),
            "with what came in": Swap(Say, Say(self.with_received)),
        }


@dataclass(frozen=True)
class PaymentReference(TaskType):
    """The reference of one of several payments."""

    template = "wallet.reference"
    level = Level.MEDIUM
    apps = ("Wallet",)
    hidden = ("value",)
    goals = (
        "What is the reference of the {amount} that I sent to {person}?",
        "Find my Wallet payment of {amount} to {person} and tell me its reference number.",
        "{person} asks for the reference of the {amount} I paid them by Wallet. What is it?",
    )

    person: str
    amount: str
    other: str
    value: str
    handle: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        (person,) = draw_people(scene, 1)
        database.run("DELETE FROM transactions WHERE party = ?", person.name)
        cents = draw_cents(rng, 10, 90)
        amounts = rng.sample((cents, cents + 500, cents - 300), 3)
        for one in amounts:
            add_transaction(
                database,
                SENT,
                -one,
                person.name,
                handle=person.handle,
                note=rng.choice(REASONS),
                at_ms=millis(scene.world.day(-rng.randint(1, 40), rng.randint(8, 21))),
            )

        def reference(amount: int) -> str:
            sql = "SELECT reference FROM transactions WHERE party = ? AND amount = ?"
            return database.value(sql, person.name, -amount)

        return cls(
            person=person.name,
            amount=dollars(cents),
            other=dollars(cents + 500),
            value=reference(cents),
            handle=person.handle,
            wrong=(reference(cents + 500), reference(cents - 300)),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.value, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Wallet")
        pilot.tap("Activity", role="tab")
        pilot.type(self.person, into="Search activity")
        pilot.tap(f"-{self.amount}", role="item")
        pilot.say(pilot.read("reference"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another payment": Instead(amount=self.other),
            "the handle": Swap(Say, Say(self.handle)),
        }
