"""Forms to fill in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser.sites import library, museum, news
from phoneworld.apps.browser.tasks.setup import open_site, sent
from phoneworld.author import (
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Scene,
    Script,
    Tap,
    TaskType,
)
from phoneworld.world import make_person


@dataclass(frozen=True)
class Newsletter(TaskType):
    """One of four newsletters is subscribed to."""

    template = "browser.newsletter"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Subscribe {email} to the {edition} of the Morning Post on their website.",
        "Sign up for the Morning Post newsletter '{edition}' with the address {email}.",
        "I want to get the {edition} from the Morning Post. Register {email} on morningpost.example.",
    )

    edition: str
    other: str
    email: str
    wrong_email: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = scene.rng.sample(news.EDITIONS, 2)
        return cls(
            edition=one,
            other=other,
            email=scene.world.owner.email,
            wrong_email=make_person(scene.rng).email,
        )

    def expect(self) -> list[Expectation]:
        values = {"email": self.email, "edition": self.edition}
        return sent(f"{news.HOST}/newsletter", "newsletter", values)

    def script(self) -> Script:
        return (
            *open_site("Morning Post", "Subscribe to our newsletters"),
            Enter(self.email, into="Email address"),
            Tap("Edition", role="item"),
            Tap(self.edition, role="radio"),
            Tap("Subscribe", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another edition": Instead(edition=self.other),
            "another address": Instead(email=self.wrong_email),
        }


@dataclass(frozen=True)
class ContactForm(TaskType):
    """A message to the museum."""

    template = "browser.contact_form"
    level = Level.HARD
    apps = ("Browser",)
    goals = (
        (
            "Write to the Harbor Museum with the contact form on their site. Name: {name}, email: {email}, "
            "topic: {topic}, message: {message}"
        ),
        (
            "Use harbormuseum.example to send the museum this message about '{topic}': {message} My name is "
            "{name}, my address {email}."
        ),
        (
            "Fill in the Harbor Museum's contact form for {name} ({email}) and send it. The topic is {topic}, "
            "the text: {message}"
        ),
    )

    name: str
    email: str
    topic: str
    message: str
    other_topic: str
    wrong_message: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        topic, other = rng.sample(("Group visit", "Lost property", "Tickets", "Other"), 2)
        message, wrong = rng.sample(
            (
                "We would like to come with 20 people on Friday.",
                "I left a grey umbrella in room 4.",
                "Is there a discount for teachers?",
                "Are dogs allowed in the courtyard?",
                "Can we get a tour in Spanish?",
            ),
            2,
        )
        owner = scene.world.owner
        return cls(
            name=owner.name,
            email=owner.email,
            topic=topic,
            message=message,
            other_topic=other,
            wrong_message=wrong,
        )

    def expect(self) -> list[Expectation]:
        values = {
            "name": self.name,
            "email": self.email,
            "topic": self.topic,
            "message": self.message,
        }
        return sent(f"{museum.HOST}/contact", "contact", values)

    def script(self) -> Script:
        return (
            *open_site("Harbor Museum", "Contact"),
            Enter(self.name, into="Your name"),
            Enter(self.email, into="Email address"),
            Tap("Topic", role="item"),
            Tap(self.topic, role="radio"),
            Enter(self.message, into="Message"),
            Tap("Send message", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another topic": Instead(topic=self.other_topic),
            "another message": Instead(message=self.wrong_message),
        }


@dataclass(frozen=True)
class Membership(TaskType):
    """A library card, with or without the calendar."""

    template = "browser.membership"
    level = Level.HARD
    apps = ("Browser",)
    goals = (
        "Apply for a City Library membership online: {name}, {email}, branch {branch}. {news}",
        "Make {name} ({email}) a member of the City Library on their website. Branch: {branch}. {news}",
        (
            "Fill in the membership form of citylibrary.example for {name}, {email}; the branch is {branch}. "
            "{news}"
        ),
    )

    name: str
    email: str
    branch: str
    other: str
    wants: bool
    news: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        person = make_person(rng)
        branch, other = rng.sample(library.BRANCHES, 2)
        wants = rng.random() < 0.5
        return cls(
            name=person.name,
            email=person.email,
            branch=branch,
            other=other,
            wants=wants,
            news="They want the events calendar, too." if wants else "No events calendar, please.",
        )

    def expect(self) -> list[Expectation]:
        values = {
            "name": self.name,
            "email": self.email,
            "branch": self.branch,
            "news": "Yes" if self.wants else "",
        }
        return sent(f"{library.HOST}/membership", "membership", values)

    def script(self) -> Script:
        return (
            *open_site("City Library", "Become a member"),
            Enter(self.name, into="Full name"),
            Enter(self.email, into="Email address"),
            Tap("Branch", role="item"),
            Tap(self.branch, role="radio"),
            *((Tap("Send me the events calendar", role="checkbox"),) if self.wants else ()),
            Tap("Apply", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another branch": Instead(branch=self.other),
            "the calendar the other way": Instead(wants=not self.wants),
        }
