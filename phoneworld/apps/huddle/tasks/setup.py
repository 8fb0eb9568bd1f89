"""What the tasks with chats share: people, groups and texts, and how a chat is written to."""

from __future__ import annotations

from phoneworld.apps.huddle.data import PATH, add_chat, add_message, chat_with
from phoneworld.author import Enter, Open, Scene, Script, Tap
from phoneworld.providers import contacts
from phoneworld.world import Person, make_person, millis

TEXTS = (
    "I will be ten minutes late",
    "Can you bring the blue folder tomorrow?",
    "The tickets are on the kitchen table",
    "Let us meet in front of the library",
    "Thanks for the flowers, they are beautiful",
    "Do you still have my umbrella?",
    "Dinner is at half past seven",
    "I have found your keys",
    "Please call the plumber on Monday",
    "Happy birthday from all of us",
)
GROUP_NAMES = (
    "Garden Party",
    "Trip to the Coast",
    "Quiz Team",
    "Moving Day",
    "Sunday Brunch",
    "Film Night",
    "Band Practice",
    "Carpool North",
)
SPOTS = (
    "the north entrance",
    "the old mill",
    "the ferry pier",
    "the bus station",
    "the town hall steps",
    "the lake cabin",
    "the climbing hall",
    "the corner bakery",
)


def chat_of(scene: Scene, person: Person, *, days_ago: int = 3) -> int:
    """The chat with somebody, which is begun if need be."""
    database = scene.phone.databases[PATH]
    chat = chat_with(database, person.phone)
    if chat is None:
        at = millis(scene.world.day(-days_ago, 17, scene.rng.randint(0, 59)))
        chat = add_chat(database, person.name, phone=person.phone, at_ms=at)
        add_message(database, chat, "See you soon!", sender=person.name, at_ms=at)
    return chat


def namesake(scene: Scene, person: Person) -> Person:
    """Somebody else of the same first name, in the address book."""
    while True:
        other = make_person(scene.rng)
        if other.last != person.last:
            break
    double = Person(person.first, other.last, other.phone, other.email, other.address)
    contacts.add_contact(scene.phone.contacts, double.name, phone=double.phone)
    return double


def write(chat: str, text: str) -> Script:
    """Send a text to a chat of the list."""
    return (
        Open("Huddle"),
        Tap(chat, role="item"),
        Enter(text, into="Message"),
        Tap("Send"),
    )
