"""Tasks with the sleep timer, shuffle and repeat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.music import player
from phoneworld.apps.music.data import PATH
from phoneworld.apps.music.tasks.setup import library
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
    Tap,
    TapId,
    TaskType,
)


@dataclass(frozen=True)
class SleepTimer(TaskType):
    """The sleep timer is set."""

    template = "music.sleep_timer"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Set a sleep timer of {time} in Music.",
        "The music should stop by itself after {time}. Set the sleep timer.",
        "I'm going to bed: let Music's sleep timer run for {time}.",
    )

    time: str
    wrong: str
    minutes: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        now, time, wrong = scene.rng.sample(list(player.SLEEP), 3)
        if time == "Off":
            now, time = time, now
        player.set_sleep(library(scene), player.SLEEP[now], now_ms=scene.phone.now_ms)
        return cls(time=time, wrong=wrong, minutes=player.SLEEP[time])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "player", {"_id": 1}, {"sleep_minutes": self.minutes})]

    def script(self) -> Script:
        return (
            Open("Music"),
            TapId("mini_player"),
            Tap("More options"),
            Tap("Sleep timer"),
            Tap(self.time),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another time": Instead(time=self.wrong)}


@dataclass(frozen=True)
class ShuffleRepeat(TaskType):
    """Shuffle and repeat are set."""

    template = "music.shuffle_repeat"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "In the music player, turn shuffle {shuffle} and set repeat to {repeat}.",
        "Set repeat to {repeat} and shuffle to {shuffle} in Music. Don't start playing.",
        "The player should have shuffle {shuffle} and repeat on the setting {repeat}.",
    )

    shuffle: str
    other: str
    repeat: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        now, repeat, wrong = scene.rng.sample(player.REPEATS, 3)
        shuffle, other = scene.rng.sample(("on", "off"), 2)
        library(scene).run("UPDATE player SET shuffle = ?, repeat = ?", int(other == "on"), now)
        return cls(shuffle=shuffle, other=other, repeat=repeat, wrong=wrong)

    def expect(self) -> list[Expectation]:
        to = {"shuffle": int(self.shuffle == "on"), "repeat": self.repeat}
        return [Changed(PATH, "player", {"_id": 1}, to)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Music")
        pilot.tap_id("mini_player")
        if not pilot.shows(f"Shuffle: {self.shuffle}"):
            pilot.tap("Shuffle:")
        while not pilot.shows(f"Repeat: {self.repeat}"):
            pilot.tap("Repeat:")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "repeat is wrong": Instead(repeat=self.wrong),
            "shuffle is wrong": Instead(shuffle=self.other),
        }
