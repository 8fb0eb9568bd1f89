"""Order in the mailbox: archive, star, label, delete, unsubscribe, report."""

from __future__ import annotations

from phoneworld.apps.mail import data, letters
from phoneworld.apps.mail.tasks.finding import search
from phoneworld.apps.mail.tasks.scenery import (
    SOME_LISTS,
    SOME_SHOPS,
    SUBJECTS,
    add_friend,
    mailbox,
    put,
    put_note,
    some_day_ms,
)
from phoneworld.tasks.expect import Added, Changed, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template


def two_notes(scene: Scene) -> Params:
    """Two mails from the same person, and one of the same subject from somebody else."""
    friend, stranger = add_friend(scene), add_friend(scene)
    subject, other = scene.rng.sample(SUBJECTS, 2)
    mail = put_note(scene, friend, subject)
    put_note(scene, stranger, subject)
    put_note(scene, friend, other)
    return {
        "name": friend.name,
        "subject": subject,
        "mail": mail,
        "other_subject": other,
        "other_name": stranger.name,
    }


def open_note(pilot: Pilot, v: Params) -> None:
    """Open the mail of that person with that subject."""
    pilot.open("Mail")
    search(pilot, f"{v['name']} {v['subject']}")
    pilot.tap(v["subject"], role="item")


def other_notes(v: Params) -> dict[str, Params]:
    """The mistakes that `two_notes` invites."""
    return {
        "another mail of that person": {"subject": v["other_subject"]},
        "somebody else's mail": {"name": v["other_name"]},
    }


