"""Made-up names, sentences and letters that the tasks of the suite are drawn from."""

from __future__ import annotations

import string
from collections.abc import Sequence
from random import Random

ADJECTIVES = (
    "amber bold brisk calm clever copper dusty eager fancy gentle golden hidden icy jolly keen "
    "lively mellow narrow olive proud quiet rapid silver tidy upper velvet warm young"
).split()
NOUNS = (
    "anchor basket canyon dolphin engine feather garden harbor island jacket kettle lantern "
    "meadow needle orchard pepper quarry river saddle tunnel umbrella valley window yard"
).split()
SENTENCES = (
    "The ferry leaves at noon from the second pier.",
    "Water the plants on the balcony every other day.",
    "Our next book is the one with the blue cover.",
    "A good idea often starts with a bad drawing.",
    "The spare key hangs behind the kitchen door.",
    "Ask the landlord about the broken heater.",
    "Seven of the nine candles were still burning.",
    "Call the museum before buying the tickets.",
    "The recipe works better with less sugar.",
    "Trains on this line run every twenty minutes.",
    "Bring a warm coat, the cabin has no heating.",
    "The garden needs rain more than sunshine.",
    "Practice the slow part of the song first.",
    "There is fresh bread in the paper bag.",
    "The lecture moved to the hall upstairs.",
    "Remember to thank the neighbours for the ladder.",
)
FIRST_NAMES = (
    "Amina Bastian Carmen Dmitri Elodie Farid Gwen Hiro Imani Jorge Katya Liam Mei Nadir Olive "
    "Pavel Rosalind Stefan Tamar Umberto Viola Wim Ximena Yannick Zahra"
).split()
LAST_NAMES = (
    "Aalto Bergman Cardoso Duarte Ekberg Fontaine Grimaldi Holm Ivanov Janssen Kowal Lindqvist "
    "Marchetti Nygaard Osei Pinto Quiroga Rahman Sandoval Thorne Ueda Valdez Whitlock Yilmaz"
).split()


def letters(rng: Random, length: int) -> str:
    """Letters and digits in a row."""
    return "".join(rng.choices(string.ascii_letters + string.digits, k=length))


def file_stem(rng: Random) -> str:
    """A name for a file, without its ending, that is hardly ever drawn twice."""
    stem = f"{rng.choice(ADJECTIVES)}_{rng.choice(NOUNS)}"
    if rng.random() < 0.5:
        return f"2023_{rng.randint(1, 12):02d}_{rng.randint(1, 28):02d}_{stem}"
    return f"{stem}_{letters(rng, 4)}"


def sentence(rng: Random) -> str:
    """A sentence for a note or a message."""
    return rng.choice(SENTENCES)


def person(rng: Random) -> str:
    """Somebody's full name."""
    return f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}"


def phone_number(rng: Random) -> str:
    """A number in the form that the suite uses."""
    return f"+1{rng.randint(200, 989)}555{rng.randint(0, 9999):04d}"


def others(rng: Random, taken: Sequence[str], count: int) -> list[str]:
    """File stems that are none of those taken."""
    found: list[str] = []
    while len(found) < count:
        stem = file_stem(rng)
        if stem not in found and not any(one.startswith(stem) for one in taken):
            found.append(stem)
    return found
