"""Questions that mails answer, and attachments to keep."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail import letters
from phoneworld.apps.mail.tasks.setup import (
    CODE,
    SOME_HOTELS,
    SOME_SHOPS,
    SOME_SUPPLIERS,
    put,
    read_by,
    search,
)
from phoneworld.author import (
    Added,
    Also,
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
    TaskType,
)
from phoneworld.formats import dollars
from phoneworld.providers import media

TOTAL = re.compile(r"Order total: \$([\d,.]*\d)")
DUE = re.compile(r"Amount due: (\$[\d,.]*\d)")


@dataclass(frozen=True)
class FindCode(TaskType):
    """The code of one of two bookings at the same hotel."""

    template = "mail.find_code"
    level = Level.MEDIUM
    apps = ("Mail",)
    hidden = ("code",)
    goals = (
        "What is the confirmation code of my booking at {hotel} for {arrival}?",
        "I need the code for my stay at {hotel} that starts on {arrival}. Look it up in my mails.",
        "Find the booking mail from {hotel} for {arrival} and tell me the confirmation code.",
        "{hotel}, arrival {arrival}: which confirmation code did they send me?",
    )

    hotel: str
    arrival: str
    code: str
    other_arrival: str
    other_code: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(
            hotel=hotel.name,
            arrival=arrivals[0],
            code=codes[0],
            other_arrival=arrivals[1],
            other_code=codes[1],
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.code, nots=(self.other_code,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.follow(search(self.hotel))
        pilot.tap(f"Booking confirmed: {self.arrival}")
        pilot.say(read_by(pilot, CODE, "Confirmation code"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other booking": Instead(arrival=self.other_arrival)}


@dataclass(frozen=True)
class BillAmount(TaskType):
    """What one month's bill comes to."""

    template = "mail.bill_amount"
    apps = ("Mail",)
    hidden = ("amount",)
    goals = (
        "How much is the bill from {supplier} for {month}?",
        "What do I have to pay {supplier} for {month}? It must be in my mails.",
        "Tell me the amount due on the {month} bill of {supplier}.",
    )

    supplier: str
    month: str
    amount: str
    other_month: str
    third_month: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        supplier = rng.choice(SOME_SUPPLIERS)
        months = rng.sample(letters.MONTHS[:5], 3)
        amounts = rng.sample(range(1900, 15900), 3)
        for month, amount in zip(months, amounts, strict=True):
            put(scene, letters.bill(rng, supplier, month=month, amount_cents=amount))
        return cls(
            supplier=supplier.name,
            month=months[0],
            amount=dollars(amounts[0]),
            other_month=months[1],
            third_month=months[2],
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.amount)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.follow(search(f"{self.supplier} {self.month}"))
        pilot.tap(f"Your bill for {self.month}")
        pilot.say(read_by(pilot, DUE, "Amount due"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another month": Instead(month=self.other_month),
            "yet another month": Instead(month=self.third_month),
        }


@dataclass(frozen=True)
class SpentTotal(TaskType):
    """The sum of two orders; a shop of a similar name has written too."""

    template = "mail.spent_total"
    level = Level.HARD
    apps = ("Mail",)
    hidden = ("first", "second")
    goals = (
        "How much did my two orders at {shop} cost together? Use the order totals in my mails.",
        "Add up the totals of my {shop} orders and tell me the sum. There are two of them.",
        "I ordered twice from {shop}. What did I spend there in total?",
    )

    shop: str
    elsewhere: str
    first: str
    second: str
    sum: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        shop, alike = rng.choice(SOME_SHOPS)
        totals = rng.sample(range(1200, 9900), 3)
        for house, total in ((shop, totals[0]), (alike, totals[2]), (shop, totals[1])):
            put(scene, letters.order(rng, house, total_cents=total))
        return cls(
            shop=shop.name,
            elsewhere=dollars(totals[2]),
            first=dollars(totals[0]),
            second=dollars(totals[1]),
            sum=dollars(totals[0] + totals[1]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.sum)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.follow(search(self.shop))
        cents = 0
        for turn in range(2):
            pilot.tap(self.shop, role="item", nth=turn)
            total = read_by(pilot, TOTAL, "Order total")
            cents += round(float(total.replace(",", "")) * 100)
            if turn == 0:
                pilot.back()
        pilot.say(f"${cents / 100:,.2f}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only one order": Swap(Say, Say(self.first)),
            "a shop with a similar name": Swap(Say, Say(self.elsewhere)),
        }


@dataclass(frozen=True)
class SaveAttachment(TaskType):
    """One of several bills is saved to the phone."""

    template = "mail.save_attachment"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Save the {month} bill from {supplier} to my phone.",
        "Download the attachment of the {supplier} mail about the bill for {month}.",
        "I need the {supplier} bill for {month} as a file in my downloads. Please save it.",
    )

    supplier: str
    month: str
    other_month: str
    path: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        supplier = rng.choice(SOME_SUPPLIERS)
        months = rng.sample(letters.MONTHS[:5], 3)
        for month in months:
            put(scene, letters.bill(rng, supplier, month=month))
        short = supplier.name.partition(" ")[0].lower()
        return cls(
            supplier=supplier.name,
            month=months[0],
            other_month=months[1],
            path=f"/sdcard/Download/{short}-bill-{months[0].lower()}.pdf",
        )

    def expect(self) -> list[Expectation]:
        return [Added(media.PATH, "files", {"_data": self.path})]

    def script(self) -> Script:
        return (
            Open("Mail"),
            *search(self.supplier),
            Tap(f"Your bill for {self.month}"),
            Tap("Save ", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another month": Instead(month=self.other_month),
            "saved twice": Also(Tap("Save ", role="button")),
        }
