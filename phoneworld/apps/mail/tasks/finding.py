"""Questions that mails answer, and attachments to keep."""

from __future__ import annotations

import re

from phoneworld.apps.mail import letters
from phoneworld.apps.mail.tasks.scenery import (
    SOME_HOTELS,
    SOME_SHOPS,
    SOME_SUPPLIERS,
    put,
)
from phoneworld.errors import OracleLost
from phoneworld.providers import media
from phoneworld.tasks.expect import Added, Answered, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.wording import dollars

CODE = re.compile(r"Confirmation code: (\w+)")
TOTAL = re.compile(r"Order total: \$([\d,.]*\d)")
DUE = re.compile(r"Amount due: (\$[\d,.]*\d)")


def search(pilot: Pilot, query: str) -> None:
    """Find mails from the list of mails."""
    pilot.type(query, into="Search in mail")
    pilot.enter()


def read_by(pilot: Pilot, pattern: re.Pattern[str], near: str) -> str:
    """What a pattern finds in the text that contains `near`."""
    found = pattern.search(pilot.reach(near).text)
    if found is None:
        raise OracleLost(f"{near!r} stands there without a value")
    return found.group(1)


class FindCode(Template):
    """The code of one of two bookings at the same hotel."""

    name = "mail.find_code"
    level = Level.MEDIUM
    apps = ("Mail",)
    hidden = ("code",)
    goals = (
        "What is the confirmation code of my booking at {hotel} for {arrival}?",
        "I need the code for my stay at {hotel} that starts on {arrival}. Look it up in my mails.",
        "Find the booking mail from {hotel} for {arrival} and tell me the confirmation code.",
        "{hotel}, arrival {arrival}: which confirmation code did they send me?",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        hotel = rng.choice(SOME_HOTELS)
        days = rng.sample(range(1, 29), 2)
        months = rng.sample(("June", "July", "August", "September"), 2)
        arrivals = [f"{day} {month}" for day, month in zip(days, months, strict=True)]
        codes = [letters.code(rng), letters.code(rng)]
        order = [0, 1]
        rng.shuffle(order)
        for index in order:
            put(
                scene,
                letters.stay(rng, hotel, booking=codes[index], arrival=arrivals[index]),
            )
        return {
            "hotel": hotel.name,
            "arrival": arrivals[0],
            "code": codes[0],
            "other_arrival": arrivals[1],
            "other_code": codes[1],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["code"], nots=(v["other_code"],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        search(pilot, v["hotel"])
        pilot.tap(f"Booking confirmed: {v['arrival']}")
        pilot.say(read_by(pilot, CODE, "Confirmation code"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other booking": {"arrival": v["other_arrival"]},
            "no such booking": {"arrival": "31 December"},
        }


class BillAmount(Template):
    """What one month's bill comes to."""

    name = "mail.bill_amount"
    apps = ("Mail",)
    hidden = ("amount",)
    goals = (
        "How much is the bill from {supplier} for {month}?",
        "What do I have to pay {supplier} for {month}? It must be in my mails.",
        "Tell me the amount due on the {month} bill of {supplier}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        supplier = rng.choice(SOME_SUPPLIERS)
        months = rng.sample(letters.MONTHS[:5], 3)
        amounts = rng.sample(range(1900, 15900), 3)
        for month, amount in zip(months, amounts, strict=True):
            put(scene, letters.bill(rng, supplier, month=month, amount_cents=amount))
        return {
            "supplier": supplier.name,
            "month": months[0],
            "amount": dollars(amounts[0]),
            "other_month": months[1],
            "third_month": months[2],
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["amount"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        search(pilot, f"{v['supplier']} {v['month']}")
        pilot.tap(f"Your bill for {v['month']}")
        pilot.say(read_by(pilot, DUE, "Amount due"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another month": {"month": v["other_month"]},
            "yet another month": {"month": v["third_month"]},
        }


class SpentTotal(Template):
    """The sum of two orders; a shop of a similar name has written too."""

    name = "mail.spent_total"
    level = Level.HARD
    apps = ("Mail",)
    hidden = ("first", "second")
    goals = (
        "How much did my two orders at {shop} cost together? Use the order totals in my mails.",
        "Add up the totals of my {shop} orders and tell me the sum. There are two of them.",
        "I ordered twice from {shop}. What did I spend there in total?",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        shop, alike = rng.choice(SOME_SHOPS)
        totals = rng.sample(range(1200, 9900), 3)
        for house, total in ((shop, totals[0]), (alike, totals[2]), (shop, totals[1])):
            put(scene, letters.order(rng, house, total_cents=total))
        return {
            "shop": shop.name,
            "alike": alike.name,
            "first": dollars(totals[0]),
            "second": dollars(totals[1]),
            "sum": dollars(totals[0] + totals[1]),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["sum"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        search(pilot, v["shop"])
        cents = 0
        for turn in range(v.get("orders", 2)):
            pilot.tap(v["shop"], role="item", nth=turn)
            total = read_by(pilot, TOTAL, "Order total")
            cents += round(float(total.replace(",", "")) * 100)
            if turn == 0 and v.get("orders", 2) > 1:
                pilot.back()
        pilot.say(f"${cents / 100:,.2f}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "only one order": {"orders": 1},
            "a shop with a similar name": {"shop": v["alike"], "orders": 1},
        }


class SaveAttachment(Template):
    """One of several bills is saved to the phone."""

    name = "mail.save_attachment"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Save the {month} bill from {supplier} to my phone.",
        "Download the attachment of the {supplier} mail about the bill for {month}.",
        "I need the {supplier} bill for {month} as a file in my downloads. Please save it.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        supplier = rng.choice(SOME_SUPPLIERS)
        months = rng.sample(letters.MONTHS[:5], 3)
        for month in months:
            put(scene, letters.bill(rng, supplier, month=month))
        short = supplier.name.partition(" ")[0].lower()
        return {
            "supplier": supplier.name,
            "month": months[0],
            "other_month": months[1],
            "path": f"/sdcard/Download/{short}-bill-{months[0].lower()}.pdf",
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(media.PATH, "files", {"_data": v["path"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        search(pilot, v["supplier"])
        pilot.tap(f"Your bill for {v['month']}")
        for _ in range(v.get("times", 1)):
            pilot.tap("Save ", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another month": {"month": v["other_month"]},
            "only looked at": {"times": 0},
            "saved twice": {"times": 2},
        }


TASKS = (FindCode(), BillAmount(), SpentTotal(), SaveAttachment())
