"""What people ask of the Wallet in a few words: the balance, the last payment, requests, a card to thaw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.wallet.data import (
    CARD,
    DECLINED,
    PATH,
    PENDING,
    SENT,
    add_request,
    add_transaction,
    balance_of,
)
from phoneworld.apps.wallet.tasks.cards import open_card
from phoneworld.apps.wallet.tasks.setup import (
    REASONS,
    add_namesake,
    database_of,
    draw_cents,
    draw_people,
    plain,
)
from phoneworld.author import (
    Added,
    Changed,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
    TaskType,
)
from phoneworld.formats import dollars
from phoneworld.world import millis


@dataclass(frozen=True)
class TellBalance(TaskType):
    """How much money is in the Wallet."""

    template = "wallet.balance"
    apps = ("Wallet",)
    hidden = ("value",)
    goals = (
        "What is my Wallet balance?",
        "How much money do I have in the Wallet?",
        "Look into the Wallet and tell me what I have left.",
    )

    value: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        cents = rng.randint(20, 2900) * 100 + rng.randint(1, 99)
        database.run("UPDATE account SET balance = ?", cents)
        balance = balance_of(database)
        return cls(dollars(balance), wrong=dollars(balance + 1000))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.value)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Wallet")
        pilot.say(pilot.read("balance"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another amount": Swap(Say, Say(self.wrong)),
            "only the dollars": Swap(Say, Say(self.value.partition(".")[0])),
        }


@dataclass(frozen=True)
class LastSent(TaskType):
    """Who was sent money last; something was paid with a card since."""

    template = "wallet.last_sent"
    level = Level.MEDIUM
    apps = ("Wallet",)
    hidden = ("person",)
    goals = (
        "Whom did I last send money to with the Wallet?",
        "Who was the last to get money that I sent from my Wallet?",
        "Tell me the name of the person that my last payment was sent to.",
    )

    person: str
    earlier: str
    shop: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        earlier, person = draw_people(scene, 2)
        now_ms = scene.phone.now_ms
        for hours, payee in ((9, earlier), (5, person)):
            at_ms, cents = now_ms - hours * 3_600_000, draw_cents(rng, 5, 90)
            add_transaction(database, SENT, -cents, payee.name, at_ms=at_ms, handle=payee.handle)
        shop = rng.choice(("City Market", "Bluebird Cafe", "Harbor Books"))
        add_transaction(database, CARD, -draw_cents(rng, 3, 60), shop, at_ms=now_ms - 3_600_000)
        return cls(person=person.name, earlier=earlier.name, shop=shop)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.person, nots=(self.earlier,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Wallet")
        pilot.tap("Activity", role="tab")
        pilot.tap("Sent", role="button")
        pilot.say(pilot.reach("Sent ·", role="item").text.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before": Swap(Say, Say(self.earlier)),
            "where a card was used": Swap(Say, Say(self.shop)),
        }


@dataclass(frozen=True)
class WhoAsks(TaskType):
    """Who has asked for money and not got it yet."""

    template = "wallet.who_asks"
    apps = ("Wallet",)
    hidden = ("person",)
    goals = (
        "Who is asking me for money in the Wallet?",
        "Has somebody requested money from me? Tell me who.",
        "From whom do I have an open money request in my Wallet?",
    )

    person: str
    settled: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        person, settled = draw_people(scene, 2)
        database.run("DELETE FROM requests WHERE incoming = 1")
        for payee, status in rng.sample([(person, PENDING), (settled, DECLINED)], 2):
            add_request(
                database,
                payee.name,
                draw_cents(rng, 5, 80),
                incoming=True,
                handle=payee.handle,
                note=rng.choice(REASONS),
                at_ms=millis(scene.world.day(-rng.randint(1, 6), rng.randint(9, 20))),
                status=status,
            )
        return cls(person.name, settled.name)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.person, nots=(self.settled,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Wallet")
        pilot.say(pilot.reach("asks for money", role="item").text.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one that was declined": Swap(Say, Say(self.settled)),
            "nobody": Swap(Say, Say("Nobody.")),
        }


@dataclass(frozen=True)
class UnfreezeCard(TaskType):
    """One of two frozen cards can be used again."""

    template = "wallet.unfreeze_card"
    apps = ("Wallet",)
    goals = (
        "Unfreeze my {label} card in the Wallet.",
        "I have found my {label} card again: let it be used for payments.",
        "Take the freeze off the {label} card, please.",
    )

    label: str
    card: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        database.run("UPDATE cards SET frozen = 1")
        one, other = scene.rng.sample(database.rows("SELECT * FROM cards ORDER BY _id"), 2)
        return cls(label=one["label"], card=one["_id"], other=other["label"])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "cards", {"_id": self.card}, {"frozen": 0})]

    def script(self) -> Script:
        return (*open_card(self.label), Tap("Freeze card", role="switch"))

    def mistakes(self) -> dict[str, Mistake]:
        remove = (Tap("More options"), Tap("Remove card"), Tap("Remove", role="button"))
        return {
            "another card": Instead(label=self.other),
            "removed": Swap(Tap("Freeze card", role="switch"), *remove),
        }


@dataclass(frozen=True)
class QuickRequest(TaskType):
    """Somebody is asked for money, without a note."""

    template = "wallet.quick_request"
    level = Level.MEDIUM
    apps = ("Wallet",)
    goals = (
        "Request {amount} from {person}.",
        "Ask {person} for {amount} with the Wallet.",
        "{person} owes me {amount}. Send a Wallet request for that.",
    )

    person: str
    handle: str
    double: str
    amount: str
    cents: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        (person,) = draw_people(scene, 1)
        cents = draw_cents(scene.rng, 5, 120)
        return cls(
            person=person.name,
            handle=person.handle,
            double=add_namesake(scene, person.name),
            amount=plain(cents),
            cents=cents,
            wrong=plain(cents + 500),
        )

    def expect(self) -> list[Expectation]:
        wanted = {"party": self.person, "handle": self.handle, "note": "", "incoming": 0}
        return [Added(PATH, "requests", {**wanted, "amount": self.cents})]

    def script(self) -> Script:
        return (
            Open("Wallet"),
            Tap("Request", role="button"),
            Tap(self.person, role="item"),
            Enter(self.amount.removeprefix("$"), into="Amount"),
            TapId("go"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other of that first name": Instead(person=self.double),
            "another amount": Instead(amount=self.wrong),
        }


@dataclass(frozen=True)
class DeclineRequest(TaskType):
    """What somebody asks for is not paid."""

    template = "wallet.decline_request"
    apps = ("Wallet",)
    goals = (
        "Decline {person}'s money request.",
        "{person} wants money from me in the Wallet. Say no to that.",
        "Do not pay what {person} asks for in the Wallet: decline it.",
    )

    person: str
    other: str
    request: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        people = draw_people(scene, 2)
        database.run("DELETE FROM requests WHERE incoming = 1")
        ids = {
            payee.name: add_request(
                database,
                payee.name,
                draw_cents(rng, 5, 80),
                incoming=True,
                handle=payee.handle,
                note=rng.choice(REASONS),
                at_ms=millis(scene.world.day(-rng.randint(1, 6), rng.randint(9, 20))),
            )
            for payee in rng.sample(people, 2)
        }
        one, other = (payee.name for payee in people)
        return cls(person=one, other=other, request=ids[one])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "requests", {"_id": self.request}, {"status": DECLINED})]

    def script(self) -> Script:
        decline = Tap("Decline", role="button")
        return (
            Open("Wallet"),
            Tap(f"{self.person}, asks for money", role="item"),
            decline,
            decline,
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "somebody else's": Instead(person=self.other),
            "called off": Swap(Tap("Decline", role="button"), Tap("Cancel", role="button")),
        }
