"""Tasks with the web."""

from __future__ import annotations

from phoneworld.apps.browser.tasks.bookmarks import (
    AddBookmark,
    DeleteBookmark,
    KeepBookmark,
    RenameBookmark,
)
from phoneworld.apps.browser.tasks.everyday import (
    CloseAllTabs,
    FurtherTab,
    OpenBookmark,
    OpenSite,
    SearchWeb,
)
from phoneworld.apps.browser.tasks.everyday_questions import TopHeadline, WeatherNow
from phoneworld.apps.browser.tasks.forms import ContactForm, Membership, Newsletter
from phoneworld.apps.browser.tasks.limits import NoForecast, ScamForm
from phoneworld.apps.browser.tasks.lookups import MountainHeight, MuseumHours, NextTrain, WarmestDay
from phoneworld.apps.browser.tasks.prices import CompareProductPrices, TicketTotal
from phoneworld.apps.browser.tasks.tabs import (
    ClearBrowsingHistory,
    CloseTab,
    DownloadTimetable,
    HomePage,
    PrivateTab,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    MuseumHours,
    TicketTotal,
    NextTrain,
    CompareProductPrices,
    MountainHeight,
    WarmestDay,
    Newsletter,
    ContactForm,
    Membership,
    AddBookmark,
    KeepBookmark,
    DeleteBookmark,
    RenameBookmark,
    DownloadTimetable,
    PrivateTab,
    CloseTab,
    ClearBrowsingHistory,
    HomePage,
    ScamForm,
    NoForecast,
    OpenSite,
    SearchWeb,
    OpenBookmark,
    FurtherTab,
    CloseAllTabs,
    WeatherNow,
    TopHeadline,
)
