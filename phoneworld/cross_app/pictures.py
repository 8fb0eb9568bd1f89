"""Pictures across apps: photos, the days they were taken on, and their captions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.camera.tasks.setup import GRANTED, open_camera, photo
from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.expenses.tasks.setup import draw_cents, draw_purchase
from phoneworld.apps.files import entries
from phoneworld.apps.gallery import data
from phoneworld.apps.gallery.tasks.setup import DAY_MS, SUBJECTS, add
from phoneworld.apps.huddle.data import ME
from phoneworld.apps.huddle.data import PATH as HUDDLE_PATH
from phoneworld.apps.huddle.tasks.setup import chat_of
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.author import (
    ENTER_KEY,
    Added,
    Enter,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    PickDate,
    Pilot,
    Scene,
    Script,
    StopAt,
    Swap,
    Tap,
    TaskType,
    Way,
    Without,
    templates_of,
)
from phoneworld.cross_app.extraction import cents_in, day_in, extract
from phoneworld.cross_app.outcomes import logged, with_day
from phoneworld.cross_app.setup import talk
from phoneworld.cross_app.shared_steps import log_expense, open_chat, share_by_huddle, text_to
from phoneworld.formats import dollars
from phoneworld.world import from_millis


def find_photo(words: str, caption: str = "") -> Script:
    """Search the gallery and open a picture, by its caption if the words find several."""
    return (
        Open("Gallery"),
        Tap("Search"),
        Enter(words, into="Search photos"),
        ENTER_KEY,
        Tap(caption or words, role="image"),
    )


def some_stamp(scene: Scene, first: int, last: int) -> int:
    """A moment so many days ago."""
    rng = scene.rng
    return scene.phone.now_ms - rng.randint(first, last) * DAY_MS - rng.randint(1, 500) * 60_000


@dataclass(frozen=True)
class PhotoDateByText(TaskType):
    """The day on which a photo was taken goes to somebody who asks."""

    template = "cross.photo_date_by_text"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Gallery", "Messages")
    hidden = ("taken",)
    goals = (
        'Text {name} the date on which I took the photo "{caption}".',
        '{name} wants to know on which day the picture captioned "{caption}" in my gallery was taken. Tell them by text message.',
        'When did I take the photo "{caption}"? Look in the gallery and send {name} the date in a text.',
    )

    name: str
    number: str
    double: str
    caption: str
    other: str
    taken: str
    day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        caption = rng.choice(SUBJECTS)
        other = f"{caption} {rng.choice(('again', 'at night', 'from afar'))}"
        stamp, wrong = some_stamp(scene, 3, 30), some_stamp(scene, 31, 60)
        # A day of two digits, because "13 May" has "3 May" in it.
        while from_millis(stamp).day < 10:
            stamp = some_stamp(scene, 3, 30)
        add(scene, caption=caption, stamp=stamp)
        add(scene, caption=other, stamp=wrong)
        return cls(
            name=one.name,
            number=one.phone,
            double=double.name,
            caption=caption,
            other=other,
            taken=entries.day_text(stamp),
            day=from_millis(stamp).date().isoformat(),
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, with_day(self.day))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_photo(self.caption))
        pilot.tap("Details", role="tab")
        taken = pilot.read("taken").partition(",")[0]
        pilot.follow(text_to(self.name, f"{self.caption}: I took it on {taken}."))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a photo with a similar caption": Instead(caption=self.other),
            "to the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class ReceiptPhoto(TaskType):
    """A receipt was photographed: its caption has the amount, its date is that of the purchase."""

    template = "cross.receipt_photo_to_expense"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Gallery", "Expenses")
    hidden = ("paid", "taken")
    goals = (
        'I photographed the receipt "{note}"; the amount is in the caption. Enter it in Expenses under {category} with the note "{note}", on the day the photo was taken.',
        'Log the expense "{note}" ({category}). My gallery has a photo of the receipt: take the amount from its caption and the day from its date.',
        'There is a picture of the {note} receipt in my gallery, captioned with the amount. Add it to Expenses: note "{note}", category {category}, date as of the photo.',
    )

    note: str
    category: str
    cents: int
    paid: str
    taken: str
    day: str
    words: str
    offer: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, note = draw_purchase(rng)
        photos: list[tuple[int, int]] = []
        for sort in (" (offer)", ""):
            cents = draw_cents(rng, 9, 150)
            # Photos of a month ago at most, so that the date picker shows the month or the last.
            stamp = some_stamp(scene, 2, 25)
            caption = f"{note}{sort} {dollars(cents)}"
            add(scene, folder=f"{data.ALBUMS}/Receipts", caption=caption, stamp=stamp)
            photos.append((cents, stamp))
        cents, stamp = photos[-1]
        return cls(
            note=note,
            category=category,
            cents=cents,
            paid=dollars(cents),
            taken=entries.day_text(stamp),
            day=from_millis(stamp).date().isoformat(),
            words=f"{note} $",
            offer=f"{note} (offer)",
        )

    def expect(self) -> list[Expectation]:
        return [logged(self.cents, self.note, self.category, self.day)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_photo(self.note, self.words))
        cents = cents_in(pilot.read("caption"))
        pilot.tap("Details", role="tab")
        day = day_in(pilot, pilot.read("taken"))
        pilot.follow(log_expense(cents, self.note, self.category, day))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the offer": Instead(words=self.offer),
            "today's date left": Without(Tap("Date"), PickDate),
        }


@dataclass(frozen=True)
class WantedPhoto(TaskType):
    """Which photo somebody would like stands in a text; they get it on Huddle."""

    template = "cross.wanted_photo"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Gallery", "Huddle")
    hidden = ("caption",)
    goals = (
        "{name} texted me which photo they would like to have. Send it to them on Huddle.",
        "Find the picture that {name} asks for in our text messages in my gallery, and send it to our Huddle chat.",
        "{name} wants one of my photos; they wrote me by text which one. Share it with them on Huddle.",
    )

    name: str
    caption: str
    near: str
    chat: int
    path: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        number = chat_of(scene, one, days_ago=1)
        chat_of(scene, double, days_ago=1)
        caption, has, theirs = rng.sample(SUBJECTS, 3)
        wanted = add(scene, caption=caption, stamp=some_stamp(scene, 1, 5))
        for other in (has, theirs, f"{caption} {rng.choice(('again', 'at night', 'from afar'))}"):
            add(scene, caption=other, stamp=some_stamp(scene, 1, 5))
        talk(scene, double.phone, f'Can I have the photo "{theirs}"?', hour=7)
        talk(
            scene,
            one.phone,
            f'Thanks for the photo "{has}".',
            f'Can I have the photo "{caption}", too?',
        )
        path = scene.phone.files.value("SELECT _data FROM files WHERE _id = ?", wanted)
        return cls(
            name=one.name,
            caption=caption,
            near="Can I have",
            chat=number,
            path=path,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        message = {"chat_id": self.chat, "sender": ME, "file": self.path}
        return [Added(HUDDLE_PATH, "messages", message)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        pilot.follow(find_photo(extract(pilot, '"(.*)"', self.near)[1]))
        pilot.tap("Share", role="tab")
        pilot.follow(share_by_huddle(self.name))

    def mistakes(self) -> dict[str, Mistake]:
        to_namesake = (*find_photo(self.caption), Tap("Share", role="tab"))
        return {
            "the one they have": Instead(near="Thanks for"),
            "to the namesake": Way(*to_namesake, *share_by_huddle(self.double)),
            "not sent": Swap(Tap("Send", role="button"), Tap("Cancel", role="button")),
        }


@dataclass(frozen=True)
class CaptionedPhoto(TaskType):
    """A photo is taken, and gets the caption that somebody texted."""

    template = "cross.photo_with_texted_caption"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Messages", "Camera", "Gallery")
    hidden = ("caption",)
    goals = (
        "Take a photo with the back camera and give it the caption that {name} texted me for the {what}.",
        "{name} wrote me by text what to write below the picture of the {what}. Take one photo (back camera) now and caption it like that in the gallery.",
        "Please photograph the {what} with the rear camera, just once, and put the caption from {name}'s text message on it.",
    )

    name: str
    what: str
    caption: str
    near: str
    other: str
    double: str
    media: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        what, other = rng.sample(("meter", "parking space", "shelf", "cake", "garden", "desk"), 2)
        words = ("Unit", "Lot", "Row", "Case", "Bay")
        captions = [f"{word} {rng.randint(100, 999)}" for word in rng.sample(words, 3)]
        talk(scene, double.phone, f'Below the {what} write "{captions[2]}".', hour=7)
        lines = [
            f'Below the {what} write "{captions[0]}".',
            f'For the {other} it is "{captions[1]}".',
        ]
        talk(scene, one.phone, *rng.sample(lines, 2))
        return cls(
            name=one.name,
            what=what,
            caption=captions[0],
            near=f"Below the {what}",
            other=f"For the {other}",
            double=double.name,
            media=scene.phone.files.value("SELECT max(_id) + 1 FROM files"),
        )

    def expect(self) -> list[Expectation]:
        return [
            photo(front=False),
            Added(data.PATH, "captions", {"media_id": self.media, "caption": self.caption}),
            GRANTED,
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_chat(self.name))
        caption = extract(pilot, '"(.*)"', self.near)[1]
        open_camera(pilot)
        pilot.tap("Take photo")
        pilot.tap("Last photo")
        pilot.tap("Caption", role="tab")
        pilot.type(caption)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a caption for something else": Instead(near=self.other),
            "the namesake's caption": Instead(name=self.double),
            "no caption": StopAt(Tap("Last photo")),
        }


TASKS = templates_of(PhotoDateByText, ReceiptPhoto, WantedPhoto, CaptionedPhoto)
