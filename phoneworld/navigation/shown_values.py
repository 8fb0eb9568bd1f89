"""Reads what a row of an app shows, by going there and coming back as if nothing had been."""

from __future__ import annotations

from phoneworld.device import PhoneDevice
from phoneworld.navigation.places import FoundValue
from phoneworld.navigation.tasks import TellValue, way_to
from phoneworld.phone import Phone
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.start_states import undisturbed
from phoneworld.tasks.template import TaskType
from runtime.actions import Action
from runtime.device import Device, Performed
from runtime.observation import Element, Observation


class Visit:
    """A phone as pilots steer it, outside of any task."""

    def __init__(self, phone: Phone, drawn: TaskType) -> None:
        self.phone = phone
        self.drawn = drawn
        self.device: Device = PhoneDevice(phone)
        self.finished = False

    def observe(self) -> Observation:
        return self.device.observe(screenshot=False)

    def act(self, action: Action, observation: Observation) -> Performed:
        return self.device.perform(action, observation)


def shown_value(phone: Phone, place: FoundValue) -> str:
    """What stands beside a row's title; `OracleLost` if the row cannot be found."""
    before, realism = phone.snapshot(), phone.realism
    phone.realism = undisturbed(realism)
    try:
        drawn = TellValue(place.app, place.mark.label, place.way, place.mark, "")
        pilot = Pilot(Visit(phone, drawn))
        pilot.follow(way_to(place.app, place.way))
        return value_beside(pilot.reach(place.mark.label, role=place.mark.role), place.mark.label)
    finally:
        phone.realism = realism
        phone.restore(before)


def title_of(element: Element) -> str:
    """The first field of a row's label."""
    return element.label.partition("\n")[0].partition(", ")[0].strip()


def value_beside(element: Element, title: str) -> str:
    """The second field of a row's label where it has just two; empty for any other row."""
    rest = element.label.removeprefix(title)
    value = rest.removeprefix(", ") if rest.startswith(", ") else rest.removeprefix("\n")
    return "" if value == rest or ", " in value or "\n" in value else value