class ArchiveMail(Template):
    """One mail leaves the inbox."""

    name = "mail.archive"
    apps = ("Mail",)
    goals = (
        "Archive the mail from {name} about '{subject}'.",
        "Move {name}'s mail '{subject}' to the archive.",
        "I am done with the '{subject}' mail that {name} sent me; please archive it.",
    )

    def setup(self, scene: Scene) -> Params:
        return two_notes(scene)

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": v["mail"]}, {"folder": data.ARCHIVE})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_note(pilot, v)
        pilot.tap("Delete" if v.get("delete") else "Archive", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {**other_notes(v), "deleted instead": {"delete": True}}


class StarMail(Template):
    """One mail gets a star."""

    name = "mail.star"
    apps = ("Mail",)
    goals = (
        "Star the mail from {name} about '{subject}'.",
        "Put a star on {name}'s mail '{subject}' so that I find it again.",
        "The '{subject}' mail by {name} is important: mark it with a star.",
    )

    def setup(self, scene: Scene) -> Params:
        return two_notes(scene)

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": v["mail"]}, {"starred": 1})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_note(pilot, v)
        pilot.tap("Add star")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return other_notes(v)


class AlreadyStarred(Template):
    """The mail has its star already: there is nothing to do."""

    name = "mail.keep_star"
    apps = ("Mail",)
    goals = (
        "Make sure that {name}'s mail about '{subject}' has a star.",
        "See to it that the mail '{subject}' from {name} is starred.",
        "The mail '{subject}' by {name} must be among my starred mails. Check that it is.",
    )

    def setup(self, scene: Scene) -> Params:
        v = two_notes(scene)
        mailbox(scene).run("UPDATE mails SET starred = 1 WHERE _id = ?", v["mail"])
        return v

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_note(pilot, v)
        star = pilot.reach(" star", role="button")
        if v.get("tap") or star.description != "Remove star":
            pilot.tap(" star", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"took the star away": {"tap": True}, **other_notes(v)}


class LabelMail(Template):
    """One mail gets a label."""

    name = "mail.label"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Label {name}'s mail '{subject}' as {label}.",
        "Put the label {label} on the mail from {name} about '{subject}'.",
        "The mail '{subject}' that {name} wrote belongs under {label}. Label it accordingly.",
    )

    def setup(self, scene: Scene) -> Params:
        v = two_notes(scene)
        first, second = scene.rng.sample(range(len(data.LABELS)), 2)
        v.update(
            label=data.LABELS[first][0], label_id=first + 1, other_label=data.LABELS[second][0]
        )
        return v

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(data.PATH, "mail_labels", {"mail": v["mail"], "label": v["label_id"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_note(pilot, v)
        pilot.tap("More options")
        pilot.tap("Label", role="item")
        pilot.tap(v["label"], role="checkbox")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {**other_notes(v), "another label": {"label": v["other_label"]}}


class ReportSpam(Template):
    """An unwanted mail is reported; the same shop's order stays."""

    name = "mail.report_spam"
    apps = ("Mail",)
    goals = (
        "Report the mail '{subject}' from {sender} as spam.",
        "The mail '{subject}' by {sender} is junk. Move it to spam.",
        "Mark {sender}'s mail '{subject}' as spam, please.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {"sender": shop.name, "subject": subject, "other": other, "mail": ids[0]}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(data.PATH, "mails", {"_id": v["mail"]}, {"folder": data.SPAM})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        pilot.tap(v["subject"], role="item")
        if v.get("delete"):
            pilot.tap("Delete", role="button")
            return
        pilot.tap("More options")
        pilot.tap("Report spam")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another mail of the shop": {"subject": v["other"]},
            "deleted instead": {"delete": True},
        }


class DeleteAllFrom(Template):
    """All mails of one shop go to the trash; those of a shop with a similar name stay."""

    name = "mail.delete_all_from"
    level = Level.HARD
    apps = ("Mail",)
    goals = (
        "Delete all mails from {sender} in my inbox.",
        "Move every mail that {sender} sent me to the trash.",
        "I do not want to keep anything from {sender}. Delete all of their mails.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        shop, alike = rng.choice(SOME_SHOPS)
        count = rng.randint(2, 3)
        ids = [put(scene, letters.order(rng, shop)) for _ in range(count)]
        put(scene, letters.order(rng, alike))
        put(scene, letters.delivery(rng, alike))
        return {"sender": shop.name, "alike": alike.name, "mails": ids}

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Changed(data.PATH, "mails", {"_id": mail}, {"folder": data.TRASH})
            for mail in v["mails"]
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        search(pilot, v["sender"])
        pilot.hold(v["sender"], role="item")
        turn = 1
        while not v.get("just_one") and pilot.find(v["sender"], role="item", nth=turn) is not None:
            pilot.tap(v["sender"], role="item", nth=turn)
            turn += 1
        pilot.tap("Archive" if v.get("archive") else "Delete", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "only one of them": {"just_one": True},
            "the other shop": {"sender": v["alike"]},
            "archived instead": {"archive": True},
        }


class Unsubscribe(Template):
    """One mailing list is left; one of a similar name is kept."""

    name = "mail.unsubscribe"
    level = Level.MEDIUM
    apps = ("Mail",)
    goals = (
        "Unsubscribe me from the {list} newsletter.",
        "I no longer want to get mails from the mailing list {list}. Sign me off.",
        "Please cancel my subscription to {list}.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        pair = list(rng.choice(SOME_LISTS))
        rng.shuffle(pair)
        for newsletter in pair:
            data.add_subscription(mailbox(scene), newsletter.name, newsletter.address)
            for _ in range(rng.randint(1, 2)):
                data.add_letter(
                    mailbox(scene), letters.issue(rng, newsletter), at_ms=some_day_ms(scene)
                )
        return {"list": pair[0].name, "other": pair[1].name}

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(data.PATH, "subscriptions", {"name": v["list"]}, {"subscribed": 0})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Mail")
        search(pilot, v["list"])
        pilot.tap(v["list"], role="item")
        if v.get("delete"):
            pilot.tap("Delete", role="button")
            return
        pilot.tap("Unsubscribe", role="button")
        pilot.tap("Unsubscribe", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other newsletter": {"list": v["other"]}, "deleted the mail": {"delete": True}}


TASKS = (
    ArchiveMail(),
    StarMail(),
    AlreadyStarred(),
    LabelMail(),
    ReportSpam(),
    DeleteAllFrom(),
    Unsubscribe(),
)
