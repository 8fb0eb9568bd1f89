"""Killed at any moment, 16 times, and as often again in `./test --all`.

Nothing told is lost, nothing is sent twice, runs go on.
"""

from pathlib import Path
from random import Random

import pytest
from e2e_kills import MET, Ordeal, begin_note, write_policies

from phoneworld import Workshop
from phoneworld.adb.proof.served import ServedPhone

KILLS = 16


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
def test_runs_survive_kills_at_any_moment(
    tmp_path: Path, adb_phone: ServedPhone, shared_workshop: Workshop, seed: int
) -> None:
    begin_note(adb_phone, shared_workshop)
    write_policies(tmp_path / "policies")
    ordeal = Ordeal(tmp_path, adb_phone, Random(seed))
    try:
        while ordeal.tally.kills < KILLS or ordeal.tally.missing:
            ordeal.round()
        ordeal.finish()
    finally:
        ordeal.close()
    tally = ordeal.tally
    print(tally)  # noqa: T201 - figures, for whoever asks with -s
    assert tally.unknown > 0, "no kill was in the middle of an action"
    assert set(MET) <= set(tally.states)
    assert {"typist", "stroller", "asker"} <= set(tally.finished)
