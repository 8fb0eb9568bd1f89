"""The wording of made-up mails: orders, bookings, bills, newsletters, notices, talk, junk.

Makers draw what they are not given. Task set-ups give what the task is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from phoneworld.formats import dollars


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to the owner of the phone; `files` are pairs of name and content."""

    sender: str
    address: str
    subject: str
    body: str
    files: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class House:
    """A firm that writes mails."""

    name: str
    address: str


def _houses(*pairs: str) -> tuple[House, ...]:
    return tuple(House(*pair.split("|")) for pair in pairs)


SHOPS = _houses(
    "Pine & Parcel|orders@pineandparcel.example",
    "Corner Books|orders@cornerbooks.example",
    "Volt Electronics|sales@volt.example",
    "Green Basket|hello@greenbasket.example",
    "Thread & Button|shop@threadandbutton.example",
    "Pedal House|orders@pedalhouse.example",
)
HOTELS = _houses(
    "Hotel Aurora|booking@hotelaurora.example",
    "Seaview Inn|stay@seaviewinn.example",
    "The Old Mill|rooms@oldmill.example",
    "Grand Plaza|reservations@grandplaza.example",
    "Lakeside Lodge|desk@lakesidelodge.example",
)
NEWSLETTERS = _houses(
    "Morning Post Daily|daily@morningpost.example",
    "Morning Post Weekend|weekend@morningpost.example",
    "Larder Notes|letters@larder.example",
    "Trail & Tent|news@trailandtent.example",
    "Volt Deals|deals@volt.example",
    "The Slow Reader|editor@slowreader.example",
    "City Runner|miles@cityrunner.example",
    "Garden Almanac|hello@gardenalmanac.example",
)
SUPPLIERS = _houses(
    "Brightwater Utilities|billing@brightwater.example",
    "Clearline Internet|accounts@clearline.example",
    "Halden Energy|bills@haldenenergy.example",
    "Northgate Insurance|service@northgate.example",
)
CARRIERS = _houses("Northline Rail|tickets@northline.example", "Skyhop Air|travel@skyhop.example")
GOODS = (
    ("Canvas backpack", 5490),
    ("Desk lamp", 3890),
    ("Wool blanket", 4650),
    ("Enamel mug", 1290),
    ("Notebook set", 1450),
    ("Wireless keyboard", 6990),
    ("Travel adapter", 1990),
    ("Bicycle bell", 1150),
    ("Cotton shirt", 3490),
    ("Chef's knife", 7900),
    ("Plant pot", 1690),
    ("Board game", 3290),
)
TOWNS = "Fairview Brookfield Lakeside Easton Westport Ashford Milton Norwood Clifton".split()
MONTHS = "January February March April May June July August".split()
NOTICES = (
    (
        "Community Pool|desk@communitypool.example",
        "New opening hours from June",
        "From 1 June the pool opens at {hour}:00 on weekdays and at 09:00 at the weekend.",
    ),
    (
        "Oakwood School|office@oakwood.example",
        "Summer concert",
        "The summer concert is in the main hall at {hour}:30. Doors open half an hour earlier.",
    ),
    (
        "Harbor Clinic|front@harborclinic.example",
        "Your appointment",
        "We look forward to seeing you at {hour}:15. Please bring your insurance card.",
    ),
    (
        "City Library|loans@citylibrary.example",
        "Books due soon",
        "{number} of your books are due next week. You can renew them online or at the desk.",
    ),
    (
        "Fairview Council|info@fairview.example",
        "Street works in your area",
        "The water main in your street will be renewed. Expect noise from {hour}:00 for {number} days.",
    ),
)
TALKS = (
    (
        "Dinner on Saturday?",
        "Would you like to come over for dinner on Saturday? I will make the lentil curry again.",
        "Yes, gladly! What can I bring?",
    ),
    (
        "Photos from the lake",
        "I finally sorted the photos from the lake. The light was wonderful that evening.",
        "They are lovely, thank you.",
    ),
    (
        "Moving boxes",
        "Do you still have the moving boxes? I need about ten of them at the end of the month.",
        "I have a dozen in the cellar. Come by whenever you like.",
    ),
    (
        "Book for you",
        "I have finished the novel you lent me. The ending surprised me. When can I bring it back?",
        "No hurry, keep it until we meet.",
    ),
    (
        "Running on Sunday",
        "The group meets at the north gate of the park this Sunday. Will you join us?",
        "Count me in.",
    ),
    (
        "Minutes of the last meeting",
        "Here is what we agreed on: the budget stays as it is, and the launch moves by a week.",
        "Thanks for writing it up.",
    ),
    (
        "Garden tools",
        "The hedge trimmer is repaired, so you can borrow it from Tuesday on.",
        "Perfect timing, the hedge is taking over.",
    ),
    (
        "Concert tickets",
        "There are still seats in the second row for the string quartet. Shall I get two?",
        "Yes please, I will pay you back.",
    ),
    (
        "Parents' evening",
        "I cannot make it to the parents' evening. Could you take notes for me?",
        "Of course.",
    ),
    (
        "Recipe",
        "You asked for the plum cake: 500 g plums, 200 g flour, 120 g butter, 100 g sugar, 2 eggs.",
        "I am baking it tonight!",
    ),
    (
        "Car sharing",
        "My car is in the workshop until Friday. Could I ride with you in the mornings?",
        "Sure, I leave at half past seven.",
    ),
    (
        "Slides for Monday",
        "I have changed slides 4 to 7. Please have a look before Monday, mainly at the numbers.",
        "Looks good, only the total on slide 6 seems off.",
    ),
    (
        "Thank you",
        "Thank you for your help with the move. I owe you a proper meal.",
        "It was fun. I take the meal, though.",
    ),
)
UNFINISHED = (
    ("Weekend plans", "Shall we go hiking on Saturday? I thought of the ridge path, because"),
    ("Question about the invoice", "Hello, on the last invoice I noticed that"),
    ("Old bicycle", "Is your old bicycle still for sale? A friend of mine is looking for"),
    ("Summer holidays", "We are thinking of the coast in July, and wanted to ask whether you"),
)
JUNK = (
    Letter(
        "Lucky Draw Center",
        "win@prize-claims.example",
        "You have been selected!!",
        "Congratulations! Your address was drawn. Send us your bank details to receive $50,000.",
    ),
    Letter(
        "Dr. Slim",
        "offers@slimfast-now.example",
        "Lose 20 pounds in 5 days",
        "Doctors are amazed by this one simple trick. Order today and save 90%.",
    ),
    Letter(
        "Crypto Insider",
        "vip@coin-insider.example",
        "Double your coins overnight",
        "Our robot trades while you sleep. Only three places left.",
    ),
    Letter(
        "Parcel Service",
        "support@parcel-fee.example",
        "Your parcel is waiting: pay the fee",
        "We could not deliver your parcel. Pay a fee of $1.99 with your card within 24 hours.",
    ),
)


