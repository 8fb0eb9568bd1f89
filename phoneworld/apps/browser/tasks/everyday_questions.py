"""What people ask the web in a few words: the weather, the news."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.browser import data
from phoneworld.apps.browser.pages import WebPage
from phoneworld.apps.browser.sites import news, weather
from phoneworld.apps.browser.tasks.setup import NEW_TAB, fact_of, open_site, web
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)


@dataclass(frozen=True)
class WeatherNow(TaskType):
    """The sky and the temperature in one of the towns that Skycast lists."""

    template = "browser.weather_now"
    apps = ("Browser",)
    hidden = ("sky", "degrees")
    goals = (
        "What is the weather like in {town} now?",
        "How is the weather in {town} at the moment? Skycast knows.",
        "Look up the current weather in {town} on the web and tell me sky and temperature.",
    )

    town: str
    other: str
    sky: str
    degrees: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        towns = rng.sample(weather.PLACES, 2)
        skies = rng.sample(weather.SKIES, 2)
        highs = rng.sample(range(11, 30), 2)
        for town, sky, high in zip(towns, skies, highs, strict=True):
            week = weather.some_week(rng, scene.world)
            week[0][1:4] = [sky, f"{high}°", f"{high - rng.randint(5, 9)}°"]
            data.put_page(web(scene), weather.forecast(town, week))
        return cls(town=towns[0], other=towns[1], sky=skies[0], degrees=f"{highs[0]}°")

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.sky, self.degrees), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Skycast", f"Weather in {self.town}"))
        pilot.say(fact_of(pilot, "Now"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another town": Instead(town=self.other),
            "only the sky": Swap(Say, Say(self.sky)),
        }


@dataclass(frozen=True)
class TopHeadline(TaskType):
    """The first headline on the front page of the newspaper."""

    template = "browser.headline"
    apps = ("Browser",)
    hidden = ("headline",)
    goals = (
        "What is the top headline of the Morning Post?",
        "What is in the news today? Tell me the first headline of the Morning Post.",
        "Look at the Morning Post's website and tell me its first story.",
    )

    headline: str
    second: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        home = next(page for page in news.site(scene.rng, scene.world) if page.url == news.HOST)
        stories = [block for block in home.blocks if block["kind"] == "link" and block["note"]]
        others = [block for block in home.blocks[2:] if block not in stories]
        scene.rng.shuffle(stories)
        blocks = (*home.blocks[:2], *stories, *others)
        data.put_page(web(scene), WebPage(home.url, home.title, blocks))
        return cls(headline=stories[0]["text"], second=stories[1]["text"])

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.headline, nots=(self.second,)), NEW_TAB]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_site("Morning Post"))
        stories = pilot.reach("…", role="item")
        pilot.say(stories.text.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the second one": Swap(Say, Say(self.second)),
            "both": Swap(Say, Say(f"{self.headline}; {self.second}")),
        }
