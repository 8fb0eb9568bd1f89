"""Huddle's mini-apps across apps: parcels, rides, coffee and bikes as somebody wrote about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes, namesakes
from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after, long_day, moment
from phoneworld.apps.huddle.mini.bike.data import CITY, STATIONS, add_bike, make_code
from phoneworld.apps.huddle.mini.coffee.data import EXTRAS, SIZES, unit_cents
from phoneworld.apps.huddle.mini.coffee.tasks.setup import DRINKS, base_cents, open_item
from phoneworld.apps.huddle.mini.parcel.data import NICKNAMES, SENDERS, add_parcel, make_number
from phoneworld.apps.huddle.mini.ride.data import BOOKED, CLASSES, PAYEE, add_place
from phoneworld.apps.huddle.mini.ride.tasks.setup import NAMES, price, some_trips, soon
from phoneworld.apps.huddle.receipts import PaymentMethods, enter, paid, pay, wallet_of
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.author import (
    Added,
    Anything,
    Changed,
    Contains,
    Enter,
    Expectation,
    Hold,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Scene,
    Swap,
    Tap,
    TaskType,
    Without,
    templates_of,
)
from phoneworld.cross_app.extraction import extract, text_after
from phoneworld.cross_app.setup import letter, talk
from phoneworld.cross_app.shared_steps import open_chat, open_contact, open_mail, share_by_text
from phoneworld.providers import contacts
from phoneworld.world import millis


@dataclass(frozen=True)
class TrackMailedParcel(TaskType):
    """A tracking number from a mail is followed; the shop has sent two parcels."""

    template = "cross.track_mailed_parcel"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Huddle")
    hidden = ("number",)
    goals = (
        'Track the parcel with order {order} from {shop} in Huddle. The tracking number is in the mail they sent me. Call the parcel "{nickname}".',
        '{shop} mailed me that order {order} is on its way. Take the tracking number from the mail and follow the parcel in Huddle under the name "{nickname}".',
        "Add the parcel of order {order} ({shop}) to Huddle's Parcels as {nickname}; you find its tracking number in my mail.",
    )

    shop: str
    order: str
    other_order: str
    number: str
    nickname: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        shop = rng.choice(SENDERS)
        orders = [
            f"{rng.randint(10, 99)}-{number}" for number in rng.sample(range(10**4, 10**5), 2)
        ]
        numbers = [make_number(rng), make_number(rng)]
        for order, number in reversed(list(zip(orders, numbers, strict=True))):
            add_parcel(
                database,
                number,
                shop,
                eta=days_after(scene.phone.today, rng.randint(2, 6)),
                sent_ms=millis(scene.world.day(-2, 12)),
                listed=False,
            )
            letter(
                scene,
                shop,
                f"parcels@{shop.split()[0].lower()}.example",
                f"Order {order} is on its way",
                f"Order {order} has left our warehouse.",
                f"Customer number: {rng.randint(10**7, 10**8)}\nTracking number: {number}",
                shop,
                days_ago=rng.randint(1, 3),
            )
        nickname, other = rng.sample(NICKNAMES, 2)
        return cls(
            shop=shop,
            order=orders[0],
            other_order=orders[1],
            number=numbers[0],
            nickname=nickname,
            other=other,
        )

    def expect(self) -> list[Expectation]:
        to = {"listed": 1, "nickname": self.nickname}
        return [Changed(PATH, "parcel_parcels", {"number": self.number}, to)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(f"{self.shop} {self.order}", f"Order {self.order} is on its way"))
        number = extract(pilot, "Tracking number: (.*)", "Tracking number: ")[1]
        pilot.follow(enter("Parcels"))
        pilot.tap("Track a parcel")
        pilot.type(number, clear=True)
        pilot.tap("Track", role="button")
        pilot.tap("Rename parcel")
        pilot.type(self.nickname, clear=True)
        pilot.tap("OK")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other order": Instead(order=self.other_order),
            "another name": Instead(nickname=self.other),
            "no name": Without(Tap("Rename parcel"), Enter(self.nickname, clear=True), Tap("OK")),
        }


@dataclass(frozen=True)
class RideToContact(TaskType):
    """A ride goes to where somebody lives, which the address book knows."""

    template = "cross.ride_to_contact"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Contacts", "Huddle")
    hidden = ("address",)
    goals = (
        "Book me a ride from home to {name} with Huddle, class {car}, right now. Their address is in my contacts.",
        "I want to visit {name}: get me a Huddle ride, {car}, from Home to the address that my contacts have of them. I leave now.",
        "Look up where {name} lives in Contacts and order a car there with Huddle's Ride. Pick-up is Home, class {car}, now.",
    )

    name: str
    address: str
    place: str
    car: str
    another: str
    double: str
    cents: int
    now: int
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        one, double = namesakes(scene)
        # Somebody else of the name lives in the same street, so that the number matters.
        number, _, rest = one.address.partition(" ")
        near = f"{int(number) + rng.randint(2, 60)} {rest}"
        for person, address in ((double, near), (one, one.address)):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, address=address
            )
            x, y = rng.randint(10, 110), rng.randint(10, 110)
            add_place(database, address.partition(",")[0], address, x=x, y=y)
        car, another = rng.sample([each.name for each in CLASSES], 2)
        place = one.address.partition(",")[0]
        return cls(
            name=one.name,
            address=one.address,
            place=place,
            car=car,
            another=another,
            double=double.name,
            cents=price(database, "Home", place, car),
            now=scene.phone.now_ms,
            wallet=wallet_of(scene),
        )

    def expect(self) -> list[Expectation]:
        trip = {
            "pickup": "Home",
            "destination": self.place,
            "car": self.car,
            "at": soon(self.now),
            "status": BOOKED,
        }
        return [Added(PATH, "ride_trips", trip), *paid(self.wallet, PAYEE, self.cents)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_contact(self.name))
        address = pilot.read("address").rpartition(", ")[0]
        pilot.follow(enter("Ride"))
        pilot.tap("Where to?")
        pilot.type(address, into="Search places")
        pilot.tap(address.partition(",")[0], role="item")
        pilot.tap(self.car)
        pilot.tap_id("book")
        pilot.follow(pay())

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "to the namesake": Instead(name=self.double),
            "another class": Instead(car=self.another),
        }


@dataclass(frozen=True)
class CoffeeAsTexted(TaskType):
    """A drink as somebody wants it, after they have changed their mind."""

    template = "cross.coffee_as_texted"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Huddle")
    hidden = ("wish",)
    goals = (
        "{name} texted me what they want from the coffee bar. Put exactly that into my cart in Huddle's Coffee, but do not order yet.",
        "Add the coffee that {name} wants, according to our text messages, to my Huddle coffee cart. Leave it in the cart.",
        "I am getting coffee for {name}; what they would like is in their last messages. Put it in the cart of Huddle's Coffee without ordering.",
    )

    name: str
    wish: str
    item: str
    size: str
    extra: str
    cents: int
    near: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        one, double = known_namesakes(scene)
        items = rng.sample([drink for drink in DRINKS if drink != "Espresso"], 3)
        sizes = rng.sample(tuple(SIZES), 3)
        extras = rng.sample(tuple(EXTRAS), 3)
        wishes = [
            f"a {size.lower()} {item} with {extra.lower()}"
            for item, size, extra in zip(items, sizes, extras, strict=True)
        ]
        talk(scene, double.phone, f"For me {wishes[2]}, please.", hour=7)
        talk(
            scene,
            one.phone,
            f"For me {wishes[1]}, please.",
            f"No, wait: rather {wishes[0]}, please.",
        )
        return cls(
            name=one.name,
            wish=wishes[0],
            item=items[0],
            size=sizes[0],
            extra=extras[0],
            cents=unit_cents(base_cents(database, items[0]), sizes[0], extras[0]),
            near="No, wait:",
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        line = {"item": self.item, "size": self.size, "extras": self.extra, "quantity": 1}
        return [Added(PATH, "coffee_cart", {**line, "cents": self.cents})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        pattern = r"a (\w+) ([A-Z].*) with (.*), please"
        size, item, extra = extract(pilot, pattern, self.near).groups()
        pilot.follow(enter("Coffee"))
        pilot.follow(open_item(item))
        pilot.tap(size)
        pilot.tap(extra)
        pilot.tap_id("add")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "their first wish": Instead(near="For me"),
            "the namesake's wish": Instead(name=self.double, near="For me"),
        }


@dataclass(frozen=True)
class ShareRide(TaskType):
    """Who drives, and in which car, goes to somebody by the share sheet."""

    template = "cross.share_ride"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Huddle", "Messages")
    hidden = ("driver", "plate")
    goals = (
        "Text {name} the details of my Huddle ride to {end} on {long_day}: driver and number plate.",
        "Share the ride to {end} that I booked in Huddle for {long_day} with {name} by text message, so that they know driver and plate.",
        "{name} wants to know who drives me to {end} on {long_day} and in which car. Send them driver and plate of that Huddle ride in a text.",
    )

    name: str
    number: str
    end: str
    long_day: str
    when: str
    other_when: str
    driver: str
    plate: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        one, double = known_namesakes(scene)
        end = rng.choice(NAMES)
        days = rng.sample(range(1, 20), 2)
        stamps = [millis(scene.world.day(day, rng.randint(6, 21), 30)) for day in days]
        some_trips(database, rng, status=BOOKED, stamps=stamps, ends=[end, end])
        trips = [
            database.rows("SELECT * FROM ride_trips WHERE destination = ? AND at = ?", end, stamp)
            for stamp in stamps
        ]
        return cls(
            name=one.name,
            number=one.phone,
            end=end,
            long_day=long_day(days_after(scene.phone.today, days[0])),
            when=moment(stamps[0]),
            other_when=moment(stamps[1]),
            driver=trips[0][0]["driver"],
            plate=trips[0][0]["plate"],
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, Contains(self.driver, self.plate))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Ride"))
        pilot.tap(f"{self.end}, {self.when}")
        pilot.reach("From")
        pilot.read("driver")
        pilot.tap("Share ride")
        pilot.follow(share_by_text(self.name))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the ride of the other day": Instead(when=self.other_when),
            "to the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class BikeFromText(TaskType):
    """The number of a bike comes by text and is pasted where it is unlocked."""

    template = "cross.unlock_texted_bike"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Messages", "Huddle")
    hidden = ("code",)
    goals = (
        "{name} is waiting with two shared bikes and texted me the number of mine. Unlock that one in Huddle.",
        "Unlock the bike in Huddle's Bikes whose number {name} has just texted me as mine.",
        "{name} wrote me which shared bike I should take. Start a ride with that one in Huddle.",
    )

    name: str
    code: str
    mine: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        one, double = known_namesakes(scene)
        known = {row["code"] for row in database.rows("SELECT code FROM bike_bikes")}
        codes: list[str] = []
        while len(codes) < 3:
            code = make_code(rng)
            if code not in known:
                known.add(code)
                codes.append(code)
        station = rng.choice(STATIONS)[0]
        for code in codes:
            add_bike(database, code, station, kind=CITY)
        talk(scene, double.phone, "Take this bike:", codes[2], hour=7)
        talk(scene, one.phone, "I have got this one:", codes[1], "Take this bike:", codes[0])
        return cls(name=one.name, code=codes[0], mine=codes[1], double=double.name)

    def expect(self) -> list[Expectation]:
        taken = {"state": "riding", "station": ""}
        return [
            Changed(PATH, "bike_bikes", {"code": self.code}, taken),
            Added(PATH, "bike_rides", {"code": self.code, "started": Anything()}),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        pilot.hold(text_after(pilot, "Take this bike:"))
        pilot.tap("Copy text")
        pilot.follow(enter("Bikes"))
        pilot.tap("Unlock a bike")
        pilot.hold("Bike code", role="field")
        pilot.tap("Paste")
        pilot.tap("Unlock", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other bike": Swap(Hold(self.code), Hold(self.mine)),
            "the namesake's": Instead(name=self.double),
            "called off": Swap(Tap("Unlock", role="button"), Tap("Cancel", role="button")),
        }


TASKS = templates_of(
    TrackMailedParcel,
    RideToContact,
    CoffeeAsTexted,
    ShareRide,
    BikeFromText,
)
