"""Exploring a phone that can be reset, and going where a rebuilt app is not known yet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from phoneworld import Workshop
from phoneworld.cli import main
from phoneworld.commands.record import anything, guarded
from phoneworld.device import PhoneDevice
from phoneworld.reconstruction.gaps import OPEN, SETTLED, UNSURE, gaps_of, interest_in
from phoneworld.reconstruction.specification import (
    AppSpec,
    OutcomeSpec,
    ScreenSpec,
    StateSpec,
    TransitionSpec,
    ViewSpec,
)
from phoneworld.recording.explorer import Permits, explore
from runtime.actions import Action, Click
from runtime.device import Performed
from runtime.observation import CLICKABLE, Bounds, Element, Observation

BOX = Bounds(0, 0, 100, 100)


@pytest.mark.parametrize(("permits", "deletes"), [(guarded(None), False), (anything, True)])
def test_only_on_a_disposable_phone_is_touched_what_the_guard_protects(
    workshop: Workshop, permits: Permits, *, deletes: bool
) -> None:
    device = Buttons(workshop, "Delete contact", "Details")
    explore(device, "Example", steps=12, permits=permits)
    assert ("Delete contact" in device.touched) is deletes
    assert "Details" in device.touched


def element(label: str, id: str = "") -> Element:
    return Element(0, "button", label, "", "", id, BOX, CLICKABLE)


def app(*views: ViewSpec) -> AppSpec:
    screen = ScreenSpec("main", "Main", "screen", "org.example", "", (StateSpec(views),))
    return AppSpec("org.example", "Example", 100, 100, BOX, "main", (screen,), ())


def test_dead_and_contradicted_parts_come_before_inferred_ones_and_those_before_recorded_ones() -> (
    None
):
    spec = app(
        ViewSpec(0, "Button", BOX, text="Sort", known="dead"),
        ViewSpec(0, "Button", BOX, text="Share", known="inferred"),
        ViewSpec(0, "Button", BOX, text="Add", known="recorded"),
        ViewSpec(0, "Button", BOX, text="Undo", known="recorded"),
    )
    outcomes = (OutcomeSpec("main", 1), OutcomeSpec("", 1))
    spec = replace(spec, transitions=(TransitionSpec("main", "tap", outcomes, "Button", "Undo"),))
    interest = interest_in(spec)
    ranks = [interest(element(label)) for label in ("Sort", "Undo", "Share", "New", "Add")]
    assert ranks == [OPEN, OPEN, UNSURE, UNSURE, SETTLED]
    assert gaps_of(spec) == 1


class Buttons:
    """A phone with buttons that do nothing; keeps which were touched."""

    def __init__(self, workshop: Workshop, *labels: str) -> None:
        self._labels = labels
        self._device = PhoneDevice(workshop.phone(0))
        self.info = self._device.info
        self.touched: list[str] = []

    def observe(self, *, screenshot: bool = False) -> Observation:
        look = self._device.observe(screenshot=screenshot)
        elements = tuple(
            replace(element(label), index=number) for number, label in enumerate(self._labels)
        )
        return replace(look, package="org.example", elements=elements)

    def perform(self, action: Action, observation: Observation) -> Performed:
        if isinstance(action, Click):
            self.touched.append(observation.elements[getattr(action.target, "index", 0)].label)
        return Performed(action)

    def interrupt(self) -> None:
        """Nothing waits here."""

    def close(self) -> None:
        """Nothing is open."""


def test_an_exploration_goes_where_the_app_is_not_known(workshop: Workshop) -> None:
    device = Buttons(workshop, "Known", "Unknown")
    explore(
        device,
        "Example",
        steps=8,
        permits=anything,
        interest=lambda one: SETTLED if one.label == "Known" else OPEN,
    )
    assert device.touched[:2] == ["Unknown", "Unknown"]


@pytest.mark.parametrize("option", [["--disposable"], ["--after", "app"]])
def test_what_is_for_explorations_is_refused_without_one(
    option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ["record", "--device", "phoneworld://", "--out", str(tmp_path / "rec"), *option]
    assert main(wanted) != 0
    assert "--explore" in capsys.readouterr().err
