"""Money across apps: what was spent, owed and due is read in one app and needed in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.expenses.data import add_expense, add_share, month_after, month_name
from phoneworld.apps.expenses.draws import (
    PURCHASES,
    database_of,
    draw_cents,
    draw_day,
    draw_purchase,
)
from phoneworld.apps.huddle.data import PATH as HUDDLE_PATH
from phoneworld.apps.huddle.receipts import enter
from phoneworld.apps.mail.tasks.scenery import SOME_SHOPS
from phoneworld.apps.notes.data import PATH as NOTES_PATH
from phoneworld.apps.notes.data import add_note
from phoneworld.apps.wallet.data import PATH as WALLET_PATH
from phoneworld.apps.wallet.data import handle_for
from phoneworld.apps.wallet.draws import REASONS
from phoneworld.author import (
    Added,
    Answered,
    Direction,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.tasks.dealings import (
    SUMS,
    account,
    amount,
    cents_in,
    dollars,
    log_expense,
    logged,
    noted,
    payees,
    short_day,
    typed,
    write_note,
)
from phoneworld.tasks.handover import glean, letter, open_mail
from phoneworld.wording import day_name
from phoneworld.world import millis


@dataclass(frozen=True)
class ExpenseTotalToNote(TaskType):
    """What a category cost last month becomes a note; a note of an earlier month is there."""

    template = "cross.expense_total_to_note"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Expenses", "Notes")
    hidden = ("value",)
    goals = (
        'Write a new note titled "{title}" with the total that I spent on {category} in {month}, according to Expenses.',
        'Look up in Expenses what {category} cost me in {month} altogether, and save the amount as a new note called "{title}".',
        'How much went into {category} in {month}? Put the sum from Expenses in a new note with the title "{title}".',
    )

    title: str
    category: str
    other: str
    month: str
    value: str
    cents: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        this = scene.phone.today[:7]
        last = month_after(this, -1)
        category, other = rng.sample(tuple(PURCHASES), 2)
        for name in (category, other):
            for month, latest in ((last, 28), (this, 12)):
                for _ in range(2):
                    add_expense(
                        database,
                        draw_cents(rng, 8, 90),
                        category=name,
                        day=f"{month}-{rng.randint(1, latest):02d}",
                        note=rng.choice(PURCHASES[name]),
                    )
        sql = "SELECT sum(amount) FROM expenses WHERE category = ? AND substr(day, 1, 7) = ?"
        cents: int = database.value(sql, category, last)
        topic = rng.choice(
            ("For the tax adviser", "Household book", "Spending check", "To discuss")
        )
        old = f"{month_name(month_after(last, -1))}: {dollars(cents + rng.randint(3, 90) * 100)}"
        moment = millis(scene.world.day(-rng.randint(20, 40), 12))
        add_note(scene.phone.databases[NOTES_PATH], f"{topic} (old)", old, now_ms=moment)
        return cls(
            title=topic,
            category=category,
            other=other,
            month=month_name(last).split()[0],
            value=dollars(cents),
            cents=cents,
        )

    def expect(self) -> list[Expectation]:
        return [noted(self.title, amount(self.cents))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.tap("Summary", role="tab")
        pilot.tap("Previous month")
        cents = cents_in(pilot.reach(self.category, role="item").text)
        body = f"{self.category}, {self.month}: {dollars(cents)}"
        write_note(pilot, self.title, body, save=not v.get("unsaved"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another category": Instead(category=self.other),
            "not saved": Instead(unsaved=True),
        }


def two_receipts(scene: Scene) -> Params:
    """Two receipts of one shop are in the mail, for different things on different days."""
    rng = scene.rng
    shop, _ = rng.choice(SOME_SHOPS)
    category = rng.choice(tuple(PURCHASES))
    things = rng.sample(PURCHASES[category], 2)
    offsets = rng.sample(range(3, 12), 2)
    v: Params = {"shop": shop.name, "category": category, "thing": things[0], "other": things[1]}
    for thing, offset in reversed(list(zip(things, offsets, strict=True))):
        day = scene.world.day(-offset).date()
        cents = draw_cents(rng, 12, 140)
        bought = f"{day:%A}, {day.day} {day:%b}"
        letter(
            scene,
            shop.name,
            shop.address,
            f"Your receipt: {thing.lower()}",
            f"Thank you for your purchase on {bought}.",
            f"Before tax: {dollars(cents - rng.randint(80, 600))}\nTotal paid: {dollars(cents)}",
            shop.name,
            days_ago=offset - rng.randint(1, 2),
        )
        v |= {"day": day.isoformat(), "bought": bought, "cents": cents, "paid": dollars(cents)}
    return v


@dataclass(frozen=True)
class ReceiptToExpense(TaskType):
    """A receipt in the mail is entered as an expense: what was paid, and when."""

    template = "cross.receipt_mail_to_expense"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Expenses")
    hidden = ("paid", "bought")
    goals = (
        'Enter the receipt from {shop} about "{thing}" in Expenses: the total paid, the day of the purchase, category {category}, note "{thing}".',
        '{shop} mailed me a receipt ("{thing}"). Log what I paid in Expenses under {category} with the note "{thing}", on the day I bought it.',
        'Please add an expense "{thing}" in {category}. What I paid in total and on which day is in the receipt that {shop} sent by mail.',
    )

    shop: str
    category: str
    thing: str
    other: str
    day: str
    bought: str
    cents: int
    paid: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return two_receipts(scene)

    def expect(self) -> list[Expectation]:
        return [logged(self.cents, self.thing, self.category, self.day)]

    def solve(self, pilot: Pilot) -> None:
        about = v.get("about", self.thing).lower()
        open_mail(pilot, f"{self.shop} {about}", f"Your receipt: {about}")
        day = short_day(pilot, glean(pilot, "purchase on (.*)\\.", "your purchase on")[1])
        line = v.get("line", "Total paid")
        cents = cents_in(glean(pilot, f"{line}: .*", f"{line}: ")[0])
        day = "" if v.get("today") else day
        log_expense(pilot, cents, self.thing, self.category, day)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "without the tax": Instead(line="Before tax"),
            "the other receipt": Instead(about=self.other),
            "today's date left": Instead(today=True),
        }


@dataclass(frozen=True)
class ReceiptAlreadyLogged(TaskType):
    """The receipt was entered long ago; one much like it was, too."""

    template = "cross.receipt_already_logged"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Expenses")
    hidden = ("paid", "bought")
    goals = (
        'Make sure that the receipt from {shop} about "{thing}" (it is in my mail) is in Expenses with the total and the day of purchase; note "{thing}", category {category}.',
        'Is what I paid according to the {shop} mail "{thing}" in my expenses already, with that amount and day? If not, enter it under {category} as "{thing}".',
        'Check the receipt "{thing}" that {shop} mailed me against Expenses. It must be there exactly once, as "{thing}" in {category}, on the day of the purchase.',
    )

    shop: str
    category: str
    thing: str
    other: str
    day: str
    bought: str
    cents: int
    paid: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        v = two_receipts(scene)
        for cents, day in ((v["cents"], v["day"]), (v["cents"] + 700, draw_day(scene, -30, -14))):
            add_expense(database_of(scene), cents, category=v["category"], day=day, note=v["thing"])
        return v

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        about = self.thing.lower()
        open_mail(pilot, f"{self.shop} {about}", f"Your receipt: {about}")
        day = short_day(pilot, glean(pilot, "purchase on (.*)\\.", "your purchase on")[1])
        cents = cents_in(glean(pilot, "Total paid: .*", "Total paid: ")[0])
        pilot.open("Expenses")
        pilot.type(self.thing, into="Search expenses")
        pilot.enter()
        row = f"{day_name(day, day)}, {dollars(cents)}"
        if v.get("delete"):
            pilot.swipe(row, Direction.LEFT)
            pilot.tap("Delete", role="button")
        elif not pilot.shows(row, role="item") or v.get("again"):
            log_expense(pilot, cents, self.thing, self.category, day)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "entered twice": Instead(again=True),
            "deleted": Instead(delete=True),
            "entered the other receipt": Instead(thing=self.other),
        }


@dataclass(frozen=True)
class RequestWhatIsOwed(TaskType):
    """What somebody owes stands in Expenses; the Wallet asks them for it."""

    template = "cross.request_what_is_owed"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Expenses", "Wallet")
    hidden = ("owed",)
    goals = (
        'Ask {name} with the Wallet for everything that they owe me according to Expenses. Note: "{note}".',
        "{name} still owes me money, Expenses knows how much. Send them a Wallet request for the whole amount with the note {note}.",
        'Request from {name} in the Wallet what is open between us in Expenses, and write "{note}" as the note.',
    )

    name: str
    double: str
    note: str
    owed: str
    cents: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        one, double = payees(scene)
        owed: list[int] = []
        for person, count in ((double, 1), (one, rng.randint(2, 3))):
            owed = []
            for _ in range(count):
                category, note = draw_purchase(rng)
                cents = 2 * draw_cents(rng, 6, 60)
                day = draw_day(scene, -30, -1)
                expense = add_expense(database, cents, category=category, day=day, note=note)
                add_share(database, expense, person.name, cents // 2)
                owed.append(cents // 2)
        expense = add_expense(
            database, 5000, category="Other", day=draw_day(scene, -60, -40), note="Old debt"
        )
        add_share(database, expense, one.name, 2500, settled=True)
        return cls(
            name=one.name,
            double=double.name,
            note=rng.choice(REASONS),
            owed=dollars(sum(owed)),
            cents=sum(owed),
        )

    def expect(self) -> list[Expectation]:
        whom = {"party": self.name, "handle": handle_for(self.name), "incoming": 0}
        wanted = {**whom, "amount": self.cents, "note": self.note}
        return [Added(WALLET_PATH, "requests", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Expenses")
        pilot.tap("People", role="tab")
        pilot.tap(self.name, role="item")
        cents = cents_in(pilot.read("owed"))
        if v.get("one_debt"):
            cents = cents_in(pilot.reach("· Open", role="item").text)
        pilot.open("Wallet")
        pilot.tap("Request", role="button")
        pilot.tap(self.name, role="item")
        pilot.type(typed(cents), into="Amount")
        pilot.type(self.note, into="Note")
        pilot.tap_id("go")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "from the namesake": Instead(name=self.double),
            "what the namesake owes": Swap(
                Tap(self.name, role="item"), Tap(self.double, role="item")
            ),
            "only one of the debts": Instead(one_debt=True),
        }


@dataclass(frozen=True)
class LeftAfterBills(TaskType):
    """What would be left of the Wallet's balance if all bills were paid from it."""

    template = "cross.left_after_bills"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Huddle", "Wallet")
    hidden = ("balance_shown", "owed")
    goals = (
        "If I paid all open bills in Huddle from my Wallet, how much would be left on it? Do not pay anything.",
        "Take what I have to pay altogether in Huddle's Bills off the balance of my Wallet. What remains? Only tell me.",
        "How much money would my Wallet still have after paying every bill that is open in Huddle? I just want to know.",
    )

    pin: str
    balance: int
    balance_shown: str
    owed: str
    left: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = scene.phone.databases[WALLET_PATH]
        cents = draw_cents(scene.rng, 420, 2600)
        database.run("UPDATE account SET balance = ?", cents)
        sql = "SELECT sum(cents) FROM bills_bills WHERE status = 'open'"
        owed: int = scene.phone.databases[HUDDLE_PATH].value(sql)
        return cls(
            **account(scene),
            balance_shown=dollars(cents),
            owed=dollars(owed),
            left=dollars(cents - owed),
            wrong=dollars(cents + owed),
        )

    def expect(self) -> list[Expectation]:
        return [Answered(self.left, nots=(self.wrong,)), *SUMS]

    def solve(self, pilot: Pilot) -> None:
        enter(pilot, "Bills")
        owed = cents_in(pilot.read("owed"))
        if v.get("one_bill"):
            owed = cents_in(pilot.reach(", due ", role="item").text)
        pilot.open("Wallet")
        balance = cents_in(pilot.read("balance"))
        pilot.say(dollars(balance + owed if v.get("added") else balance - owed))

    def mistakes(self) -> dict[str, Mistake]:
        return {"only one bill": Instead(one_bill=True), "added instead": Instead(added=True)}


TASKS = templates_of(
    ExpenseTotalToNote,
    ReceiptToExpense,
    ReceiptAlreadyLogged,
    RequestWhatIsOwed,
    LeftAfterBills,
)
