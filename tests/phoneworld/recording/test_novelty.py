"""What an exploration has not seen yet."""

from __future__ import annotations

from dataclasses import replace

from phoneworld.recording.novelty import MOST_PAGES, Novelty, Reader
from runtime.actions import Direction, Scroll
from runtime.observation import SCROLLABLE, Bounds, Element, Observation
from runtime.testing import FakeDevice


def _look(texts: list[str], *, high: int = 1000, at: int = 0) -> Observation:
    box = Element(0, "list", "", "", "", "list", Bounds(0, at, 400, at + high), SCROLLABLE)
    rows = [
        Element(n + 1, "text", text, "", "", "", Bounds(0, at + 10, 100, at + 20), 0)
        for n, text in enumerate(texts)
    ]
    return replace(FakeDevice().observe(), activity=".a", elements=(box, *rows))


def test_a_list_is_read_on_while_it_shows_something_new() -> None:
    reader = Reader()
    first = reader.next(_look(["Ann", "Bob", "Cem"]))
    assert isinstance(first, Scroll)
    assert first.motion is Direction.DOWN
    assert reader.next(_look(["Cem", "Dora", "Emil"])) is not None
    assert reader.next(_look(["Cem", "Dora", "Emil"])) is None


def test_one_text_more_is_nothing_to_read_on_for() -> None:
    reader = Reader()
    assert reader.next(_look(["Ann", "Bob"])) is not None
    assert reader.next(_look(["Ann", "Bob", "Cem"])) is None


def test_what_is_low_and_wide_scrolls_sideways() -> None:
    scroll = Reader().next(_look(["Home", "Work"], high=60))
    assert isinstance(scroll, Scroll)
    assert scroll.motion is Direction.RIGHT


def test_reading_ends_in_a_list_without_an_end() -> None:
    reader = Reader()
    pages = [reader.next(_look([f"{n}-{row}" for row in range(5)])) for n in range(40)]
    read = [page is not None for page in pages]
    assert all(read[:MOST_PAGES])
    assert not read[MOST_PAGES]


def test_a_touch_is_worth_what_it_showed() -> None:
    novelty = Novelty()
    rows, ticks = ("a", "rows"), ("a", "ticks")
    novelty.look(_look(["Ann", "Bob"]))
    novelty.acted(ticks)
    novelty.look(_look(["Ann", "Bob"]))
    novelty.acted(rows)
    novelty.look(_look(["Ann", "12 Mill Lane", "0151"]))
    assert novelty.of(rows) == 2
    assert novelty.of(ticks) == 0
    assert novelty.of(("a", "menu")) > novelty.of(rows)
