"""Texts that a list shows on one line."""

from __future__ import annotations

from phoneworld.reconstruction.folded_texts import Breaks, fold, is_folded


def test_a_text_of_one_line_is_not_folded() -> None:
    assert not is_folded("Buy milk", "Buy milk")
    assert is_folded("Gate: 4370 Alarm: 1336", "Gate: 4370\nAlarm: 1336")


def test_a_text_that_was_never_opened_breaks_like_those_that_were() -> None:
    known = ["Mailbox: 5016\nAlarm: 6629", "Gate: 1336\nBike shed: 4370"]
    whole = Breaks(known).unfold("Locker: 2271 Cellar: 9056")
    assert whole == "Locker: 2271\nCellar: 9056"


def test_words_that_never_stood_beside_a_break_stay_on_a_line() -> None:
    line = "What we do every day matters"
    assert Breaks(["Gate: 1336\nAlarm: 6629"]).unfold(line) == line


def test_folding_undoes_unfolding() -> None:
    breaks = Breaks(["a: 1\nb: 2\n\nC 3"])
    for line in ("", "x", "x: 1 y: 2", "x 3 C 4"):
        assert fold(breaks.unfold(line)) == line
