"""Forms to fill in."""

from __future__ import annotations

from phoneworld.apps.browser import data
from phoneworld.apps.browser.sites import library, museum, news
from phoneworld.apps.browser.tasks.scenery import NEW_TAB, open_site
from phoneworld.tasks.expect import Added, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import make_person


def sent(url: str, form: str, values: dict[str, str]) -> list[Expectation]:
    """A form went out with these values."""
    return [
        Added(data.PATH, "submissions", {"url": url, "form": form}),
        *(Added(data.PATH, "answers", {"name": name, "value": v}) for name, v in values.items()),
        NEW_TAB,
    ]


class Newsletter(Template):
    """One of four newsletters is subscribed to."""

    name = "browser.newsletter"
    level = Level.MEDIUM
    apps = ("Browser",)
    goals = (
        "Subscribe {email} to the {edition} of the Morning Post on their website.",
        "Sign up for the Morning Post newsletter '{edition}' with the address {email}.",
        "I want to get the {edition} from the Morning Post. Register {email} on morningpost.example.",
    )

    def setup(self, scene: Scene) -> Params:
        one, other = scene.rng.sample(news.EDITIONS, 2)
        return {
            "edition": one,
            "other": other,
            "email": scene.world.owner.email,
            "wrong_email": make_person(scene.rng).email,
        }

    def expect(self, v: Params) -> list[Expectation]:
        values = {"email": v["email"], "edition": v["edition"]}
        return sent(f"{news.HOST}/newsletter", "newsletter", values)

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_site(pilot, "Morning Post", "Subscribe to our newsletters")
        pilot.type(v["email"], into="Email address")
        pilot.tap("Edition", role="item")
        pilot.tap(v["edition"], role="radio")
        if not v.get("leave"):
            pilot.tap("Subscribe", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another edition": {"edition": v["other"]},
            "another address": {"email": v["wrong_email"]},
            "not sent": {"leave": True},
        }


class ContactForm(Template):
    """A message to the museum."""

    name = "browser.contact_form"
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

    def setup(self, scene: Scene) -> Params:
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
        return {
            "name": owner.name,
            "email": owner.email,
            "topic": topic,
            "message": message,
            "other_topic": other,
            "wrong_message": wrong,
        }

    def expect(self, v: Params) -> list[Expectation]:
        values = {name: v[name] for name in ("name", "email", "topic", "message")}
        return sent(f"{museum.HOST}/contact", "contact", values)

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_site(pilot, "Harbor Museum", "Contact")
        pilot.type(v["name"], into="Your name")
        pilot.type(v["email"], into="Email address")
        pilot.tap("Topic", role="item")
        pilot.tap(v["topic"], role="radio")
        pilot.type(v["message"], into="Message")
        if not v.get("leave"):
            pilot.tap("Send message", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another topic": {"topic": v["other_topic"]},
            "another message": {"message": v["wrong_message"]},
            "not sent": {"leave": True},
        }


class Membership(Template):
    """A library card, with or without the calendar."""

    name = "browser.membership"
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

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        person = make_person(rng)
        branch, other = rng.sample(library.BRANCHES, 2)
        wants = rng.random() < 0.5
        return {
            "name": person.name,
            "email": person.email,
            "branch": branch,
            "other": other,
            "wants": wants,
            "news": "They want the events calendar, too."
            if wants
            else "No events calendar, please.",
        }

    def expect(self, v: Params) -> list[Expectation]:
        values = {name: v[name] for name in ("name", "email", "branch")}
        values["news"] = "Yes" if v["wants"] else ""
        return sent(f"{library.HOST}/membership", "membership", values)

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_site(pilot, "City Library", "Become a member")
        pilot.type(v["name"], into="Full name")
        pilot.type(v["email"], into="Email address")
        pilot.tap("Branch", role="item")
        pilot.tap(v["branch"], role="radio")
        if v["wants"]:
            pilot.tap("Send me the events calendar", role="checkbox")
        pilot.tap("Apply", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another branch": {"branch": v["other"]},
            "the calendar the other way": {"wants": not v["wants"]},
        }


TASKS = (Newsletter(), ContactForm(), Membership())
