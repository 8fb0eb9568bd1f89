"""Tasks in which a note is made of what another app shows, or goes on to another app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    Alike,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pause,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.files_there import file_added, put_file
from phoneworld.packs.androidworld.markor.data import note_path
from phoneworld.packs.androidworld.markor.tasks.setup import LABEL, fill, making, note_name
from phoneworld.packs.androidworld.pictures import text_picture
from phoneworld.packs.androidworld.recordings import titled_video
from phoneworld.packs.androidworld.sms_messenger.tasks.setup import LABEL as MESSENGER
from phoneworld.packs.androidworld.sms_messenger.tasks.setup import sent
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import (
    FIRST_NAMES,
    LAST_NAMES,
    others,
    phone_number,
    sentence,
)
from phoneworld.phone import Phone

GALLERY = "Simple Gallery Pro"
RECEIPT = "/sdcard/DCIM/receipt.png"
GOODS = "Lamp Kettle Scarf Notebook Umbrella Headset Teapot Blanket Charger Backpack".split()
HEAD = "Date, Item, Amount"
VLC = "VLC"
DOWNLOAD = "/sdcard/Download"
SHOWN_S = 8
"""How long a video shows each word."""


@dataclass(frozen=True)
class NoteAndText(SuiteTask):
    """A note is made, and its text goes to a number."""

    template = "androidworld.markor_create_note_and_sms"
    suite = "MarkorCreateNoteAndSms"
    complexity = 1.8
    level = Level.MEDIUM
    apps = (LABEL, MESSENGER)
    goals = (
        (
            "Make a note {file_name} in Markor with the text: {text} Then text all of it to {number}, with "
            "Simple SMS Messenger."
        ),
        "In Markor, write {file_name}, which says: {text} Share it with {number} by Simple SMS Messenger.",
        "Note this in Markor as {file_name}: {text} And send the same to {number} in Simple SMS Messenger.",
    )

    file_name: str
    text: str
    number: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = note_name(scene.rng)
        fill(scene, name)
        return cls(name, sentence(scene.rng), phone_number(scene.rng))

    def expect(self) -> list[Expectation]:
        note = file_added(note_path(self.file_name), Alike(self.text))
        return [note, *sent(self.number, self.text)]

    def script(self) -> Script:
        return (
            *making(self.file_name),
            Enter(self.text, into="Write here"),
            Tap("Share"),
            Tap(MESSENGER),
            Enter(self.number, into="To: name or phone number"),
            Tap("Send to"),
            Tap("SMS"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not sent": Without(Tap("SMS")),
            "another name": Instead(file_name=f"my_{self.file_name}"),
        }


@dataclass(frozen=True)
class TranscribeReceipt(SuiteTask):
    """What a picture of a receipt shows becomes a note."""

    template = "androidworld.markor_transcribe_receipt"
    suite = "MarkorTranscribeReceipt"
    complexity = 1.8
    level = Level.HARD
    apps = (GALLERY, LABEL)
    goals = (
        (
            "Look at receipt.png in Simple Gallery and write its lines into a Markor file {file_name}, parted "
            f'by commas, below the line "{HEAD}".'
        ),
        (
            "Simple Gallery has a receipt.png. Make the file {file_name} in Markor of it: first the line "
            f'"{HEAD}", then one line for each purchase.'
        ),
        (
            "Copy the purchases of receipt.png (see Simple Gallery) into {file_name} in Markor, as CSV that "
            f'begins with "{HEAD}".'
        ),
    )

    file_name: str
    text: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        lines = [HEAD]
        for goods in rng.sample(GOODS, rng.randint(1, 5)):
            day = f"2023-{rng.randint(1, 9):02d}-{rng.randint(1, 28):02d}"
            lines.append(f"{day}, {goods}, ${rng.randint(5, 99)}.{rng.randint(0, 99):02d}")
        text = "\n".join(lines)
        put_file(scene.phone, RECEIPT, text_picture(f"Receipt\n\n{text}", form="PNG"))
        return cls("receipt.md", text)

    def expect(self) -> list[Expectation]:
        return [file_added(note_path(self.file_name), Alike(self.text))]

    def script(self) -> Script:
        return (
            Open(GALLERY),
            Tap("DCIM"),
            Tap("receipt.png"),
            *making(self.file_name),
            Enter(self.text, into="Write here"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "without the purchases": Instead(text=HEAD),
            "another name": Instead(file_name="receipt.txt"),
        }


@dataclass(frozen=True)
class TranscribeVideo(SuiteTask):
    """What a video shows, one word after the other, becomes a note."""

    template = "androidworld.markor_transcribe_video"
    suite = "MarkorTranscribeVideo"
    complexity = 2
    level = Level.HARD
    apps = (VLC, LABEL)
    goals = (
        (
            "Watch {video_name} with VLC (it is in Download) and write what it shows, one after the other, into "
            "the Markor file {file_name}. Put commas between the words and write nothing else."
        ),
        (
            "The video {video_name} in Download shows some words. Play it with VLC and list them in {file_name} "
            "in Markor, in their order, parted by commas."
        ),
        (
            "Make a Markor file {file_name} of the words that {video_name} shows (Download, VLC): just the "
            "words, with commas, in the order of the video."
        ),
    )

    file_name: str
    text: str
    video_name: str
    words_count: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        words = rng.sample(FIRST_NAMES, rng.randint(2, 4))
        stem, *further = others(rng, (), rng.randint(3, 6))
        put_file(scene.phone, f"{DOWNLOAD}/{stem}.mp4", titled_video(words, seconds_each=SHOWN_S))
        for one in further:
            video = titled_video([rng.choice(LAST_NAMES)], seconds_each=rng.randint(5, 20))
            put_file(scene.phone, f"{DOWNLOAD}/{one}.mp4", video)
        return cls(f"{stem}_transcription.txt", ",".join(words), f"{stem}.mp4", len(words))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        return cls(
            params["file_name"], params["text"], params["video_name"], len(params["messages"])
        )

    def expect(self) -> list[Expectation]:
        return [file_added(note_path(self.file_name), Alike(self.text))]

    def script(self) -> Script:
        return (
            Open(VLC),
            Tap("Browse"),
            Tap("Internal memory"),
            Tap("Download"),
            Tap(self.video_name),
            Pause(SHOWN_S * self.words_count),
            *making(self.file_name),
            Enter(self.text, into="Write here"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        backwards = ",".join(reversed(self.text.split(",")))
        return {
            "the words backwards": Instead(text=backwards),
            "another name": Instead(file_name=f"{self.video_name}.txt"),
        }
