"""Mails of shops and lists: reported, deleted, unsubscribed from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.mail import data, letters
from phoneworld.apps.mail.tasks.setup import (
    SOME_LISTS,
    SOME_SHOPS,
    mailbox,
    put,
    search,
    some_day_ms,
)
from phoneworld.author import (
    Changed,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
    Without,
)


@dataclass(frozen=True)
class ReportSpam(TaskType):
    """An unwanted mail is reported; the same shop's order stays."""

    template = "mail.report_spam"
    apps = ("Mail",)
    goals = (
        "Report the mail '{subject}' from {sender} as spam.",
        "The mail '{subject}' by {sender} is junk. Move it to spam.",
        "Mark {sender}'s mail '{subject}' as spam, please.",
    )

    sender: str
    subject: str
    other: str
    mail: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        shop = rng.choice(rng.choice(SOME_SHOPS))
        subject, other = rng.sample(
            (
                "Last chance: everything must go",
                "Only today: 70% off",
                "You forgot something in your cart",
                "We miss you, here is 10%",
                "The big clearance has started",
            ),
            2,
        )
        body = "Do not wait any longer. These prices end at midnight."
        ids = [
            put(scene, letters.Letter(shop.name, shop.address, title, body))
            for title in (subject, other)
        ]
        put(scene, letters.order(rng, shop))
        return cls(sender=shop.name, subject=subject, other=other, mail=ids[0])

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": self.mail}, {"folder": data.SPAM})]

    def script(self) -> Script:
        return (
            Open("Mail"),
            Tap(self.subject, role="item"),
            Tap("More options"),
            Tap("Report spam"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another mail of the shop": Instead(subject=self.other),
            "deleted instead": Way(
                Open("Mail"), Tap(self.subject, role="item"), Tap("Delete", role="button")
            ),
        }


@dataclass(frozen=True)
class DeleteAllFrom(TaskType):
    """All mails of one shop go to the trash; those of a shop with a similar name stay."""

    template = "mail.delete_all_from"
    level = Level.HARD
    apps = ("Mail",)
    goals = (
        "Delete all mails from {sender} in my inbox.",
        "Move every mail that {sender} sent me to the trash.",
        "I do not want to keep anything from {sender}. Delete all of their mails.",
    )

    sender: str
    alike: str
    mails: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        shop, alike = rng.choice(SOME_SHOPS)
        count = rng.randint(2, 3)
        ids = [put(scene, letters.order(rng, shop)) for _ in range(count)]
        put(scene, letters.order(rng, alike))
        put(scene, letters.delivery(rng, alike))
        return cls(sender=shop.name, alike=alike.name, mails=tuple(ids))

    def expect(self) -> list[Expectation]:
        return [
            Changed(data.PATH, "mails", {"_id": mail}, {"folder": data.TRASH})
            for mail in self.mails
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Mail")
        pilot.follow(search(self.sender))
        pilot.hold(self.sender, role="item")
        turn = 1
        while pilot.find(self.sender, role="item", nth=turn) is not None:
            pilot.tap(self.sender, role="item", nth=turn)
            turn += 1
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only one of them": Without(Tap(self.sender, role="item")),
            "the other shop": Instead(sender=self.alike),
            "archived instead": Swap(Tap("Delete", role="button"), Tap("Archive", role="button")),
        }


@dataclass(frozen=True)
class Unsubscribe(TaskType):
    """One mailing list is left; one of a similar name is kept."""

    template = "mail.unsubscribe"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Unsubscribe me from the {newsletter} newsletter.",
        "I no longer want to get mails from the mailing list {newsletter}. Sign me off.",
        "Please cancel my subscription to {newsletter}.",
    )

    newsletter: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        pair = list(rng.choice(SOME_LISTS))
        rng.shuffle(pair)
        for house in pair:
            data.add_subscription(mailbox(scene), house.name, house.address)
            for _ in range(rng.randint(1, 2)):
                data.add_letter(mailbox(scene), letters.issue(rng, house), at_ms=some_day_ms(scene))
        return cls(newsletter=pair[0].name, other=pair[1].name)

    def expect(self) -> list[Expectation]:
        return [Changed(data.PATH, "subscriptions", {"name": self.newsletter}, {"subscribed": 0})]

    def script(self) -> Script:
        return (
            Open("Mail"),
            *search(self.newsletter),
            Tap(self.newsletter, role="item"),
            Tap("Unsubscribe", role="button"),
            Tap("Unsubscribe", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other newsletter": Instead(newsletter=self.other),
            "deleted the mail": Way(
                Open("Mail"),
                *search(self.newsletter),
                Tap(self.newsletter, role="item"),
                Tap("Delete", role="button"),
            ),
        }
