"""Learning which known request is meant, beyond the words that they share."""

from __future__ import annotations

from pathlib import Path

import pytest

from phoneworld import open_catalogue
from runtime.prompts.known_requests import KnownRequests, learn_requests, read_requests
from trainer.cli import main
from trainer.data.request_ranking import FOLDS, RequestRanking, correct, learn_known
from trainer.data.restatements import Restatement

ON, OFF = "Turn on the alarm {label}.", "Turn off the alarm {label}."
WAYS = {
    ON: ("alarm {label} on please", "switch the alarm {label} on"),
    OFF: ("alarm {label} off please", "silence the alarm {label}"),
}
TAUGHT = {
    ON: ("please let the alarm {} ring", "the {} alarm should ring again", "enable alarm {}"),
    OFF: ("please do not let the alarm {} ring", "the {} alarm is not needed", "disable alarm {}"),
}


def drawn(times: int = 40) -> list[Restatement]:
    return [
        Restatement("t", way.format(f"number {time}"), "m", wording=f"{way} {time}", request=plain)
        for time in range(times)
        for plain, ways in TAUGHT.items()
        for way in ways
    ]


def test_what_tells_requests_apart_is_learnt() -> None:
    both = " ".join(way for ways in TAUGHT.values() for way in ways)
    known = learn_requests({plain: (*ways, both) for plain, ways in WAYS.items()})
    asked = "pls dont let alarm work ring, not needed"

    taught = correct(known, drawn())

    gap_before, gap_after = (
        float(one.scores(asked)[1] - one.scores(asked)[0]) for one in (known, taught)
    )
    assert gap_after > gap_before
    assert taught.near(asked, 1) == (OFF,)


def test_words_of_few_wordings_get_no_corrections() -> None:
    known = learn_requests(WAYS)
    assert correct(known, drawn()[:3]) is known
    assert correct(known, []) is known


def test_the_same_requests_teach_the_same() -> None:
    one, two = (correct(learn_requests(WAYS), drawn()).scores("ring it") for _ in range(2))
    assert (one == two).all()


def test_a_wording_that_was_learnt_is_ranked_as_if_it_was_not() -> None:
    served = learn_requests(WAYS)
    blind = tuple(learn_requests({ON: (), OFF: ()}) for _ in range(FOLDS))
    learnt = WAYS[OFF][1]
    ranking = RequestRanking(served, blind, frozenset({learnt}))

    def score(known: KnownRequests) -> float:
        return float(known.scores("silence the alarm work")[1])

    assert ranking.near(learnt, "silence the alarm work", 2) == blind[0].near(
        "silence the alarm work", 2
    )
    assert ranking.near("another", "silence the alarm work", 1) == (OFF,)
    assert score(served) > score(blind[0])


def test_the_requests_of_a_catalogue_are_learnt_with_corrections() -> None:
    """Here those of the clock; all of them below."""
    others = sorted(app.label for app in open_catalogue().apps.values() if app.label != "Clock")

    known = learn_known(open_catalogue(hold_out=others), seeds=1)

    assert known.corrections is not None
    assert 10 < len(known.sentences) < 100
    near = known.near("set an alarm for 6:45 pls", 4)
    assert any(one.startswith("Set an alarm for") for one in near)


def test_a_checkpoint_that_does_not_restate_is_not_ranked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rank", str(tmp_path)]) == 2
    assert "does not restate" in capsys.readouterr().err


@pytest.mark.exhaustive
def test_a_checkpoint_that_restates_is_ranked_anew(tmp_path: Path) -> None:
    learn_requests(WAYS).save(tmp_path / "requests.npz")

    assert main(["rank", str(tmp_path), "--seeds", "1"]) == 0

    known = read_requests(tmp_path / "requests.npz")
    assert known.corrections is not None
    assert len(known.sentences) > 400
    near = known.near("set an alarm for 6:45 pls", 4)
    assert any(one.startswith("Set an alarm for") for one in near)
