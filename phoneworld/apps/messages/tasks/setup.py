"""What the tasks with text messages share: what people write, and what a message that was sent leaves behind."""

from __future__ import annotations

from random import Random

from phoneworld.author import Added, Digits, Enter, Pilot, Script, Tap
from phoneworld.providers.telephony import PATH, SENT

TEXTS = (
    "I'll be there at {hour}:{minute}",
    "Can you bring {thing} on {day}?",
    "Running {late} minutes late, sorry!",
    "Happy to help with {thing} on {day}",
    "The meeting is now in room {room}",
    "Thanks for {thing}, I'll return it on {day}",
    "Let's meet at the {place} at {hour}:{minute}",
    "I left {thing} at the {place}",
    "Dinner is at {hour}, don't forget {thing}",
    "Please pick me up from the {place} on {day}",
)
THINGS = (
    "the ladder",
    "the bread",
    "your charger",
    "the blue folder",
    "the two chairs",
    "the torch",
)
PLACES = ("station", "library", "old harbor", "sports hall", "bakery", "cinema")
DAYS = ("Monday", "Tuesday", "Wednesday", "Friday", "Saturday", "Sunday")
QUESTIONS = (
    "Are you free on {day}?",
    "What time shall we meet on {day}?",
    "Did you find {thing}?",
    "Will you be at the {place} today?",
)
SERVICES = ("Northpay", "Cloudbox", "TicketHub", "Parkfast", "Lumen Mail", "Rentio", "Fitloop")


def say_something(rng: Random, texts: tuple[str, ...] = TEXTS) -> str:
    """Something that one might text."""
    return rng.choice(texts).format(
        hour=rng.randint(1, 9),
        minute=rng.choice(("05", "10", "15", "20", "30", "45")),
        thing=rng.choice(THINGS),
        day=rng.choice(DAYS),
        late=rng.randint(5, 45),
        room=rng.randint(100, 420),
        place=rng.choice(PLACES),
    )


def something_else(rng: Random, text: str) -> str:
    """Another text than this."""
    other = say_something(rng)
    while other == text:
        other = say_something(rng)
    return other


def sent(address: str, body: object) -> Added:
    """A message went out to a number; the body is a text or a matcher."""
    return Added(PATH, "sms", {"address": Digits(address), "type": SENT, "body": body})


def texts_of(pilot: Pilot) -> list[str]:
    """The messages of the conversation that was opened, from top to bottom."""
    pilot.reach("More options")
    return [
        element.text
        for element in pilot.screen.elements
        if element.resource_id.endswith("/message_text")
    ]


def write(text: str) -> Script:
    """Send a text in the conversation that is open."""
    return (Enter(text, into="Text message"), Tap("Send"))


def start_chat(name: str) -> Script:
    """Begin a conversation with a contact."""
    return (Tap("Start chat"), Enter(name, into="To: name or phone number"), Tap(name, role="item"))
