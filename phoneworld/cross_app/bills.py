"""Bills across apps: what Huddle knows of them, needed in the calendar or a mail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import day_text, days_after
from phoneworld.apps.huddle.mini.bills.data import KINDS, period_of
from phoneworld.apps.huddle.mini.bills.tasks.setup import account_of
from phoneworld.apps.huddle.receipts import enter, row_text
from phoneworld.apps.mail.tasks.setup import SUBJECTS, add_friend
from phoneworld.author import (
    Contains,
    Expectation,
    Hold,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import cents_in, day_in
from phoneworld.cross_app.outcomes import amount, mailed, whole_day
from phoneworld.cross_app.shared_steps import all_day_event, mail_to
from phoneworld.formats import dollars


def spread_bills(scene: Scene) -> dict[str, str]:
    """Give the open bills days of their own to be due; by kind."""
    database = scene.phone.databases[PATH]
    days = scene.rng.sample(range(1, 24), len(KINDS))
    dues = {kind: days_after(scene.phone.today, day) for kind, day in zip(KINDS, days, strict=True)}
    for kind, due in dues.items():
        database.run(
            "UPDATE bills_bills SET due = ? WHERE account_id = ? AND status = 'open'",
            due,
            account_of(database, kind)["_id"],
        )
    return dues


@dataclass(frozen=True)
class BillToCalendar(TaskType):
    """A bill's day and amount are entered in the calendar."""

    template = "cross.bill_to_calendar"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Calendar")
    hidden = ("shown", "sum")
    goals = (
        'Enter the open {low_kind} bill from Huddle\'s Bills in my calendar: an all-day event "{title}" on the day it is due, with the amount in the description.',
        'When is the {low_kind} bill in Huddle due, and how much is it? Make an all-day event "{title}" on that day and put the amount in its description.',
        'I must not forget the {low_kind} bill that is open in Huddle. Add "{title}" as an all-day event on its due date; the description should name the amount.',
    )

    utility: str
    low_kind: str
    other: str
    title: str
    day: str
    shown: str
    cents: int
    sum: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = scene.phone.databases[PATH]
        dues = spread_bills(scene)
        kind, other = scene.rng.sample(tuple(KINDS), 2)
        account = account_of(database, kind)
        cents = scene.rng.randrange(2150, 9950, 5)
        database.run(
            "UPDATE bills_bills SET cents = ? WHERE account_id = ? AND status = 'open'",
            cents,
            account["_id"],
        )
        return cls(
            utility=kind,
            low_kind=kind.lower(),
            other=other,
            title=scene.rng.choice(("Bill to pay", "Pay this", "Last day to pay", "Money due")),
            day=dues[kind],
            shown=day_text(dues[kind]),
            cents=cents,
            sum=dollars(cents),
        )

    def expect(self) -> list[Expectation]:
        return [whole_day(self.title, self.day, description=amount(self.cents))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        row = row_text(pilot, f"{self.utility} ·", "due ")
        day = day_in(pilot, row.rpartition("due ")[2])
        pilot.follow(all_day_event(self.title, day, dollars(cents_in(row))))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another bill": Instead(utility=self.other)}


@dataclass(frozen=True)
class BillReferenceByMail(TaskType):
    """The reference of a bill is copied and pasted into a mail."""

    template = "cross.bill_reference_by_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Mail")
    hidden = ("reference",)
    goals = (
        'Mail {name} the reference of my {low_kind} bill for {period} from Huddle. Subject: "{subject}".',
        "{name} needs the reference that stands on the {low_kind} bill of {period} in Huddle's Bills. Send it by email with the subject {subject}.",
        'Copy the reference of the {low_kind} bill for {period} out of Huddle and send it to {name} in a mail called "{subject}".',
    )

    name: str
    address: str
    double: str
    subject: str
    provider: str
    low_kind: str
    period: str
    other: str
    reference: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        friend = add_friend(scene)
        double = add_friend(scene, first=friend.first)
        account = account_of(database, rng.choice(tuple(KINDS)))
        period, other = (period_of(month, scene.phone.today) for month in rng.sample((1, 2, 3), 2))
        return cls(
            name=friend.name,
            address=friend.address,
            double=double.name,
            subject=rng.choice(SUBJECTS),
            provider=account["provider"],
            low_kind=account["kind"].lower(),
            period=period,
            other=other,
            reference=database.value(
                "SELECT reference FROM bills_bills WHERE account_id = ? AND period = ?",
                account["_id"],
                period,
            ),
        )

    def expect(self) -> list[Expectation]:
        return [mailed(self.address, Contains(self.reference), self.subject)]

    def script(self) -> Script:
        return (
            *enter("Bills"),
            Tap("Accounts", role="tab"),
            Tap(self.provider, role="item"),
            Tap(f"· {self.period}", role="item"),
            Hold("Reference", role="item"),
            Tap("Copy"),
            *mail_to(self.name, self.subject),
            Hold("Compose email", role="field"),
            Tap("Paste"),
            Tap("Send", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the bill of another month": Instead(period=self.other),
            "to the namesake": Instead(name=self.double),
            "only a draft": Swap(Tap("Send", role="button"), Tap("Navigate up", role="button")),
        }


TASKS = templates_of(BillToCalendar, BillReferenceByMail)
