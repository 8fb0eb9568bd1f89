"""Tasks with accounts, and questions about bills."""

from __future__ import annotations

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.bills.data import (
    KINDS,
    period_of,
)
from phoneworld.apps.huddle.mini.bills.tasks.accounts import (
    HOLDERS,
    account_of,
)
from phoneworld.apps.huddle.receipts import MiniTemplate, enter, row_text, wallet_of
from phoneworld.apps.huddle.wording import cents_in, day_readings, day_text, days_after, plain
from phoneworld.tasks.expect import Added, Answered, Changed, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene
from phoneworld.wording import dollars


class SetAutopay(MiniTemplate):
    """Bills of a provider are paid by themselves from now on."""

    name = "huddle.bills_autopay"
    level = Level.MEDIUM
    goals = (
        "Turn on autopay for {provider} in Huddle, with {card}.",
        (
            "My {low_kind} bills should be paid automatically from {card}. Set that up in Huddle's "
            "Bills."
        ),
        "In Huddle, let {provider} bills be paid by themselves, using {card}.",
    )

    def setup(self, scene: Scene) -> Params:
        kind, other = scene.rng.sample(tuple(KINDS), 2)
        database = scene.phone.databases[PATH]
        wallet = wallet_of(scene)
        card, wrong = scene.rng.sample([wallet["first_card"], wallet["other_card"]], 2)
        return {
            "provider": account_of(database, kind)["provider"],
            "low_kind": kind.lower(),
            "other": account_of(database, other)["provider"],
            "card": card,
            "wrong": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Changed(
                PATH,
                "bills_accounts",
                {"provider": v["provider"], "autopay": 0},
                {"autopay": 1, "autopay_method": v["card"]},
            )
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bills")
        pilot.tap("Accounts", role="tab")
        pilot.tap(v["provider"], role="item")
        pilot.tap("Autopay")
        pilot.tap(v["card"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another card": {"card": v["wrong"]}, "another provider": {"provider": v["other"]}}


class AddAccount(MiniTemplate):
    """A provider is added by its customer number."""

    name = "huddle.bills_add_account"
    level = Level.MEDIUM
    goals = (
        (
            "Add my {low_kind} account with {provider} to Huddle's Bills: customer number {customer}, "
            'nickname "{nickname}".'
        ),
        (
            "I am now a customer of {provider} ({low_kind}). Enter the account in Huddle's Bills with "
            "the customer number {customer} and the nickname {nickname}."
        ),
        (
            "Set up a new account in Huddle's Bills. Provider: {provider}. Kind: {low_kind}. Customer "
            "number: {customer}. Nickname: {nickname}."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        kind = rng.choice(tuple(KINDS))
        provider, other = rng.sample(KINDS[kind], 2)
        customer = str(rng.randint(10**8, 10**9 - 1))
        return {
            "kind": kind,
            "low_kind": kind.lower(),
            "provider": provider,
            "other": other,
            "customer": customer,
            "mistyped": customer[:-2] + customer[-1] + str((int(customer[-2]) + 1) % 10),
            "nickname": rng.choice(HOLDERS),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(
                PATH,
                "bills_accounts",
                {
                    "kind": v["kind"],
                    "provider": v["provider"],
                    "customer": v["customer"],
                    "nickname": v["nickname"],
                },
            )
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bills")
        pilot.tap("Accounts", role="tab")
        pilot.tap("Add account")
        pilot.tap_id("kind")
        pilot.tap(v["kind"])
        pilot.tap_id("provider")
        pilot.tap(v["provider"])
        pilot.type(v["customer"], into="Customer number")
        pilot.type(v["nickname"], into="Nickname")
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another provider": {"provider": v["other"]},
            "mistyped": {"customer": v["mistyped"]},
            "no nickname": {"nickname": ""},
        }


class SumOfBills(MiniTemplate):
    """What was paid over three months."""

    name = "huddle.bills_sum"
    level = Level.HARD
    hidden = ("first", "second", "third")
    goals = (
        "How much did I pay for {low_kind} altogether from {start} to {end}? Huddle has the bills.",
        (
            "Add up my {low_kind} bills in Huddle for the three months {start} to {end} and tell me "
            "the total."
        ),
        "What is the sum of the three {provider} bills for {start} to {end} in Huddle's Bills?",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        today = scene.phone.today
        account = account_of(database, rng.choice(("Electricity", "Water", "Gas")))
        last = rng.randint(2, 4)
        months = [last + 2, last + 1, last]
        cents = rng.sample(range(2150, 9950, 5), 3)
        periods = [period_of(month, today) for month in months]
        for period, amount in zip(periods, cents, strict=True):
            database.run(
                "UPDATE bills_bills SET cents = ? WHERE account_id = ? AND period = ?",
                amount,
                account["_id"],
                period,
            )
        return {
            "provider": account["provider"],
            "low_kind": account["kind"].lower(),
            "start": periods[0],
            "end": periods[-1],
            "periods": periods,
            "first": dollars(cents[0]),
            "second": dollars(cents[1]),
            "third": dollars(cents[2]),
            "total": plain(sum(cents)),
            "earlier": [period_of(month + 1, today) for month in months],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["total"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bills")
        pilot.tap("Accounts", role="tab")
        pilot.tap(v["provider"], role="item")
        total = 0
        for period in reversed(v["periods"]):
            text = row_text(pilot, period, ", paid")
            total += cents_in(text.rpartition(", paid")[0])
        pilot.say(dollars(total))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "only two months": {"periods": v["periods"][:2]},
            "a month too early": {"periods": v["earlier"]},
        }


class ReadDue(MiniTemplate):
    """By when a bill is to be paid."""

    name = "huddle.bills_due"
    level = Level.EASY
    hidden = ("shown",)
    goals = (
        "By when do I have to pay the {low_kind} bill in Huddle?",
        "When is my open {provider} bill due? Look in Huddle's Bills.",
        "Tell me the due date of the {low_kind} bill that is waiting in Huddle.",
    )

    def setup(self, scene: Scene) -> Params:
        rng, database = scene.rng, scene.phone.databases[PATH]
        today = scene.phone.today
        days = rng.sample(range(1, 24), len(KINDS))
        for kind, day in zip(KINDS, days, strict=True):
            database.run(
                "UPDATE bills_bills SET due = ? WHERE account_id = ? AND status = 'open'",
                days_after(today, day),
                account_of(database, kind)["_id"],
            )
        kind, other = rng.sample(tuple(KINDS), 2)
        dues = {one: days_after(today, day) for one, day in zip(KINDS, days, strict=True)}
        return {
            "provider": account_of(database, kind)["provider"],
            "low_kind": kind.lower(),
            "other": account_of(database, other)["provider"],
            "due": dues[kind],
            "shown": day_text(dues[kind]),
            "wrong": [
                day_text(due).partition(", ")[2] for due in dues.values() if due != dues[kind]
            ],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(day_readings(v["due"]), nots=tuple(v["wrong"]))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Bills")
        pilot.say(row_text(pilot, v["provider"], "due ").rpartition("due ")[2])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another bill": {"provider": v["other"]}}


TASKS = (
    SetAutopay(),
    AddAccount(),
    SumOfBills(),
    ReadDue(),
)
