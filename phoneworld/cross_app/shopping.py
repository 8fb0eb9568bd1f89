"""Shopping across apps: what is bought, where, for whom and with which coupon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser import data as browser
from phoneworld.apps.browser.sites import shop as web_shop
from phoneworld.apps.browser.tasks.setup import NEW_TAB, fact_of, open_site, publish
from phoneworld.apps.contacts.tasks.setup import known_namesakes, namesakes
from phoneworld.apps.shop.data import (
    DELIVERIES,
    PATH,
    PROCESSING,
    add_coupon,
    address_text,
)
from phoneworld.apps.shop.tasks.setup import (
    CartLine,
    database_of,
    draw_products,
    draw_variants,
    fill_cart,
    find_product,
)
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Enter,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
    templates_of,
)
from phoneworld.cross_app.extraction import cents_in, extract
from phoneworld.cross_app.setup import letter, talk
from phoneworld.cross_app.shared_steps import open_chat, open_contact, open_mail
from phoneworld.formats import dollars
from phoneworld.providers import contacts


@dataclass(frozen=True)
class CheaperOfTwoShops(TaskType):
    """Two shops have the same thing; what is to be done depends on the prices."""

    template = "cross.cheaper_of_two_shops"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Browser", "Shop")
    hidden = ("web_price", "shop_price")
    goals = (
        "Compare the price of the {product} on the website of Pine & Parcel with the one in the Shop app. If the Shop is cheaper, put one into my Shop cart, otherwise bookmark the page of Pine & Parcel.",
        "Where is the {product} cheaper, in the Shop app or at pineandparcel.example? Add it to the Shop's cart if it is the Shop; if not, keep the web page as a bookmark.",
        "I want the {product} for the lower price. Pine & Parcel (web) has it and so has the Shop app: put one into the Shop cart if that is cheaper, else bookmark the Pine & Parcel page.",
    )

    product: str
    id: int
    url: str
    web_price: str
    shop_price: str
    shop_wins: bool

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        product, other = draw_products(
            scene,
            2,
            where="_id IN (SELECT product_id FROM variants WHERE size = '' AND color = '')",
        )
        database.run("DELETE FROM cart WHERE product_id = ?", product["_id"])
        gap = rng.choice((-1, 1)) * rng.randint(1, product["price"] // 400) * 100
        for one, price in ((product, product["price"] + gap), (other, other["price"] - gap // 2)):
            page = web_shop.product(
                one["name"],
                price_cents=price,
                stock=rng.randint(1, 20),
                grams=rng.randrange(200, 900, 20),
                years=rng.randint(1, 5),
                art=one["art"],
            )
            publish(scene, page)
        slug = product["name"].lower().replace(" ", "-")
        return cls(
            product=product["name"],
            id=product["_id"],
            url=f"{web_shop.HOST}/{slug}",
            web_price=dollars(product["price"] + gap),
            shop_price=dollars(product["price"]),
            shop_wins=gap > 0,
        )

    def expect(self) -> list[Expectation]:
        if self.shop_wins:
            line = {"product_id": self.id, "size": "", "color": "", "quantity": 1}
            return [Added(PATH, "cart", line), NEW_TAB]
        return [Added(browser.PATH, "bookmarks", {"url": self.url}), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Pine & Parcel", self.product))
        web = cents_in(fact_of(pilot, "Price"))
        pilot.follow(find_product(self.product))
        # The row has led to the page of the product, which shows its price too.
        shop = cents_in(pilot.reach("$").text)
        if shop < web:
            pilot.tap("Add to cart")
        else:
            pilot.open("Browser")
            pilot.tap("Bookmark this page")

    def mistakes(self) -> dict[str, Mistake]:
        buy: Script = (Open("Shop"), Tap("Add to cart"))
        keep: Script = (Open("Browser"), Tap("Bookmark this page"))
        right, wrong = (buy, keep) if self.shop_wins else (keep, buy)
        return {"the dearer one": Swap(right[-1], *wrong), "both": Also(*wrong)}


@dataclass(frozen=True)
class CouponFromMail(TaskType):
    """The cart is ordered with the code of the newest mail; the one before is still valid, too."""

    template = "cross.coupon_from_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Shop")
    hidden = ("code",)
    goals = (
        "The Shop has mailed me coupon codes. Order what is in my Shop cart with the code from the newest of these mails; address, delivery and payment stay as preset.",
        "Place the order for my Shop cart and use the coupon of the latest mail from {sender}. Change nothing else at the checkout.",
        "Check out my cart in the Shop with the most recent coupon code that {sender} sent me by email, and leave everything else as it is.",
    )

    sender: str
    code: str
    discount: int
    lines: tuple[CartLine, ...]
    address: str
    payment: str
    other_payment: str
    nth: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        lines = fill_cart(scene, 2)
        total = sum(line["price"] for line in lines)
        sender = rng.choice(("Shop Club", "Shop Rewards", "Shop News"))
        words = rng.sample("SUNNY HAPPY EXTRA BONUS THANKS HELLO CHEERS LUCKY".split(), 2)
        percents = rng.sample((5, 10, 15, 20), 2)
        codes = [f"{word}{rng.randint(10, 99)}" for word in words]
        for place, (code, percent) in enumerate(zip(codes, percents, strict=True)):
            expires = scene.world.day(rng.randint(8, 50)).date()
            add_coupon(database, code, percent=percent, expires=expires.isoformat())
            letter(
                scene,
                sender,
                "club@shop.example",
                rng.choice(("A little thank-you", "Something for you", "Your coupon is here")),
                f"You get {percent}% off your next order with the code {code}.",
                f"It is valid until {expires.day} {expires:%B}.",
                sender,
                days_ago=2 + 5 * place,
            )
        addresses = database.rows("SELECT * FROM addresses ORDER BY _id")
        payments = database.rows("SELECT label FROM payments ORDER BY _id")
        return cls(
            sender=sender,
            code=codes[0],
            discount=total * percents[0] // 100,
            lines=tuple(
                CartLine(line["_id"], line["product_id"], line["size"], line["color"])
                for line in lines
            ),
            address=address_text(addresses[0]),
            payment=payments[0]["label"],
            other_payment=payments[1]["label"],
            nth=0,
        )

    def expect(self) -> list[Expectation]:
        order = {
            "coupon": self.code,
            "discount": self.discount,
            "delivery": DELIVERIES[0].name,
            "address": self.address,
            "payment": self.payment,
            "status": PROCESSING,
        }
        return [
            Added(PATH, "orders", order, tuple(line.ordered() for line in self.lines)),
            Changed(PATH, "coupons", {"code": self.code}, {"used": 1}),
            *(Removed(PATH, "cart", {"_id": line.id}) for line in self.lines),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_mail(self.sender, self.sender, nth=self.nth))
        code = extract(pilot, r"with the code (\w+)", "off your next order")[1]
        pilot.open("Shop")
        pilot.tap("Cart", role="tab")
        pilot.tap("Checkout")
        pilot.type(code, into="Coupon code")
        pilot.tap("Apply")
        pilot.tap("Place order")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the older code": Instead(nth=1),
            "without a code": Without(Enter(self.code, into="Coupon code"), Tap("Apply")),
            "another payment": Swap(
                Tap("Place order"), Tap(self.other_payment, role="radio"), Tap("Place order")
            ),
        }


@dataclass(frozen=True)
class SizeFromText(TaskType):
    """What somebody wears was texted; the Shop has it in many sizes and colours."""

    template = "cross.size_from_text"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Messages", "Shop")
    hidden = ("said",)
    goals = (
        "{name} texted me which size and colour they want the {product} in. Put one like that into my Shop cart.",
        "Add the {product} for {name} to the cart in the Shop, once; their size and colour are in our text messages.",
        "{name} gets the {product} from me. Look up in my messages what they want, and put exactly that into the Shop's cart.",
    )

    name: str
    product: str
    id: int
    said: str
    size: str
    color: str
    near: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = known_namesakes(scene)
        (product,) = draw_products(scene, 1, where="category IN ('Clothing', 'Shoes')")
        database_of(scene).run("DELETE FROM cart WHERE product_id = ?", product["_id"])
        sizes, colors = draw_variants(scene, product["_id"])
        said = [f"size {size}, in {color}" for size, color in zip(sizes, colors, strict=False)]
        talk(scene, double.phone, f"The {product['name']}: {said[1]}.", hour=7)
        talk(
            scene,
            one.phone,
            f"I first thought of {said[-1]}.",
            f"But take {said[0]}, please.",
        )
        return cls(
            name=one.name,
            product=product["name"],
            id=product["_id"],
            said=said[0],
            size=sizes[0],
            color=colors[0],
            near="But take",
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        line = {"product_id": self.id, "size": self.size, "color": self.color, "quantity": 1}
        return [Added(PATH, "cart", line)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        size, color = extract(pilot, r"size (\S+), in (\w+)", self.near).groups()
        pilot.follow(find_product(self.product))
        pilot.tap(size, role="button")
        pilot.tap(color, role="button")
        pilot.tap("Add to cart")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "their first thought": Instead(near="I first thought of"),
            "the namesake's": Instead(name=self.double, near=f"The {self.product}:"),
        }


@dataclass(frozen=True)
class AddressForGift(TaskType):
    """An address of the address book becomes one to deliver to."""

    template = "cross.contact_address_to_shop"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Contacts", "Shop")
    hidden = ("address",)
    goals = (
        'Save {name}\'s address from my contacts as a delivery address in the Shop, with the label "{label}".',
        "I want to send {name} a present. Add the address that my contacts have of them to the Shop's addresses and label it {label}.",
        'The Shop should be able to deliver to {name}: enter their address (it is in Contacts) there under "{label}".',
    )

    name: str
    label: str
    address: str
    street: str
    city: str
    other_street: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = namesakes(scene)
        for person in (double, one):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, address=person.address
            )
        street, _, city = one.address.partition(", ")
        return cls(
            name=one.name,
            label=scene.rng.choice(("Birthday", "Present", "Friend", "Surprise", "Family")),
            address=one.address,
            street=street,
            city=city,
            other_street=double.address.partition(", ")[0],
        )

    def expect(self) -> list[Expectation]:
        where = {"street": self.street, "city": self.city, "recipient": self.name}
        return [Added(PATH, "addresses", {**where, "label": self.label})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_contact(self.name))
        street, city, *_ = pilot.read("address").split(", ")
        pilot.open("Shop")
        pilot.tap("Account", role="tab")
        pilot.tap("Addresses", role="item")
        pilot.tap("Add address")
        pilot.type(self.label, into="Label (Home, Work ...)")
        pilot.type(self.name, into="Name")
        pilot.type(street, into="Street and number")
        pilot.type(city, into="City")
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        field = "Street and number"
        return {
            "the namesake's street": Swap(
                Enter(self.street, into=field), Enter(self.other_street, into=field)
            )
        }


TASKS = templates_of(CheaperOfTwoShops, CouponFromMail, SizeFromText, AddressForGift)
