from __future__ import annotations

from pathlib import Path

import pytest
from built_in import CATALOGUE

from phoneworld import PhoneDevice, Workshop
from phoneworld.cli import main
from phoneworld.errors import TaskError
from phoneworld.reconstruction.authored import tasks_of_app
from phoneworld.recording.explorer import explore
from runtime.actions import Action, Type
from runtime.device import Performed
from runtime.errors import DeviceError
from runtime.observation import Observation


def test_an_app_without_tasks_of_its_own_is_refused() -> None:
    with pytest.raises(TaskError, match="Contacts"):
        tasks_of_app(CATALOGUE.templates.values(), "Nothing")


def test_own_apps_are_recorded_rebuilt_and_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["fidelity", "--authored", "Contacts", "--in-process", "--steps", "10", "--folds", "0"]
    assert main([*words, "--keep", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "own oracles" in printed
    assert "all 1 apps: oracles" in printed
    assert (tmp_path / "Contacts" / "explore-0" / "episode.jsonl").is_file()


class Stubborn(PhoneDevice):
    """A phone whose fields take no text."""

    def perform(self, action: Action, observation: Observation) -> Performed:
        if isinstance(action, Type):
            raise DeviceError("could not be typed")
        return super().perform(action, observation)


def test_an_exploration_goes_on_where_a_field_takes_no_text(workshop: Workshop) -> None:
    done = explore(Stubborn(workshop.phone(0)), "Contacts", steps=25, permits=lambda _a, _o: True)
    assert done.steps == 25
