"""Shopping across apps: what is ordered, for whom, with which coupon, and when it comes."""

from __future__ import annotations

from phoneworld.apps.browser import data as browser
from phoneworld.apps.browser.sites import shop as web_shop
from phoneworld.apps.browser.tasks.reading import fact_of
from phoneworld.apps.browser.tasks.scenery import NEW_TAB, open_site, publish
from phoneworld.apps.calendar.dates import DAY_MS
from phoneworld.apps.calendar.reading import stamp
from phoneworld.apps.contacts.cast import known_namesakes, namesakes
from phoneworld.apps.mail import data as mail
from phoneworld.apps.mail.tasks.scenery import SUBJECTS, add_friend
from phoneworld.apps.shop.data import DELIVERIES, PATH, PROCESSING, SHIPPED, add_coupon
from phoneworld.apps.shop.draws import (
    clear_orders,
    database_of,
    draw_products,
    draw_variants,
    fill_cart,
    find_product,
    order_one,
    placed_row,
    spoken,
)
from phoneworld.providers import calendar, contacts
from phoneworld.tasks.dealings import (
    all_day_event,
    cents_in,
    mail_to,
    read_like,
    short_day,
)
from phoneworld.tasks.expect import Added, Changed, Expectation, Removed
from phoneworld.tasks.handover import glean, letter, open_chat, open_mail, talk
from phoneworld.tasks.matching import Contains
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Kind, Level, Params, Scene, Template
from phoneworld.wording import day_name, dollars


def open_orders(pilot: Pilot) -> None:
    """Go to the orders of the Shop."""
    pilot.open("Shop")
    pilot.tap("Account", role="tab")
    pilot.tap("Orders", role="item")


