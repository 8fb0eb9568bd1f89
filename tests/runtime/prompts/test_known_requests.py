"""Known requests: what is near a request, and files that hold them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.errors import UnsupportedPolicy
from runtime.prompts.known_requests import Corrections, learn_requests, read_requests
from runtime.prompts.plain_sentences import plain_sentences

ALARM, TIMER, TEXT = "Set an alarm for {time}.", "Start a timer of {length}.", "Text {name}: {text}"
KNOWN = learn_requests(
    {
        ALARM: ("wake me at {time}", "I must get up at {time}"),
        TIMER: ("count down {length}", "{length} timer"),
        TEXT: ("send {name} a message saying {text}",),
    },
    plain=plain_sentences({ALARM: (), TEXT: ()}),
)


@pytest.mark.parametrize(
    ("request_", "meant"),
    [
        ("pls wake me half past six", ALARM),
        ("10 min timer", TIMER),
        ("mesage to Ada: running late", TEXT),
    ],
)
def test_the_nearest_request_shares_rare_words_and_parts_of_words(
    request_: str, meant: str
) -> None:
    assert KNOWN.near(request_, 1) == (meant,)


def test_as_many_are_near_as_are_wanted_and_one_can_be_left_out() -> None:
    assert set(KNOWN.near("an alarm", 9)) == {ALARM, TIMER, TEXT}
    assert KNOWN.near("an alarm", 2, without=ALARM) == KNOWN.near("an alarm", 3)[1:]


def test_only_what_is_no_plain_sentence_is_to_be_restated() -> None:
    assert not KNOWN.must_restate("Set an alarm for 7:30 AM.")
    assert not KNOWN.must_restate("Set  an alarm for half past seven")
    assert KNOWN.must_restate("set me an alarm for 7:30")
    assert KNOWN.must_restate("Start a timer of 3 minutes.")


def test_a_sentence_of_few_words_of_its_own_may_mean_anything_and_is_asked_about() -> None:
    request_ = "Text Ada Okafor: are you coming"
    assert KNOWN.must_restate(request_)
    # Said with its values it is that sentence all the same.
    assert KNOWN.plain.said_plainly(request_).startswith("Text [Ada Okafor]")
    camera = plain_sentences({"Take a photo.": ()})
    assert not learn_requests({ALARM: ()}, plain=camera).must_restate("take a photo")


def test_who_knows_no_requests_but_sentences_restates_nothing() -> None:
    known = learn_requests({}, plain=plain_sentences({ALARM: ()}))
    assert not known.must_restate("wake me at 7")


@given(st.text())
def test_whatever_is_asked_something_is_near(request_: str) -> None:
    assert len(KNOWN.near(request_, 2)) == 2


def test_they_are_read_as_they_were_saved(tmp_path: Path) -> None:
    KNOWN.save(tmp_path / "requests.npz")

    read = read_requests(tmp_path / "requests.npz")

    assert read.sentences == KNOWN.sentences
    assert read.plain == KNOWN.plain
    assert read.near("wake me up", 3) == KNOWN.near("wake me up", 3)


def test_corrections_move_what_is_near_and_are_kept(tmp_path: Path) -> None:
    request_ = "wake me at 7"
    (bucket, *_) = sorted(KNOWN.features(request_))
    column = KNOWN.sentences.index(TIMER)
    weights = np.zeros((1, 3), np.int8)
    weights[0, column] = 127
    corrected = replace(
        KNOWN, corrections=Corrections(np.array([bucket], np.int32), weights, unit=1.0)
    )

    corrected.save(tmp_path / "requests.npz")

    assert KNOWN.near(request_, 1) == (ALARM,)
    assert corrected.near(request_, 1) == (TIMER,)
    assert read_requests(tmp_path / "requests.npz").near(request_, 3) == corrected.near(request_, 3)


@given(st.text())
def test_corrections_of_no_bucket_change_nothing(request_: str) -> None:
    none = Corrections(np.zeros(0, np.int32), np.zeros((0, 3), np.int8), 1.0)
    assert replace(KNOWN, corrections=none).near(request_, 3) == KNOWN.near(request_, 3)


@pytest.mark.parametrize(
    ("buckets", "columns"), [([3, 3], 3), ([4, 3], 3), ([3], 2)], ids=["twice", "order", "width"]
)
def test_corrections_that_do_not_fit_are_refused(
    tmp_path: Path, buckets: list[int], columns: int
) -> None:
    weights = np.zeros((len(buckets), columns), np.int8)
    corrections = Corrections(np.array(buckets, np.int32), weights, 1.0)
    replace(KNOWN, corrections=corrections).save(tmp_path / "requests.npz")
    with pytest.raises(UnsupportedPolicy, match="do not fit"):
        read_requests(tmp_path / "requests.npz")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "requests.npz"
    path.write_bytes(b"no archive")
    with pytest.raises(UnsupportedPolicy, match="does not hold known requests"):
        read_requests(path)


def test_parts_that_point_beyond_the_sentences_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "requests.npz"
    KNOWN.save(path)
    with np.load(path) as file:
        parts = dict(file)
    parts["owners"] = parts["owners"] + 7
    np.savez(path, **parts)
    with pytest.raises(UnsupportedPolicy, match="do not fit"):
        read_requests(path)
