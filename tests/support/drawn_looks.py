"""Looks at PhoneWorld's apps, as the screens get them over the wire; made without screenshots."""

from __future__ import annotations

from phonebuddy.v1 import observation_pb2

from phoneworld import Phone, Workshop
from phoneworld.device import PhoneDevice
from runtime.actions import Click, ElementRef
from runtime.server.codec.observations import write_observation


def look_of(phone: Phone) -> observation_pb2.Observation:
    return write_observation(PhoneDevice(phone).observe())


def phone_in(workshop: Workshop, package: str, route: str = "") -> Phone:
    """A phone with an app in front that may do what it asks for first."""
    phone = workshop.phone(0)
    for permission in workshop.apps[package].asks_first:
        phone.grant_permission(package, permission, granted=True)
    if route:
        phone.launch(package, route)
    else:
        phone.launch(package)
    return phone


def first_looks(workshop: Workshop) -> dict[str, observation_pb2.Observation]:
    """The first screen of every app, by the app's name."""
    apps = sorted((app for app in workshop.apps.values() if app.in_launcher), key=lambda a: a.label)
    return {app.label: look_of(phone_in(workshop, app.package)) for app in apps}


def tapped(phone: Phone, *labels: str) -> list[observation_pb2.Observation]:
    """What is seen after each tap on what begins with a label, from before the first."""
    device = PhoneDevice(phone)
    looks: list[observation_pb2.Observation] = []
    for label in labels:
        seen = device.observe()
        looks.append(write_observation(seen))
        found = next(e for e in seen.elements if e.label.startswith(label))
        device.perform(Click(ElementRef(found.index)), seen)
    return [*looks, write_observation(device.observe())]
