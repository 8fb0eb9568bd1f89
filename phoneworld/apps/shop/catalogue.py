"""What the shop sells, and what customers write about it."""

from __future__ import annotations

from dataclasses import dataclass

CATEGORIES = ("Clothing", "Shoes", "Electronics", "Home", "Sports", "Beauty")
CLOTHES = ("S", "M", "L", "XL")
FEET = ("38", "39", "40", "41", "42", "43")


@dataclass(frozen=True, slots=True)
class Product:
    """A product: what it costs in dollars, and in which sizes and colours it comes.

    `look` is the kind of picture: shirt, bottle, box or headphones.
    """

    name: str
    brand: str
    category: str
    price: float
    about: str
    look: str = "box"
    sizes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()


PRODUCTS = (
    Product(
        "Cotton hoodie", "Nordhem", "Clothing", 39.90, "Brushed inside, with a kangaroo pocket.",
        "shirt", CLOTHES, ("Grey", "Navy", "Green"),
    ),
    Product(
        "Zip hoodie", "Nordhem", "Clothing", 44.90, "The classic hoodie with a full zip.",
        "shirt", CLOTHES, ("Grey", "Black", "Red"),
    ),
    Product(
        "Linen shirt", "Casa Lino", "Clothing", 49.50, "Airy linen for hot days.",
        "shirt", CLOTHES, ("White", "Blue", "Sand"),
    ),
    Product(
        "Basic T-shirt", "Plainly", "Clothing", 12.90, "Heavy organic cotton, round neck.",
        "shirt", CLOTHES, ("White", "Black", "Navy", "Green"),
    ),
    Product(
        "Striped T-shirt", "Plainly", "Clothing", 15.90, "Sailor stripes on soft jersey.",
        "shirt", CLOTHES, ("Blue", "Red"),
    ),
    Product(
        "Rain jacket", "Fjellvind", "Clothing", 89.00, "Waterproof, with taped seams.",
        "shirt", CLOTHES, ("Yellow", "Navy"),
    ),
    Product(
        "Wool sweater", "Fjellvind", "Clothing", 74.00, "Lambswool that keeps its shape.",
        "shirt", CLOTHES, ("Grey", "Green", "Red"),
    ),
    Product(
        "Running shoes", "Stride", "Shoes", 99.90, "Light, cushioned and quick to dry.",
        "box", FEET, ("Black", "Blue"),
    ),
    Product(
        "Trail running shoes", "Stride", "Shoes", 119.90, "Deep treads for muddy paths.",
        "box", FEET, ("Black", "Green"),
    ),
    Product(
        "Canvas sneakers", "Plainly", "Shoes", 34.90, "Simple sneakers with a rubber sole.",
        "box", FEET, ("White", "Navy", "Red"),
    ),
    Product(
        "Leather boots", "Oldfield", "Shoes", 149.00, "Welted boots that can be resoled.",
        "box", FEET, ("Brown", "Black"),
    ),
    Product(
        "Felt slippers", "Casa Lino", "Shoes", 27.50, "Warm slippers of wool felt.",
        "box", FEET, ("Grey", "Green"),
    ),
    Product(
        "Over-ear headphones", "Sonara", "Electronics", 129.00, "Noise cancelling, 30 hours.",
        "headphones", (), ("Black", "White"),
    ),
    Product(
        "On-ear headphones", "Sonara", "Electronics", 59.00, "Foldable and light.",
        "headphones", (), ("Black", "Blue"),
    ),
    Product("Travel charger", "Voltra", "Electronics", 24.90, "Two ports, 45 watts, three plugs."),
    Product("Power bank 10000", "Voltra", "Electronics", 29.90, "10,000 mAh in your pocket."),
    Product("Power bank 20000", "Voltra", "Electronics", 44.90, "20,000 mAh, charges a laptop."),
    Product(
        "Bluetooth speaker", "Sonara", "Electronics", 49.90, "Splash-proof, 12 hours of music.",
        "box", (), ("Black", "Red", "Blue"),
    ),
    Product("E-reader light", "Voltra", "Electronics", 13.50, "A warm clip-on light for books."),
    Product(
        "Bath towel", "Casa Lino", "Home", 17.90, "Thick terry cotton, 70 x 140 cm.",
        "box", (), ("White", "Grey", "Green"),
    ),
    Product("Ceramic teapot", "Oldfield", "Home", 38.00, "Holds a litre and pours cleanly.", "bottle"),
    Product("Cast iron pan", "Oldfield", "Home", 42.00, "26 cm, for every kind of stove."),
    Product(
        "Desk lamp", "Lumo", "Home", 36.90, "Dimmable, with a long arm.", "box", (), ("Black", "White")
    ),
    Product("Bed linen set", "Casa Lino", "Home", 64.00, "Washed cotton for one bed.", "box", (),
            ("White", "Sand", "Blue")),
    Product("Yoga mat", "Stride", "Sports", 32.00, "Non-slip, 5 mm thick.", "box", (),
            ("Purple", "Green", "Grey")),
    Product("Steel water bottle", "Stride", "Sports", 21.90, "Keeps cold for 24 hours.", "bottle",
            ("500 ml", "750 ml"), ("Black", "Green", "White")),
    Product("Glass water bottle", "Plainly", "Sports", 16.90, "With a cork lid and a sleeve.",
            "bottle", ("500 ml", "750 ml"), ("Blue", "Grey")),
    Product("Jump rope", "Stride", "Sports", 11.50, "Steel cable with ball bearings."),
    Product("Resistance bands", "Stride", "Sports", 18.90, "Five strengths in a bag."),
    Product("Hand cream", "Mirabel", "Beauty", 7.90, "Almond and shea, quickly absorbed.", "bottle"),
    Product("Shampoo bar", "Mirabel", "Beauty", 8.50, "Lasts as long as two bottles."),
    Product("Sun lotion SPF 50", "Mirabel", "Beauty", 14.90, "Light and water resistant.", "bottle"),
    Product("Sun lotion SPF 30", "Mirabel", "Beauty", 12.90, "For skin that tans easily.", "bottle"),
    Product("Body oil", "Mirabel", "Beauty", 19.50, "Apricot kernel with orange scent.", "bottle"),
)  # fmt: skip

PICTURES = {
    "bottle": (13, 20, 22, 24, 43, 53, 54, 21, 25, 37),
    "box": (0, 1, 7, 9, 10, 17, 19, 26, 27, 29, 34, 35, 50, 57, 58),
    "shirt": (3, 4, 6, 8, 18, 40, 15, 23, 38, 47),
    "headphones": (2, 11, 12, 30, 46),
}
"""The numbers of product pictures that show such a thing."""

PRAISE = (
    "Exactly as described, would buy it again.",
    "Better than I expected for the price.",
    "Arrived quickly and well packed.",
    "I use it every day. Love it.",
    "Bought a second one for my sister.",
)
MIXED = (
    "Good, but the colour is a bit darker than in the picture.",
    "Does what it should. Nothing special.",
    "Runs a little small, otherwise fine.",
    "Fine for the price.",
)
BLAME = (
    "Broke after three weeks.",
    "Smelled odd out of the box and had to go back.",
    "Not worth the money.",
)
