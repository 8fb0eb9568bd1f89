"""The web across apps: pages and forms that other apps need, or have something for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser import data as browser
from phoneworld.apps.browser import pages
from phoneworld.apps.browser.pages import heading, link, table, text
from phoneworld.apps.browser.sites import library
from phoneworld.apps.browser.tasks.setup import (
    NEW_TAB,
    cells,
    open_site,
    publish_dishes,
    web,
)
from phoneworld.apps.browser.tasks.setup import sent as form_sent
from phoneworld.apps.calendar.tasks.setup import clear_days, later, on, put_event, some_titles
from phoneworld.apps.contacts.tasks.setup import known_namesakes, namesakes
from phoneworld.apps.messages.tasks.setup import sent
from phoneworld.author import (
    Contains,
    Enter,
    Expectation,
    ExpectedAnswer,
    Instead,
    Kind,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import day_in, event_at
from phoneworld.cross_app.shared_steps import open_contact, share_by_text
from phoneworld.providers import contacts


@dataclass(frozen=True)
class SharePage(TaskType):
    """The address of a page goes to somebody by the share sheet."""

    template = "cross.share_web_page"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Browser", "Messages")
    hidden = ("url",)
    goals = (
        "Text {name} the link to the recipe '{dish}' on Larder Notes.",
        "Find '{dish}' on the website Larder Notes and share that page with {name} by text message.",
        "{name} would like to cook the {dish} from Larder Notes. Send them the link of that page in a text.",
    )

    name: str
    number: str
    dish: str
    other: str
    url: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = publish_dishes(scene)
        person, double = known_namesakes(scene)
        return cls(
            name=person.name,
            number=person.phone,
            dish=one.title,
            other=other.title,
            url=one.url,
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        return [sent(self.number, Contains(self.url)), NEW_TAB]

    def script(self) -> Script:
        return (
            *open_site("Larder Notes", self.dish),
            Tap("More options"),
            Tap("Share", role="item"),
            *share_by_text(self.name),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the dish like it": Instead(dish=self.other),
            "to the namesake": Instead(name=self.double),
        }


@dataclass(frozen=True)
class MembershipForContact(TaskType):
    """A form on the web is filled in with what the address book knows of somebody."""

    template = "cross.membership_for_contact"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Contacts", "Browser")
    hidden = ("email",)
    goals = (
        "Apply for a City Library membership for {name} on the library's website, with the email address from my contacts. Branch: {branch}. No events calendar.",
        "Make {name} a member of the City Library (branch {branch}) online. Their email address is in Contacts; they do not want the events calendar.",
        "Fill in the membership form of citylibrary.example for {name}: branch {branch}, the email address that my contacts have, no calendar of events. Send it.",
    )

    name: str
    email: str
    branch: str
    other: str
    other_email: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, double = namesakes(scene)
        for person in (double, one):
            contacts.add_contact(
                scene.phone.contacts, person.name, phone=person.phone, email=person.email
            )
        branch, other = scene.rng.sample(library.BRANCHES, 2)
        return cls(
            name=one.name, email=one.email, branch=branch, other=other, other_email=double.email
        )

    def expect(self) -> list[Expectation]:
        values = {"name": self.name, "email": self.email, "branch": self.branch, "news": ""}
        return form_sent(f"{library.HOST}/membership", "membership", values)

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_contact(self.name))
        email = pilot.read("email").partition(",")[0]
        pilot.follow(open_site("City Library", "Become a member"))
        pilot.type(self.name, into="Full name")
        pilot.type(email, into="Email address")
        pilot.tap("Branch", role="item")
        pilot.tap(self.branch, role="radio")
        pilot.tap("Apply", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        field = "Email address"
        return {
            "the namesake's address": Swap(
                Enter(self.email, into=field), Enter(self.other_email, into=field)
            ),
            "another branch": Instead(branch=self.other),
        }


def publish_events(scene: Scene, rows: list[tuple[str, str, str, str]]) -> None:
    """Make these the events of the library: name, day, time and branch."""
    page = pages.WebPage(
        f"{library.HOST}/events",
        "Events at the City Library",
        (
            heading("Events"),
            table(("Event", "Day", "Time", "Where"), rows),
            text("Admission is free. No registration is needed."),
            link("Home", library.HOST),
        ),
    )
    browser.put_page(web(scene), page)


@dataclass(frozen=True)
class LibraryClash(TaskType):
    """What the calendar has at the time of an event that the library announces."""

    template = "cross.library_event_clash"
    kind = Kind.CROSS
    level = Level.HARD
    apps = ("Browser", "Calendar")
    hidden = ("shown", "clash")
    goals = (
        "I would like to go to the {event} of the City Library (their website has the dates). Which event in my calendar is in the way?",
        "Look up on citylibrary.example when the {event} is and tell me what I have planned for that time.",
        "Does the City Library's {event} collide with my calendar? Name the appointment that goes on when it begins.",
    )

    event: str
    other: str
    shown: str
    clash: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        events = rng.sample(library.EVENTS, 4)
        days = rng.sample(range(2, 16), 4)
        titles = some_titles(rng, 8)
        rows: list[tuple[str, str, str, str]] = []
        for place, (event, offset) in enumerate(zip(events, days, strict=True)):
            day = on(scene, offset)
            time = f"{rng.randint(13, 18)}:{rng.choice(('00', '30'))}"
            rows.append((event, f"{day.day} {day:%B}", time, rng.choice(library.BRANCHES)))
            clear_days(scene, offset, offset)
            put_event(scene, titles[2 * place], offset, later(time, -30), 75)
            put_event(scene, titles[2 * place + 1], offset, later(time, -240), 60)
        publish_events(scene, rng.sample(rows, len(rows)))
        return cls(
            event=events[0],
            other=events[1],
            shown=f"{rows[0][1]} | {rows[0][2]}",
            clash=titles[0],
            others=tuple(titles[1:]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.clash, nots=self.others), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("City Library", "Events"))
        _, shown, start, _ = cells(pilot, self.event)
        pilot.say(event_at(pilot, day_in(pilot, shown), start))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "of another event": Instead(event=self.other),
            "the first of the day": Swap(Say, Say(self.others[0])),
        }


TASKS = templates_of(SharePage, MembershipForContact, LibraryClash)
