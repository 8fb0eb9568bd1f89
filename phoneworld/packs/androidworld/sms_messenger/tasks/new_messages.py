"""Tasks in which somebody is written to who did not write before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.author import (
    Enter,
    Expectation,
    Hold,
    Instead,
    Mistake,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.sms_messenger.tasks.setup import (
    FIELD,
    LABEL,
    addressing,
    chatter,
    sent,
    writing,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import phone_number, sentence


@dataclass(frozen=True)
class SendText(SuiteTask):
    """A text to a number."""

    template = "androidworld.simple_sms_send"
    suite = "SimpleSmsSend"
    complexity = 1.2
    apps = (LABEL,)
    goals = (
        "Text {number} with Simple SMS Messenger: {message}",
        "Use Simple SMS Messenger to write this to {number}: {message}",
        "Send this to {number} in Simple SMS Messenger: {message}",
    )

    number: str
    message: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        chatter(scene, scene.rng.randint(0, 3))
        return cls(phone_number(scene.rng), sentence(scene.rng))

    def expect(self) -> list[Expectation]:
        return sent(self.number, self.message)

    def script(self) -> Script:
        return (*addressing(self.number), *writing(self.message))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not sent": Without(Tap("SMS")),
            "to a number one off": Instead(number=_next(self.number)),
        }


@dataclass(frozen=True)
class SendClipboard(SuiteTask):
    """What the clipboard holds, to a number."""

    template = "androidworld.simple_sms_send_clipboard_content"
    suite = "SimpleSmsSendClipboardContent"
    complexity = 1.2
    apps = (LABEL,)
    goals = (
        "Text what is on my clipboard to {number} with Simple SMS Messenger.",
        "Paste my clipboard into a message to {number} in Simple SMS Messenger and send it.",
        "Send the copied text to {number}, by Simple SMS Messenger.",
    )

    number: str
    message: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        chatter(scene, scene.rng.randint(0, 3))
        number, message = phone_number(scene.rng), sentence(scene.rng)
        scene.phone.clipboard = message
        return cls(number, message)

    def expect(self) -> list[Expectation]:
        return sent(self.number, self.message)

    def script(self) -> Script:
        return (*addressing(self.number), Hold(FIELD), Tap("Paste"), Tap("SMS"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not sent": Without(Tap("SMS")),
            "to a number one off": Instead(number=_next(self.number)),
            "other words": Without(Hold(FIELD), Tap("Paste"), Enter(self.message)),
        }


def _next(number: str) -> str:
    return number[:-1] + str((int(number[-1]) + 1) % 10)
