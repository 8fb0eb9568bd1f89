"""Killed at any moment, 4 times or until each state was met, and 32 times in `./test --all`.

Nothing told is lost, nothing is sent twice, runs go on.
"""

from pathlib import Path
from random import Random

import pytest
from e2e_kills import MET, Ordeal, begin_note, write_policies

from phoneworld import Workshop
from phoneworld.adb.proof.served import ServedPhone


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "kills"),
    [
        (1, 4),
        pytest.param(1, 16, marks=pytest.mark.exhaustive),
        pytest.param(2, 16, marks=pytest.mark.exhaustive),
    ],
)
def test_runs_survive_kills_at_any_moment(
    tmp_path: Path, adb_phone: ServedPhone, shared_workshop: Workshop, seed: int, kills: int
) -> None:
    begin_note(adb_phone, shared_workshop)
    write_policies(tmp_path / "policies")
    ordeal = Ordeal(tmp_path, adb_phone, Random(seed))
    try:
        # And longer, until one has been in the middle of an action.
        while ordeal.tally.kills < kills or ordeal.tally.missing or not ordeal.tally.unknown:
            ordeal.round()
        ordeal.finish()
    finally:
        ordeal.close()
    tally = ordeal.tally
    print(tally)  # noqa: T201 - figures, for whoever asks with -s
    assert tally.unknown > 0
    assert set(MET) <= set(tally.states)
    assert {"typist", "stroller", "asker"} <= set(tally.finished)
