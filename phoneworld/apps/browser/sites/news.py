"""Morning Post: a newspaper."""

from __future__ import annotations

from random import Random

from phoneworld.apps.browser.pages import Input, WebPage, form, heading, image, link, text
from phoneworld.world import World

HOST = "morningpost.example"
EDITIONS = ("Daily briefing", "Weekend edition", "Sports results", "Culture guide")


def site(rng: Random, world: World) -> list[WebPage]:
    stories = [bridge(rng), festival(rng), tram(rng), football(rng), penguins(rng), bakery(rng)]
    today = world.now
    home = WebPage(
        HOST,
        "Morning Post: news of the day",
        (
            heading("Morning Post"),
            text(f"{today:%A}, {today.day} {today:%B %Y}"),
            *(link(page.title, page.url, page.blocks[1]["text"][:70] + "…") for page in stories),
            heading("Stay informed"),
            link("Subscribe to our newsletters", f"{HOST}/newsletter"),
            link("About us", f"{HOST}/about"),
        ),
    )
    return [home, *stories, newsletter(), about(rng)]


def newsletter() -> WebPage:
    return WebPage(
        f"{HOST}/newsletter",
        "Newsletters of the Morning Post",
        (
            heading("Our newsletters"),
            text("Choose an edition, enter your address, and we will write to you."),
            form(
                "newsletter",
                "Subscribe",
                "Thank you! You are subscribed.",
                Input("email", "Email address", "email"),
                Input("edition", "Edition", "choice", EDITIONS),
            ),
            text("You can unsubscribe at any time with the link in each mail."),
            link("Back to the front page", HOST),
        ),
    )


def about(rng: Random) -> WebPage:
    return WebPage(
        f"{HOST}/about",
        "About the Morning Post",
        (
            heading("About us"),
            text(
                f"The Morning Post was founded in {rng.randint(1848, 1929)} and has "
                f"{rng.randint(60, 190)} employees. It appears every day except on Sundays."
            ),
            text(f"Newsroom: +1 {rng.randint(201, 989)} 555 01{rng.randint(10, 99)}"),
            link("Back to the front page", HOST),
        ),
    )


def _story(slug: str, title: str, art: str, *paragraphs: str) -> WebPage:
    first, *others = paragraphs
    return WebPage(
        f"{HOST}/{slug}",
        title,
        (
            heading(title),
            text(first),
            image(art, f"Photo: {title}"),
            *(text(words) for words in others),
            link("Back to the front page", HOST),
        ),
    )


def bridge(rng: Random) -> WebPage:
    month = rng.choice(("July", "August", "September", "October"))
    return _story(
        "bridge",
        f"New harbor bridge opens in {month}",
        f"city:{rng.randint(1, 40)}",
        f"After {rng.randint(3, 9)} years of construction, the new bridge over the harbor will open "
        f"in {month}, the city said on Wednesday.",
        f"The bridge is {rng.randint(38, 96) * 10} metres long and cost "
        f"${rng.randint(48, 190)} million. Crossing it by car will cost ${rng.randint(2, 6)}.50; "
        "cyclists and walkers cross free of charge.",
        "Two ferries that served the route so far will be sold.",
    )


def festival(rng: Random) -> WebPage:
    return _story(
        "festival",
        "Record crowd at the Lantern Festival",
        f"night:{rng.randint(1, 40)}",
        f"The Lantern Festival drew {rng.randint(41, 98)},{rng.randint(1, 9)}00 visitors this year, "
        "more than ever before.",
        f"For {rng.randint(3, 6)} nights, {rng.randint(12, 48)} hundred lanterns floated down the "
        f"river. The prize for the finest lantern went to {rng.choice(('a school class', 'a baker', 'two sisters', 'a retired sailor'))}.",
        f"Next year's festival begins on {rng.randint(2, 27)} May.",
    )


def tram(rng: Random) -> WebPage:
    ayes = rng.randint(24, 36)
    return _story(
        "tram",
        "Council votes for new tram line",
        f"city:{rng.randint(41, 80)}",
        f"With {ayes} votes to {rng.randint(8, 22)}, the city council has decided to build tram "
        f"line {rng.randint(5, 14)}.",
        f"The line will have {rng.randint(11, 24)} stops and run every {rng.choice((6, 8, 10, 12))} "
        f"minutes. Work starts in {rng.randint(2027, 2029)}.",
    )


def football(rng: Random) -> WebPage:
    goals = rng.randint(2, 5)
    return _story(
        "football",
        "Rovers win the derby",
        f"forest:{rng.randint(1, 40)}",
        f"Fairview Rovers beat Milton United {goals}:{rng.randint(0, goals - 1)} in front of "
        f"{rng.randint(11, 29)},{rng.randint(100, 999)} spectators.",
        f"{rng.choice(('Okafor', 'Lindqvist', 'Moretti', 'Silva', 'Haddad'))} scored the decisive goal "
        f"in the {rng.randint(51, 90)}th minute.",
    )


def penguins(rng: Random) -> WebPage:
    return _story(
        "penguins",
        "Penguin chicks hatch at the zoo",
        f"pet:{rng.randint(1, 40)}",
        f"{rng.randint(3, 11)} penguin chicks have hatched at the Clifton zoo since March.",
        f"They eat {rng.randint(2, 8)} kilograms of fish a day. Visitors can watch the feeding at "
        f"{rng.randint(10, 16)}:30.",
    )


def bakery(rng: Random) -> WebPage:
    return _story(
        "bakery",
        "Oldest bakery in town changes hands",
        f"food:{rng.randint(1, 40)}",
        f"Founded in {rng.randint(1790, 1898)}, Miller's Bakery has a new owner.",
        f"The recipe for the rye bread, {rng.randint(18, 36)} hours from dough to loaf, stays the "
        f"same. A loaf costs ${rng.randint(4, 7)}.{rng.choice(('20', '40', '60', '80'))}.",
    )
