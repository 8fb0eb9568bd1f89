"""Many recordings measured for themselves, as one table."""

from __future__ import annotations

from pathlib import Path

from small_recordings import record_exploration, two_screens

from phoneworld import Workshop
from phoneworld.cli import main
from phoneworld.reconstruction.fidelity import FidelityShare
from phoneworld.reconstruction.survey import format_survey, survey, together


def test_every_recording_is_measured_for_itself(tmp_path: Path, shared_workshop: Workshop) -> None:
    two_screens(tmp_path / "somebody__crawls" / "one")
    record_exploration(shared_workshop, "Notes", tmp_path / "ours" / "notes", steps=25)
    (tmp_path / "ours" / "empty" / "states").mkdir(parents=True)
    (tmp_path / "ours" / "empty" / "states" / "state_a.json").write_text("{")
    found = survey([tmp_path], folds=0)
    assert [one.source for one in found.apps] == ["ours", "somebody"]
    assert ["states can be used" in one.why for one in found.unused] == [True]
    page = format_survey(found)
    assert "| ours: com.phoneworld.notes |" in page
    assert "| 1 apps with fewer than 20 steps |" in page
    all_row = next(line for line in page.splitlines() if line.startswith("| **all** |"))
    steps = sum(one.figures.steps for one in found.apps if one.figures)
    assert f"/{steps})" in all_row


def test_figures_of_several_apps_add_up(tmp_path: Path) -> None:
    two_screens(tmp_path / "one")
    (one,) = survey([tmp_path], folds=0).apps
    assert one.figures is not None
    twice = together("both", [one.figures, one.figures])
    assert twice.built == FidelityShare(2 * one.figures.built.right, 2 * one.figures.built.total)
    assert twice.screens == 2 * one.figures.screens
    assert twice.look is None


def test_the_command_tells_what_it_needs(tmp_path: Path) -> None:
    assert main(["fidelity", str(tmp_path)]) != 0
