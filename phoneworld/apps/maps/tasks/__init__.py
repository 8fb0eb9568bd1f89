"""Tasks with the map."""

from __future__ import annotations

from phoneworld.apps.maps.tasks.everyday_questions import (
    AddressOf,
    ClosesToday,
    HomeAddress,
    IsOpen,
    Nearest,
    NumberOf,
    RatingOf,
)
from phoneworld.apps.maps.tasks.everyday_ways import (
    Navigate,
    NavigateHome,
    ShowPlace,
)
from phoneworld.apps.maps.tasks.limits import AlreadySaved, AskBranch, NoSuchPlace
from phoneworld.apps.maps.tasks.lists import NewPlaceList, RemoveSaved, SavePlace
from phoneworld.apps.maps.tasks.preferences import SetLabel, SetUnits, WriteReview
from phoneworld.apps.maps.tasks.questions import BetterRated, ClosingTime, NearestOpen, PhoneNumber
from phoneworld.apps.maps.tasks.routes import FasterWay, StartNavigation, TravelTime
from phoneworld.author import templates_of

TASKS = templates_of(
    PhoneNumber,
    ClosingTime,
    BetterRated,
    NearestOpen,
    SavePlace,
    RemoveSaved,
    NewPlaceList,
    WriteReview,
    SetUnits,
    TravelTime,
    FasterWay,
    StartNavigation,
    SetLabel,
    AlreadySaved,
    AskBranch,
    NoSuchPlace,
    AddressOf,
    NumberOf,
    RatingOf,
    IsOpen,
    ClosesToday,
    Nearest,
    HomeAddress,
    Navigate,
    NavigateHome,
    ShowPlace,
)