def code(rng: Random) -> str:
    """A booking code: six letters and digits that are not mistaken for each other."""
    return "".join(rng.choice("ACDEFGHJKMNPQRTUVWXY34679") for _ in range(6))


def art_of(name: str, number: int) -> str:
    """The picture that a file of that name shows, if it is a picture."""
    return f"receipt:{number % 97}" if name.endswith((".jpg", ".png")) else ""


def order(rng: Random, shop: House, *, number: str = "", total_cents: int = 0) -> Letter:
    """An order confirmation with its total and an invoice."""
    number = number or f"{rng.randint(10, 99)}-{rng.randint(10000, 99999)}"
    goods = rng.sample(GOODS, 2)
    lines = [f"1 x {name}" for name, _ in goods]
    total = dollars(total_cents or sum(price for _, price in goods) + 490)
    body = (
        f"Thank you for your order at {shop.name}.\n\n"
        f"Order number: {number}\n{chr(10).join(lines)}\n\n"
        f"Order total: {total} (shipping included)\n\n"
        "We will write again as soon as your parcel is on its way."
    )
    invoice = f"{shop.name}\nInvoice for order {number}\n{chr(10).join(lines)}\nTotal: {total}\n"
    return Letter(
        shop.name,
        shop.address,
        f"Your order {number}",
        body,
        ((f"invoice-{number}.pdf", invoice),),
    )


