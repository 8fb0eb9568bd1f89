"""What tasks across apps are set up with: talks and chats, mails, notes, and people to pay."""

from __future__ import annotations

from datetime import date

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.huddle.data import PATH as HUDDLE_PATH
from phoneworld.apps.huddle.data import add_message
from phoneworld.apps.huddle.tasks.setup import chat_of
from phoneworld.apps.mail import data as mail
from phoneworld.apps.messages.data import receive
from phoneworld.apps.notes.data import PATH as NOTES_PATH
from phoneworld.apps.notes.data import add_note
from phoneworld.apps.wallet import data as wallet
from phoneworld.author import Scene
from phoneworld.world import Person, millis

CLOSINGS = ("See you!", "Talk soon.", "Thanks a lot!", "All the best!", "Let me know if not.")
"""What ends a talk, so that the list of conversations does not show what matters."""


def talk(scene: Scene, address: str, *lines: str, hour: int = 8) -> None:
    """Somebody writes some messages in a row this morning; a closing word comes last."""
    for number, line in enumerate((*lines, scene.rng.choice(CLOSINGS))):
        at = scene.world.day(0, hour, 3 + 4 * number)
        receive(scene.phone, address, line, date_ms=millis(at))


def chat(scene: Scene, person: Person, *lines: str, hour: int = 8) -> int:
    """Somebody writes on Huddle this morning; a closing word comes last. The chat's id."""
    database = scene.phone.databases[HUDDLE_PATH]
    number = chat_of(scene, person)
    for minute, line in enumerate((*lines, scene.rng.choice(CLOSINGS))):
        at_ms = millis(scene.world.day(0, hour, 3 + 4 * minute))
        add_message(database, number, line, sender=person.name, at_ms=at_ms, unread=True)
    return number


def letter(
    scene: Scene, sender: str, address: str, subject: str, *paragraphs: str, days_ago: int
) -> int:
    """Put a mail from somebody into the inbox; its id."""
    rng = scene.rng
    # What came today came before the phone is taken up.
    at = scene.world.day(-days_ago, rng.randint(7, 20 if days_ago else 8), rng.randint(0, 59))
    return mail.add_mail(
        scene.phone.databases[mail.PATH],
        sender=sender,
        address=address,
        subject=subject,
        body="\n\n".join((f"Hi {scene.world.owner.first},", *paragraphs)),
        at_ms=millis(at),
    )


def note_it(
    scene: Scene, title: str, body: str = "", items: tuple[tuple[str, bool], ...] | None = None
) -> None:
    """A note of today; `items` (text, whether ticked) make it a checklist."""
    at = scene.phone.now_ms - scene.rng.randint(5, 50) * 60_000
    add_note(scene.phone.databases[NOTES_PATH], title, body, now_ms=at, items=items)


def payees(scene: Scene) -> tuple[Person, Person]:
    """Two people of one first name, in the address book and in the Wallet."""
    one, double = known_namesakes(scene)
    for person in (one, double):
        wallet.add_person(scene.phone.databases[wallet.PATH], person.name)
    return one, double


def long_day(day: date) -> str:
    """`Thursday, 21 May`."""
    return f"{day:%A}, {day.day} {day:%B}"


def twelve_hours(clock: str) -> str:
    """`18:05` as `6:05 pm`."""
    hour, minute = map(int, clock.split(":"))
    return f"{hour % 12 or 12}:{minute:02d} {'am' if hour < 12 else 'pm'}"