class OrderNumberToMail(Template):
    """The number of one of two orders of the same thing goes into a mail."""

    name = "cross.order_number_to_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Shop", "Mail")
    hidden = ("number",)
    goals = (
        'Mail {name} the number of my Shop order of the {product} from {day}. Subject: "{subject}".',
        "{name} needs the order number of the {product} that I ordered in the Shop on {day}. Write them a mail with the subject {subject} that says it.",
        'Write {name} an email with the subject "{subject}" and tell them the number of the order that I placed in the Shop on {day} ({product}).',
    )

    def setup(self, scene: Scene) -> Params:
        friend = add_friend(scene)
        double = add_friend(scene, first=friend.first)
        (product,) = draw_products(scene, 1)
        clear_orders(database_of(scene), product["_id"])
        ages = scene.rng.sample(range(1, 6), 2)
        one, other = (order_one(scene, product["_id"], age=age, status=PROCESSING) for age in ages)
        return {
            "name": friend.name,
            "address": friend.address,
            "double": double.name,
            "product": product["name"],
            "subject": scene.rng.choice(SUBJECTS),
            "day": spoken(scene.world.day(-ages[0]).date().isoformat()),
            "row": placed_row(scene, one),
            "other_row": placed_row(scene, other),
            "number": one["number"],
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {
            "folder": mail.SENT,
            "recipients": v["address"],
            "subject": v["subject"],
            "body": Contains(v["number"]),
        }
        return [Added(mail.PATH, "mails", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_orders(pilot)
        pilot.tap(f"{v['product']}, {v['row']} ·", role="item")
        number = read_like(pilot, "Status", r"Order \d+").split()[1]
        mail_to(pilot, v["name"], v["subject"])
        pilot.type(f"The order number is {number}.", into="Compose email")
        pilot.tap("Navigate up" if v.get("leave") else "Send", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other order": {"row": v["other_row"]},
            "to the namesake": {"name": v["double"]},
            "only a draft": {"leave": True},
        }


class CheaperOfTwoShops(Template):
    """Two shops have the same thing; what is to be done depends on the prices."""

    name = "cross.cheaper_of_two_shops"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Browser", "Shop")
    hidden = ("web_price", "shop_price")
    goals = (
        "Compare the price of the {product} on the website of Pine & Parcel with the one in the Shop app. If the Shop is cheaper, put one into my Shop cart, otherwise bookmark the page of Pine & Parcel.",
        "Where is the {product} cheaper, in the Shop app or at pineandparcel.example? Add it to the Shop's cart if it is the Shop; if not, keep the web page as a bookmark.",
        "I want the {product} for the lower price. Pine & Parcel (web) has it and so has the Shop app: put one into the Shop cart if that is cheaper, else bookmark the Pine & Parcel page.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "product": product["name"],
            "id": product["_id"],
            "url": f"{web_shop.HOST}/{slug}",
            "web_price": dollars(product["price"] + gap),
            "shop_price": dollars(product["price"]),
            "shop_wins": gap > 0,
        }

    def expect(self, v: Params) -> list[Expectation]:
        if v["shop_wins"]:
            line = {"product_id": v["id"], "size": "", "color": "", "quantity": 1}
            return [Added(PATH, "cart", line), NEW_TAB]
        return [Added(browser.PATH, "bookmarks", {"url": v["url"]}), NEW_TAB]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_site(pilot, "Pine & Parcel", v["product"])
        web = cents_in(fact_of(pilot, "Price"))
        find_product(pilot, v["product"])
        # The row has led to the page of the product, which shows its price too.
        shop = cents_in(pilot.reach("$").text)
        in_shop = (shop < web) != bool(v.get("dearer"))
        if in_shop or v.get("both"):
            pilot.tap("Add to cart")
        if not in_shop or v.get("both"):
            pilot.open("Browser")
            pilot.tap("Bookmark this page")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the dearer one": {"dearer": True}, "both": {"both": True}}


class CouponFromMail(Template):
    """The cart is ordered with the code of the newest mail; the one before is still valid, too."""

    name = "cross.coupon_from_mail"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Mail", "Shop")
    hidden = ("code",)
    goals = (
        "The Shop has mailed me coupon codes. Order what is in my Shop cart with the code from the newest of these mails; address, delivery and payment stay as preset.",
        "Place the order for my Shop cart and use the coupon of the latest mail from {sender}. Change nothing else at the checkout.",
        "Check out my cart in the Shop with the most recent coupon code that {sender} sent me by email, and leave everything else as it is.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "sender": sender,
            "code": codes[0],
            "discount": total * percents[0] // 100,
            "lines": [line["_id"] for line in lines],
            "products": [line["product_id"] for line in lines],
            "nth": 0,
        }

    def expect(self, v: Params) -> list[Expectation]:
        order = {"coupon": v["code"], "discount": v["discount"], "delivery": DELIVERIES[0].name}
        return [
            Added(PATH, "orders", {**order, "status": PROCESSING}),
            Changed(PATH, "coupons", {"code": v["code"]}, {"used": 1}),
            *(Removed(PATH, "cart", {"_id": line}) for line in v["lines"]),
            *(Added(PATH, "order_items", {"product_id": product}) for product in v["products"]),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_mail(pilot, v["sender"], v["sender"], nth=v["nth"])
        code = glean(pilot, r"with the code (\w+)", "off your next order")[1]
        pilot.open("Shop")
        pilot.tap("Cart", role="tab")
        pilot.tap("Checkout")
        if not v.get("no_code"):
            pilot.type(code, into="Coupon code")
            pilot.tap("Apply")
        pilot.tap("Place order")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"the older code": {"nth": 1}, "without a code": {"no_code": True}}


class SizeFromText(Template):
    """What somebody wears was texted; the Shop has it in many sizes and colours."""

    name = "cross.size_from_text"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Messages", "Shop")
    hidden = ("said",)
    goals = (
        "{name} texted me which size and colour they want the {product} in. Put one like that into my Shop cart.",
        "Add the {product} for {name} to the cart in the Shop, once; their size and colour are in our text messages.",
        "{name} gets the {product} from me. Look up in my messages what they want, and put exactly that into the Shop's cart.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "name": one.name,
            "product": product["name"],
            "id": product["_id"],
            "said": said[0],
            "size": sizes[0],
            "color": colors[0],
            "near": "But take",
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        line = {"product_id": v["id"], "size": v["size"], "color": v["color"], "quantity": 1}
        return [Added(PATH, "cart", line)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_chat(pilot, v["name"])
        size, color = glean(pilot, r"size (\S+), in (\w+)", v["near"]).groups()
        find_product(pilot, v["product"])
        pilot.tap(size, role="button")
        pilot.tap(color, role="button")
        pilot.tap("Add to cart")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "their first thought": {"near": "I first thought of"},
            "the namesake's": {"name": v["double"], "near": f"The {v['product']}:"},
        }


class AddressForGift(Template):
    """An address of the address book becomes one to deliver to."""

    name = "cross.contact_address_to_shop"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Contacts", "Shop")
    hidden = ("address",)
    goals = (
        'Save {name}\'s address from my contacts as a delivery address in the Shop, with the label "{label}".',
        "I want to send {name} a present. Add the address that my contacts have of them to the Shop's addresses and label it {label}.",
        'The Shop should be able to deliver to {name}: enter their address (it is in Contacts) there under "{label}".',
    )

    def setup(self, scene: Scene) -> Params:
        one, double = namesakes(scene)
        for person in (double, one):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, address=person.address
            )
        street, _, city = one.address.partition(", ")
        return {
            "name": one.name,
            "label": scene.rng.choice(("Birthday", "Present", "Friend", "Surprise", "Family")),
            "address": one.address,
            "street": street,
            "city": city,
            "double": double.name,
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {key: v[key] for key in ("label", "street", "city")}
        return [Added(PATH, "addresses", {**wanted, "recipient": v["name"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Contacts")
        whose = v.get("whose", v["name"])
        pilot.type(whose, into="Search contacts")
        pilot.tap(whose, role="item")
        street, city, *_ = pilot.read("address").split(", ")
        pilot.open("Shop")
        pilot.tap("Account", role="tab")
        pilot.tap("Addresses", role="item")
        pilot.tap("Add address")
        pilot.type(v["label"], into="Label (Home, Work ...)")
        pilot.type(v["name"], into="Name")
        pilot.type(street, into="Street and number")
        pilot.type(city, into="City")
        if not v.get("unsaved"):
            pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the namesake's address": {"whose": v["double"]}, "not saved": {"unsaved": True}}


class ArrivalToCalendar(Template):
    """The day on which an order comes is entered in the calendar."""

    name = "cross.arrival_to_calendar"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Shop", "Calendar")
    hidden = ("shown",)
    goals = (
        'Put an all-day event "{title}" into my calendar on the day when my Shop order with the {product} arrives.',
        'On which day does my order with the {product} come from the Shop? Enter "{title}" as an all-day event on that day.',
        'I have to be at home when my Shop order ({product}) is delivered. Add the all-day event "{title}" for that day to the calendar.',
    )

    def setup(self, scene: Scene) -> Params:
        product, other = draw_products(scene, 2)
        for one in (product, other):
            clear_orders(database_of(scene), one["_id"])
        ages = scene.rng.sample(range(1, 4), 2)
        order, _ = (
            order_one(scene, one["_id"], age=age, status=SHIPPED)
            for one, age in zip((product, other), ages, strict=True)
        )
        return {
            "product": product["name"],
            "other": other["name"],
            "title": scene.rng.choice(("Parcel day", "Be at home", "Wait for the parcel")),
            "day": order["arrives"],
            "shown": day_name(order["arrives"], scene.phone.today),
        }

    def expect(self, v: Params) -> list[Expectation]:
        start = stamp(v["day"], "00:00")
        where = {"title": v["title"], "dtstart": start, "dtend": start + DAY_MS, "allDay": 1}
        return [Added(calendar.PATH, "events", where)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_orders(pilot)
        pilot.tap(v["product"], role="item")
        day = short_day(pilot, pilot.read(v.get("fact", "arrives")))
        all_day_event(pilot, v["title"], day)
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another order": {"product": v["other"]}, "when it was ordered": {"fact": "placed"}}


TASKS = (
    OrderNumberToMail(),
    CheaperOfTwoShops(),
    CouponFromMail(),
    SizeFromText(),
    AddressForGift(),
    ArrivalToCalendar(),
)
