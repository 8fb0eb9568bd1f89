"""Tasks that begin with a message that came in, or that was sent before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.messages.data import send
from phoneworld.apps.phone.numbers import tidy
from phoneworld.author import (
    BACK,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.sms_messenger.tasks.setup import (
    LABEL,
    MINUTE_MS,
    arrive,
    chatter,
    sent,
    writing,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import person, phone_number, sentence
from phoneworld.providers import contacts
from phoneworld.world import STREETS


@dataclass(frozen=True)
class Reply(SuiteTask):
    """Somebody wrote and is answered."""

    template = "androidworld.simple_sms_reply"
    suite = "SimpleSmsReply"
    complexity = 1.2
    apps = (LABEL,)
    goals = (
        "{number} texted me. Answer in Simple SMS Messenger: {message}",
        "In Simple SMS Messenger, reply {message} to {number}.",
        "Answer the text of {number} in Simple SMS Messenger with: {message}",
    )

    number: str
    message: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        number, message = phone_number(scene.rng), sentence(scene.rng)
        chatter(scene, scene.rng.randint(1, 5), minutes_ago=2)
        arrive(scene, number, sentence(scene.rng), minutes_ago=scene.rng.randint(1, 20))
        return cls(number, message)

    def expect(self) -> list[Expectation]:
        return sent(self.number, self.message)

    def script(self) -> Script:
        return (Open(LABEL), Tap(tidy(self.number)), *writing(self.message))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not sent": Without(Tap("SMS")),
            "nothing written": Without(Enter(self.message)),
        }


@dataclass(frozen=True)
class ReplyToNewest(SuiteTask):
    """Whoever wrote last is answered."""

    template = "androidworld.simple_sms_reply_most_recent"
    suite = "SimpleSmsReplyMostRecent"
    complexity = 1.2
    apps = (LABEL,)
    goals = (
        "Answer the newest text in Simple SMS Messenger with: {message}",
        "Whoever texted me last is to get this by Simple SMS Messenger: {message}",
        "Reply to my latest message in Simple SMS Messenger: {message}",
    )
    hidden = ("sender",)

    number: str
    message: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        number, message = phone_number(scene.rng), sentence(scene.rng)
        chatter(scene, scene.rng.randint(1, 5))
        arrive(scene, number, sentence(scene.rng), minutes_ago=1)
        return cls(number, message)

    @property
    def sender(self) -> str:
        return tidy(self.number)

    def expect(self) -> list[Expectation]:
        return sent(self.number, self.message)

    def script(self) -> Script:
        return (Open(LABEL), Tap(self.sender), *writing(self.message))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not sent": Without(Tap("SMS")),
            "other words": Instead(message=self.message[::-1]),
        }


@dataclass(frozen=True)
class ForwardAddress(SuiteTask):
    """What one person wrote goes to another."""

    template = "androidworld.simple_sms_send_received_address"
    suite = "SimpleSmsSendReceivedAddress"
    complexity = 1.8
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "{name2} just texted me where the event is. Text that address to {name1} in Simple SMS Messenger.",
        "Pass the address that {name2} sent on to {name1}, with Simple SMS Messenger.",
        "{name1} needs the event's address, which {name2} sent me: text it with Simple SMS Messenger.",
    )
    hidden = ("message",)

    name1: str
    number: str
    name2: str
    message: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, book = scene.rng, scene.phone.contacts
        to, sender = person(rng), person(rng)
        while sender == to:
            sender = person(rng)
        number, other = phone_number(rng), phone_number(rng)
        address = f"{rng.randint(1, 999)} {rng.choice(STREETS)}, Newport, RI, {rng.randint(2840, 2871):05d}"
        contacts.add_contact(book, to, phone=tidy(number))
        contacts.add_contact(book, sender, phone=tidy(other))
        chatter(scene, rng.randint(0, 3))
        arrive(scene, other, address, minutes_ago=1)
        return cls(to, number, sender, address)

    def expect(self) -> list[Expectation]:
        return sent(self.number, self.message)

    def script(self) -> Script:
        return (
            Open(LABEL),
            Tap(self.name2),
            BACK,
            Tap("Start chat"),
            Enter(self.name1, into="To: name or phone number"),
            Tap(f"{self.name1}, +1"),
            *writing(self.message),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "back to the sender": Instead(name1=self.name2),
            "not sent": Without(Tap("SMS")),
        }


@dataclass(frozen=True)
class Resend(SuiteTask):
    """What was sent last goes out once more."""

    template = "androidworld.simple_sms_resend"
    suite = "SimpleSmsResend"
    complexity = 1.2
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "{name} did not get my last text. Send it once more in Simple SMS Messenger.",
        "Repeat the message that I just sent {name} in Simple SMS Messenger.",
        "Text {name} the same again, with Simple SMS Messenger.",
    )
    hidden = ("message",)

    name: str
    number: str
    message: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, phone = scene.rng, scene.phone
        name, number, message = person(rng), phone_number(rng), sentence(rng)
        contacts.add_contact(phone.contacts, name, phone=tidy(number))
        chatter(scene, rng.randint(0, 3))
        send(phone, number, message, date_ms=phone.now_ms - 2 * MINUTE_MS)
        arrive(scene, number, "Something went wrong here. What did you write?", minutes_ago=1)
        return cls(name, number, message)

    def expect(self) -> list[Expectation]:
        return sent(self.number, self.message)

    def script(self) -> Script:
        return (Open(LABEL), Tap(self.name), *writing(self.message))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not sent": Without(Tap("SMS")),
            "other words": Instead(message=self.message[::-1]),
        }