def delivery(rng: Random, shop: House) -> Letter:
    """A parcel is on its way."""
    number = f"{rng.randint(10, 99)}-{rng.randint(10000, 99999)}"
    day = rng.choice(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"))
    body = (
        f"Good news: order {number} has left our warehouse.\n\n"
        f"Expected delivery: {day}\nTracking number: {rng.randint(10**9, 10**10 - 1)}"
    )
    return Letter(shop.name, shop.address, f"Order {number} is on its way", body)


def stay(
    rng: Random, hotel: House, *, booking: str = "", arrival: str = "", nights: int = 0
) -> Letter:
    """A hotel booking with its confirmation code."""
    arrival = arrival or f"{rng.randint(1, 28)} {rng.choice(MONTHS[4:])}"
    nights = nights or rng.randint(1, 6)
    booking = booking or code(rng)
    body = (
        f"Your stay at {hotel.name} is confirmed.\n\n"
        f"Confirmation code: {booking}\n"
        f"Arrival: {arrival}, from {rng.randint(13, 16)}:00\n"
        f"Nights: {nights}\nRoom: {rng.choice(('double', 'single', 'twin', 'family'))} room\n\n"
        "Please have the code ready when you check in. You can cancel free of charge up to two "
        "days before your arrival."
    )
    return Letter(hotel.name, hotel.address, f"Booking confirmed: {arrival}", body)


def journey(rng: Random) -> Letter:
    """A ticket for a train or a flight."""
    carrier = rng.choice(CARRIERS)
    start, end = rng.sample(TOWNS, 2)
    day = f"{rng.randint(15, 30)} {rng.choice(('May', 'June'))}"
    seat = f"{rng.randint(1, 28)}{rng.choice('ABCDEF')}"
    body = (
        f"Here is your ticket from {start} to {end} on {day}.\n\n"
        f"Booking reference: {code(rng)}\n"
        f"Departure: {rng.randint(6, 20):02d}:{rng.choice(('05', '20', '35', '50'))}\n"
        f"Seat: {seat}\n\nShow the attached ticket on board."
    )
    ticket = f"{carrier.name}\n{start} - {end}\n{day}, seat {seat}\n"
    return Letter(
        carrier.name,
        carrier.address,
        f"Ticket {start} to {end}, {day}",
        body,
        ((f"ticket-{start.lower()}-{end.lower()}.pdf", ticket),),
    )


def bill(
    rng: Random, supplier: House | None = None, *, month: str = "", amount_cents: int = 0
) -> Letter:
    """A monthly bill, attached."""
    supplier = supplier or rng.choice(SUPPLIERS)
    month = month or rng.choice(MONTHS[1:5])
    amount = dollars(amount_cents or rng.randint(1800, 14900))
    body = (
        f"Your bill for {month} is attached.\n\nAmount due: {amount}\n"
        f"Due date: {rng.randint(18, 28)} May\n\n"
        "You need not do anything if you pay by direct debit."
    )
    content = f"{supplier.name}\nBill for {month}\nAmount due: {amount}\n"
    short = supplier.name.partition(" ")[0].lower()
    return Letter(
        supplier.name,
        supplier.address,
        f"Your bill for {month}",
        body,
        ((f"{short}-bill-{month.lower()}.pdf", content),),
    )


def issue(rng: Random, newsletter: House) -> Letter:
    """One issue of a newsletter."""
    leads = (
        "Five things worth your time this week",
        "What our readers asked, and what we answered",
        "Small changes with a large effect",
        "A look back, and what comes next",
        "The best of the month in ten minutes",
    )
    subject = rng.choice(leads)
    number = rng.randint(40, 240)
    body = (
        f"{newsletter.name}, issue {number}\n\n{subject}: that is what this issue is about. "
        "Our editors have read, tried and argued, so that you need not.\n\n"
        "You get this mail because you signed up for it. Unsubscribe whenever you like."
    )
    return Letter(newsletter.name, newsletter.address, f"{subject} (#{number})", body)


def notice(rng: Random) -> Letter:
    """A note from a public place."""
    house, subject, text = rng.choice(NOTICES)
    name, address = house.split("|")
    body = text.format(hour=rng.randint(7, 18), number=rng.randint(2, 6))
    return Letter(name, address, subject, f"Hello,\n\n{body}\n\n{name}")
