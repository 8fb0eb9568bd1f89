"""Money across apps: what was spent, owed and due is read in one app and needed in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.expenses.data import add_expense, add_share, month_after, month_name
from phoneworld.apps.expenses.tasks.setup import (
    PURCHASES,
    database_of,
    draw_cents,
    draw_day,
    draw_purchase,
)
from phoneworld.apps.huddle.data import PATH as HUDDLE_PATH
from phoneworld.apps.huddle.receipts import enter
from phoneworld.apps.mail.tasks.setup import SOME_SHOPS
from phoneworld.apps.notes.data import PATH as NOTES_PATH
from phoneworld.apps.notes.data import add_note
from phoneworld.apps.wallet.data import PATH as WALLET_PATH
from phoneworld.apps.wallet.data import handle_for
from phoneworld.apps.wallet.tasks.setup import REASONS
from phoneworld.author import (
    Added,
    Also,
    Direction,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    PickDate,
    Pilot,
    Say,
    Scene,
    Swap,
    Swipe,
    Tap,
    TaskType,
    Way,
    Without,
    templates_of,
)
from phoneworld.cross_app.extraction import cents_in, day_in, extract
from phoneworld.cross_app.outcomes import SUMS, amount, logged, noted
from phoneworld.cross_app.setup import letter, payees
from phoneworld.cross_app.shared_steps import (
    log_expense,
    open_mail,
    request_money,
    typed,
    write_note,
)
from phoneworld.formats import day_name, dollars
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
        pilot.follow(write_note(self.title, body))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another category": Instead(category=self.other)}


@dataclass(frozen=True)
class TwoReceipts(TaskType):
    """Two receipts of one shop are in the mail, for different things on different days."""

    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Expenses")
    hidden = ("paid", "bought")

    shop: str
    category: str
    thing: str
    other: str
    day: str
    bought: str
    cents: int
    paid: str
    before_tax: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        shop, _ = rng.choice(SOME_SHOPS)
        category = rng.choice(tuple(PURCHASES))
        things = rng.sample(PURCHASES[category], 2)
        offsets = rng.sample(range(3, 12), 2)
        drawn: list[Self] = []
        for place in (1, 0):
            day = scene.world.day(-offsets[place]).date()
            cents = draw_cents(rng, 12, 140)
            bought = f"{day:%A}, {day.day} {day:%b}"
            before_tax = cents - rng.randint(80, 600)
            letter(
                scene,
                shop.name,
                shop.address,
                f"Your receipt: {things[place].lower()}",
                f"Thank you for your purchase on {bought}.",
                f"Before tax: {dollars(before_tax)}\nTotal paid: {dollars(cents)}",
                shop.name,
                days_ago=offsets[place] - rng.randint(1, 2),
            )
            receipt = cls(
                shop=shop.name,
                category=category,
                thing=things[place],
                other=things[1 - place],
                day=day.isoformat(),
                bought=bought,
                cents=cents,
                paid=dollars(cents),
                before_tax=before_tax,
            )
            drawn.append(receipt)
        return drawn[-1]


@dataclass(frozen=True)
class ReceiptToExpense(TwoReceipts):
    """A receipt in the mail is entered as an expense: what was paid, and when."""

    template = "cross.receipt_mail_to_expense"
    goals = (
        'Enter the receipt from {shop} about "{thing}" in Expenses: the total paid, the day of the purchase, category {category}, note "{thing}".',
        '{shop} mailed me a receipt ("{thing}"). Log what I paid in Expenses under {category} with the note "{thing}", on the day I bought it.',
        'Please add an expense "{thing}" in {category}. What I paid in total and on which day is in the receipt that {shop} sent by mail.',
    )

    def expect(self) -> list[Expectation]:
        return [logged(self.cents, self.thing, self.category, self.day)]

    def solve(self, pilot: Pilot) -> None:
        about = self.thing.lower()
        pilot.follow(open_mail(f"{self.shop} {about}", f"Your receipt: {about}"))
        day = day_in(pilot, extract(pilot, "purchase on (.*)\\.", "your purchase on")[1])
        cents = cents_in(extract(pilot, "Total paid: .*", "Total paid: ")[0])
        pilot.follow(log_expense(cents, self.thing, self.category, day))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "without the tax": Swap(
                Enter(typed(self.cents), into="Amount"),
                Enter(typed(self.before_tax), into="Amount"),
            ),
            "the other receipt": Instead(thing=self.other),
            "today's date left": Without(Tap("Date"), PickDate),
        }


def row_of(day: str, cents: int) -> str:
    """What the row of an expense reads like."""
    return f"{day_name(day, day)}, {dollars(cents)}"


@dataclass(frozen=True)
class ReceiptAlreadyLogged(TwoReceipts):
    """The receipt was entered long ago; one much like it was, too."""

    template = "cross.receipt_already_logged"
    goals = (
        'Make sure that the receipt from {shop} about "{thing}" (it is in my mail) is in Expenses with the total and the day of purchase; note "{thing}", category {category}.',
        'Is what I paid according to the {shop} mail "{thing}" in my expenses already, with that amount and day? If not, enter it under {category} as "{thing}".',
        'Check the receipt "{thing}" that {shop} mailed me against Expenses. It must be there exactly once, as "{thing}" in {category}, on the day of the purchase.',
    )

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        drawn = super().draw(scene)
        database, category, note = database_of(scene), drawn.category, drawn.thing
        add_expense(database, drawn.cents, category=category, day=drawn.day, note=note)
        day = draw_day(scene, -30, -14)
        add_expense(database, drawn.cents + 700, category=category, day=day, note=note)
        return drawn

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        about = self.thing.lower()
        pilot.follow(open_mail(f"{self.shop} {about}", f"Your receipt: {about}"))
        day = day_in(pilot, extract(pilot, "purchase on (.*)\\.", "your purchase on")[1])
        cents = cents_in(extract(pilot, "Total paid: .*", "Total paid: ")[0])
        pilot.open("Expenses")
        pilot.type(self.thing, into="Search expenses")
        pilot.enter()
        if not pilot.shows(row_of(day, cents), role="item"):
            pilot.follow(log_expense(cents, self.thing, self.category, day))

    def mistakes(self) -> dict[str, Mistake]:
        row = row_of(self.day, self.cents)
        return {
            "entered twice": Also(*log_expense(self.cents, self.thing, self.category, self.day)),
            "deleted": Also(Swipe(row, Direction.LEFT), Tap("Delete", role="button")),
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
    one_debt: int
    theirs: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        one, double = payees(scene)
        debts: dict[str, list[int]] = {double.name: [], one.name: []}
        for person, count in ((double, 1), (one, rng.randint(2, 3))):
            for _ in range(count):
                category, note = draw_purchase(rng)
                cents = 2 * draw_cents(rng, 6, 60)
                day = draw_day(scene, -30, -1)
                expense = add_expense(database, cents, category=category, day=day, note=note)
                add_share(database, expense, person.name, cents // 2)
                debts[person.name].append(cents // 2)
        expense = add_expense(
            database, 5000, category="Other", day=draw_day(scene, -60, -40), note="Old debt"
        )
        add_share(database, expense, one.name, 2500, settled=True)
        cents = sum(debts[one.name])
        return cls(
            name=one.name,
            double=double.name,
            note=rng.choice(REASONS),
            owed=dollars(cents),
            cents=cents,
            one_debt=debts[one.name][0],
            theirs=debts[double.name][0],
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
        pilot.follow(request_money(self.name, cents, self.note))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "from the namesake": Instead(name=self.double),
            "what the namesake owes": Way(*request_money(self.name, self.theirs, self.note)),
            "only one of the debts": Way(*request_money(self.name, self.one_debt, self.note)),
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

    balance_shown: str
    owed: str
    left: str
    after_one: str
    added: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        huddle = scene.phone.databases[HUDDLE_PATH]
        cents = draw_cents(scene.rng, 420, 2600)
        scene.phone.databases[WALLET_PATH].run("UPDATE account SET balance = ?", cents)
        bills = huddle.rows("SELECT cents FROM bills_bills WHERE status = 'open' ORDER BY _id")
        owed = sum(bill["cents"] for bill in bills)
        return cls(
            balance_shown=dollars(cents),
            owed=dollars(owed),
            left=dollars(cents - owed),
            after_one=dollars(cents - bills[0]["cents"]),
            added=dollars(cents + owed),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.left, nots=(self.added,)), *SUMS]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bills"))
        owed = cents_in(pilot.read("owed"))
        pilot.open("Wallet")
        pilot.say(dollars(cents_in(pilot.read("balance")) - owed))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only one bill": Swap(Say, Say(self.after_one)),
            "added instead": Swap(Say, Say(self.added)),
        }


TASKS = templates_of(
    ExpenseTotalToNote,
    ReceiptToExpense,
    ReceiptAlreadyLogged,
    RequestWhatIsOwed,
    LeftAfterBills,
)
