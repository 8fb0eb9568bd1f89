"""What the tasks with Simple SMS Messenger share."""

from __future__ import annotations

from phoneworld.apps.messages.data import receive
from phoneworld.author import (
    Added,
    Alike,
    Digits,
    Enter,
    Expectation,
    ExpectedScreen,
    Open,
    Scene,
    Script,
    Tap,
)
from phoneworld.packs.androidworld.sms_messenger.data import PACKAGE
from phoneworld.packs.androidworld.words import phone_number, sentence
from phoneworld.providers import telephony

LABEL = "Simple SMS Messenger"
FIELD = "Text message"
MINUTE_MS = 60_000


def sent(number: str, message: str) -> list[Expectation]:
    """The message went out, and the app is still in front."""
    row = {"address": Digits(number), "body": Alike(message), "type": telephony.SENT}
    return [Added(telephony.PATH, "sms", row), ExpectedScreen(PACKAGE)]


def arrive(scene: Scene, number: str, message: str, *, minutes_ago: int) -> None:
    """A message came in a while ago, and was not read."""
    at_ms = scene.phone.now_ms - minutes_ago * MINUTE_MS
    receive(scene.phone, number, message, date_ms=at_ms, read=False)


def chatter(scene: Scene, count: int, *, minutes_ago: int = 10) -> None:
    """Messages of strangers, all of them older than so many minutes."""
    for place in range(count):
        number = phone_number(scene.rng)
        arrive(scene, number, sentence(scene.rng), minutes_ago=minutes_ago + 3 * place)


def writing(message: str) -> Script:
    """The steps that send a message in the conversation that is open."""
    return (Enter(message, into=FIELD), Tap("SMS"))


def addressing(whom: str) -> Script:
    """The steps to a conversation with a number that is typed."""
    return (
        Open(LABEL),
        Tap("Start chat"),
        Enter(whom, into="To: name or phone number"),
        Tap("Send to"),
    )
