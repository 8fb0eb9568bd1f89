"""Questions about tracks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar, Self

from phoneworld.author import (
    Alike,
    Expectation,
    ExpectedParts,
    Level,
    Mistake,
    Near,
    Pilot,
    Say,
    Scene,
    Swap,
    Without,
)
from phoneworld.packs.androidworld.asked_days import (
    THIS_WEEK,
    TODAY,
    day_meant,
    full_day,
    settle_day,
    word_day,
)
from phoneworld.packs.androidworld.calendar_pro.tasks.setup import moment
from phoneworld.packs.androidworld.opentracks.data import METRES_A_MILE, MINUTE_MS, miles
from phoneworld.packs.androidworld.opentracks.tasks.setup import (
    CATEGORIES,
    LABEL,
    Track,
    day_of_track,
    fill,
    label_of,
    put_track,
    some_track,
    tracks_between,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone

TOLERANCE_M = 10


def is_past(day: date) -> bool:
    """Whether a day can have a track."""
    return day <= TODAY


def minutes_of(tracks: tuple[Track, ...]) -> int:
    """How many minutes tracks took together."""
    return round(sum(track[3] for track in tracks) / MINUTE_MS)


def metres_of(tracks: tuple[Track, ...]) -> float:
    """How many metres tracks came to together."""
    return sum(track[4] for track in tracks)


class TrackQuestion(SuiteTask):
    """What is asked for follows from some tracks, all of them seen in the list."""

    complexity: ClassVar[float] = 1
    level = Level.MEDIUM
    apps = (LABEL,)

    @property
    def seen(self) -> tuple[Track, ...]:
        """The tracks that the answer follows from."""
        raise NotImplementedError  # every question has its own

    @property
    def answer(self) -> str:
        """What is to be said."""
        raise NotImplementedError  # every question has its own

    def solve(self, pilot: Pilot) -> None:
        pilot.open(LABEL)
        for track in self.seen:
            pilot.reach(label_of(track), role="item")
        pilot.say(self.answer)


class NumberQuestion(TrackQuestion):
    """What is asked for is a number."""

    within: ClassVar[float] = 0

    @property
    def number(self) -> float:
        """The number, as the suite has it."""
        raise NotImplementedError  # every question has its own

    @property
    def answer(self) -> str:
        return f"{self.number:.0f}"

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(Near(self.number, within=self.within))]

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "too many": Swap(Say, Say(f"{self.number * 2 + 20:.0f}")),
            "not answered": Without(Say),
        }


@dataclass(frozen=True)
class ActivitiesOnDate(TrackQuestion):
    """Which sports there were on a day: two."""

    template = "androidworld.sports_tracker_activities_on_date"
    suite = "SportsTrackerActivitiesOnDate"
    complexity = 2
    goals = (
        "Which sports did I do {date}, by OpenTracks? Only the activity types, parted by commas.",
        "Name the activity types of my tracks {date} in OpenTracks, with commas between them and nothing else.",
        "Look into OpenTracks: what kinds of activity are there {date}? Just the types, separated by commas.",
    )
    hidden = ("first",)

    date: str
    tracks: tuple[Track, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        day = TODAY - timedelta(days=rng.randint(0, 14))
        hours = rng.sample(range(5, 14), 2)
        for category, hour in zip(rng.sample(CATEGORIES, 2), hours, strict=True):
            put_track(scene, some_track(scene, category, moment(day, hour, 30)))
        fill(scene, lambda track: day_of_track(track) != day)
        return cls(word_day(rng, day), tracks_between(scene.phone, day, day))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        words = settle_day(params["date"], is_past)
        day = day_meant(words)
        return cls(words, tracks_between(phone, day, day))

    @property
    def seen(self) -> tuple[Track, ...]:
        return self.tracks

    @property
    def kinds(self) -> list[str]:
        return [track[1] for track in self.tracks]

    @property
    def first(self) -> str:
        return self.kinds[0]

    @property
    def answer(self) -> str:
        return ", ".join(self.kinds)

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(*map(Alike, self.kinds))]

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one forgotten": Swap(Say, Say(self.kinds[0])),
            "another one": Swap(Say, Say(", ".join((*self.kinds[1:], "juggling")))),
        }


@dataclass(frozen=True)
class WeekCount(NumberQuestion):
    """How often a sport was done this week."""

    template = "androidworld.sports_tracker_activities_count_for_week"
    suite = "SportsTrackerActivitiesCountForWeek"
    goals: ClassVar[tuple[str, ...]] = (
        "How many {category} activities does OpenTracks have this week, since Monday? Just the number.",
        "Count my {category} tracks of this week in OpenTracks (weeks begin on Monday); one number only.",
        "My weeks begin on Monday. How often was there {category} this week in OpenTracks? Only a number.",
    )
    count: ClassVar[int] = 2

    category: str
    tracks: tuple[Track, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category = rng.choice(CATEGORIES)
        monday, sunday = THIS_WEEK
        for ahead in rng.sample(range(6), cls.count):
            start = moment(monday + timedelta(days=ahead), rng.randint(5, 18), 15)
            put_track(scene, some_track(scene, category, start))
        fill(
            scene, lambda track: track[1] != category or not monday <= day_of_track(track) <= sunday
        )
        return cls(category, tracks_between(scene.phone, monday, sunday, category))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        category = params["category"]
        return cls(category, tracks_between(phone, *THIS_WEEK, category))

    @property
    def seen(self) -> tuple[Track, ...]:
        return self.tracks

    @property
    def number(self) -> float:
        return len(self.tracks)


@dataclass(frozen=True)
class TotalDuration(WeekCount):
    """How long a sport was done this week."""

    template = "androidworld.sports_tracker_total_duration_for_category_this_week"
    suite = "SportsTrackerTotalDurationForCategoryThisWeek"
    goals = (
        "How many minutes of {category} are there this week, since Monday, in OpenTracks? Just the number.",
        "Add up the minutes of my {category} tracks this week in OpenTracks; weeks begin on Monday. One number.",
        "My weeks begin on Monday. How long did I do {category} this week, by OpenTracks? Minutes, as a number.",
    )

    @property
    def number(self) -> float:
        return minutes_of(self.tracks)


@dataclass(frozen=True)
class LongestDistance(NumberQuestion):
    """How far the longest track of a sport went this week."""

    template = "androidworld.sports_tracker_longest_distance_activity"
    suite = "SportsTrackerLongestDistanceActivity"
    goals = (
        "How far was my longest {category} track this week, since Monday, in OpenTracks? In metres, as a number.",
        "Find the longest {category} activity of this week in OpenTracks and tell me its metres, as one number.",
        "Weeks begin on Monday: what is the greatest distance of {category} this week, by OpenTracks, in metres?",
    )
    within = TOLERANCE_M

    category: str
    tracks: tuple[Track, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category = rng.choice(CATEGORIES)
        monday, sunday = THIS_WEEK
        start = moment(monday + timedelta(days=rng.randint(0, 5)), rng.randint(5, 18), 15)
        longest = put_track(scene, some_track(scene, category, start))
        fill(
            scene,
            lambda track: (
                track[1] != category or track[4] < longest[4] or day_of_track(track) < monday
            ),
        )
        return cls(category, tracks_between(scene.phone, monday, sunday, category))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        category = params["category"]
        return cls(category, tracks_between(phone, *THIS_WEEK, category))

    @property
    def seen(self) -> tuple[Track, ...]:
        return self.tracks

    @property
    def number(self) -> float:
        return max(track[4] for track in self.tracks)


@dataclass(frozen=True)
class ActivityDuration(NumberQuestion):
    """How long a sport was done on a day."""

    template = "androidworld.sports_tracker_activity_duration"
    suite = "SportsTrackerActivityDuration"
    goals = (
        "How many minutes did my {category} activity {date} take, by OpenTracks? Just the number.",
        "Look up the {category} track {date} in OpenTracks: how long was it, in whole minutes?",
        "How long did I do {category} {date}? OpenTracks knows; give me the minutes as a number.",
    )

    category: str
    date: str
    tracks: tuple[Track, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category, day = rng.choice(CATEGORIES), TODAY - timedelta(days=rng.randint(0, 10))
        put_track(scene, some_track(scene, category, moment(day, rng.randint(5, 14), 45)))
        fill(scene, lambda track: day_of_track(track) != day or track[1] != category)
        return cls(category, word_day(rng, day), tracks_between(scene.phone, day, day, category))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        category = params["category"]
        words = settle_day(params["date"], is_past)
        day = day_meant(words)
        return cls(category, words, tracks_between(phone, day, day, category))

    @property
    def seen(self) -> tuple[Track, ...]:
        return self.tracks

    @property
    def number(self) -> float:
        return minutes_of(self.tracks)


@dataclass(frozen=True)
class TotalDistance(NumberQuestion):
    """How far a sport went from one day to another."""

    template = "androidworld.sports_tracker_total_distance_for_category_over_interval"
    suite = "SportsTrackerTotalDistanceForCategoryOverInterval"
    complexity = 2
    level = Level.HARD
    goals = (
        "How many metres of {category} are there in OpenTracks from {start_date} to {end_date}? One number.",
        "Add up the distances of my {category} tracks from {start_date} to {end_date} in OpenTracks, in metres.",
        "From {start_date} to {end_date}, how far did I go {category}, by OpenTracks? Metres, as a number.",
    )
    within = TOLERANCE_M

    category: str
    start_date: str
    end_date: str
    tracks: tuple[Track, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        category = rng.choice(CATEGORIES)
        first, last = TODAY.replace(day=rng.randint(1, 9)), TODAY.replace(day=rng.randint(10, 15))
        for hour in rng.sample(range(5, 20), 2):
            put_track(scene, some_track(scene, category, moment(first, hour, 45)))
        fill(scene, lambda track: track[1] != category or not first <= day_of_track(track) <= last)
        tracks = tracks_between(scene.phone, first, last, category)
        return cls(category, full_day(first), word_day(rng, last), tracks)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        category = params["category"]
        start, end = (settle_day(params[name], is_past) for name in ("start_date", "end_date"))
        tracks = tracks_between(phone, day_meant(start), day_meant(end), category)
        return cls(category, start, end, tracks)

    @property
    def seen(self) -> tuple[Track, ...]:
        return self.tracks

    @property
    def number(self) -> float:
        return metres_of(self.tracks)

    @property
    def answer(self) -> str:
        # What the list shows are miles.
        return f"{sum(miles(track[4]) for track in self.tracks) * METRES_A_MILE:.0f}"
