"""Realism is seeded, off by default, and each switch does what it says."""

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from phoneworld import OFF, PhoneDevice, Realism, Workshop, at_level
from phoneworld.errors import PhoneWorldError
from phoneworld.hierarchy_dump import dump
from phoneworld.monkey import next_action
from phoneworld.realism import DISPLAYS, LEVELS
from phoneworld.ui.variant import Variant
from runtime.actions import Click, ElementRef, OpenApp, Wait


def device_with(workshop: Workshop, **switches: object) -> PhoneDevice:
    return PhoneDevice(workshop.phone(0, realism=replace(OFF, **switches)))  # type: ignore[arg-type]


def open_app(device: PhoneDevice, name: str = "Contacts") -> list[str]:
    device.perform(OpenApp(name), device.observe())
    return [element.label for element in device.observe().elements]


def test_it_is_off_by_default(workshop: Workshop) -> None:
    assert workshop.phone(0).realism == OFF


@pytest.mark.parametrize("level", LEVELS)
def test_same_seed_gives_the_same_course_of_events(workshop: Workshop, level: str) -> None:
    assert course(workshop, at_level(level, 5)) == course(workshop, at_level(level, 5))


def test_another_seed_gives_another(workshop: Workshop) -> None:
    assert course(workshop, at_level("harsh", 5)) != course(workshop, at_level("harsh", 6))


def course(workshop: Workshop, realism: Realism) -> list[str]:
    device = PhoneDevice(workshop.phone(0, realism=realism))
    rng = Random(1)
    seen: list[str] = []
    for app in ("Contacts", "Settings", "Messages"):
        device.perform(OpenApp(app), device.observe())
        for _ in range(15):
            screen = device.observe()
            seen.append(dump(device.phone))
            device.perform(next_action(rng, screen), screen)
    return seen


def test_restored_phone_goes_on_with_the_same_luck(workshop: Workshop) -> None:
    harsh = at_level("harsh", 3)
    first = PhoneDevice(workshop.phone(0, realism=harsh))
    second = PhoneDevice(workshop.phone(0, realism=harsh))
    open_app(first, "Settings")
    second.phone.restore(first.phone.snapshot())

    assert [open_app(first, name) for name in ("Contacts", "Phone", "Messages")] == [
        open_app(second, name) for name in ("Contacts", "Phone", "Messages")
    ]


def test_mild_is_the_looks_of_one_level_with_the_events_of_another() -> None:
    looks, events, mild = (at_level(level, 5) for level in ("looks", "events", "mild"))
    assert replace(events, **seen_of(looks)) == mild
    assert replace(events, **seen_of(OFF), **happens_of(OFF)) == replace(OFF, seed=5)


def seen_of(realism: Realism) -> dict[str, Any]:
    names = ("dark", "locale", "font_scale", "display", "variant")
    return {name: getattr(realism, name) for name in names}


def happens_of(realism: Realism) -> dict[str, Any]:
    taken = {"seed", *seen_of(realism)}
    return {f.name: getattr(realism, f.name) for f in fields(realism) if f.name not in taken}


def test_unknown_level_is_refused() -> None:
    with pytest.raises(PhoneWorldError, match="mild, harsh"):
        at_level("brutal", 0)


def test_latency_moves_the_clock_with_every_touch(workshop: Workshop) -> None:
    device = device_with(workshop, latency_ms=250)
    before = device.observe().time_s
    open_app(device)

    assert device.observe().time_s == before + 0.25


def test_popup_covers_the_app_until_it_is_answered(workshop: Workshop) -> None:
    device = device_with(workshop, popups=1.0)
    open_app(device)
    screen = device.observe()
    assert screen.package == "com.android.systemui"
    button = next(element for element in screen.elements if element.role == "button")
    device.perform(Click(ElementRef(button.index)), screen)

    assert device.observe().package == "com.phoneworld.contacts"


def test_ad_covers_the_app_until_it_is_closed(workshop: Workshop) -> None:
    device = device_with(workshop, ads=1.0)

    assert "Advertisement" in open_app(device)


def test_slow_screen_shows_that_it_loads_until_time_has_passed(workshop: Workshop) -> None:
    device = device_with(workshop, slow_loading=1.0)
    assert open_app(device) == ["Loading"]
    device.perform(Wait(2000), device.observe())

    assert len(device.observe().elements) > 5


def test_flaky_touch_does_nothing(workshop: Workshop) -> None:
    device = device_with(workshop, flaky_touches=1.0)
    screen = device.observe()
    icon = next(element for element in screen.elements if element.text == "Contacts")
    performed = device.perform(Click(ElementRef(icon.index)), screen)

    assert "not registered" in performed.note
    assert device.observe().package == screen.package


def test_layout_shift_moves_things_under_the_finger(workshop: Workshop) -> None:
    device = device_with(workshop, layout_shift=1.0)
    device.phone.launch("com.phoneworld.settings")
    screen = device.observe()
    row = next(e for e in screen.elements if e.text.startswith("Apps"))
    device.perform(Click(ElementRef(row.index)), screen)

    assert device.phone.activity.route != "apps"


def test_permission_is_asked_for_again(workshop: Workshop) -> None:
    device = device_with(workshop, permission_prompts=1.0)
    device.phone.launch("com.phoneworld.contacts")
    device.phone.activity.screen.need("android.permission.READ_CONTACTS", then="dismiss")

    assert any("Allow Contacts" in element.label for element in device.observe().elements)


def test_theme_language_and_size_follow(workshop: Workshop) -> None:
    device = device_with(workshop, dark=True, locale="de", font_scale=1.3, display=DISPLAYS[1])
    info = device.info

    assert (info.width_px, info.height_px, info.locale) == (720, 1560, "de")
    assert device.phone.frame().dark
    assert device.phone.settings.get("system", "font_scale") == "1.3"


@pytest.mark.parametrize("name", list(Variant.__dataclass_fields__))
def test_every_variant_changes_how_some_screen_looks(workshop: Workshop, name: str) -> None:
    from phoneworld.render.paint import paint

    plain = device_with(workshop)
    varied = device_with(workshop, variant=Variant(**{name: True}))
    differs = False
    for package, route in SCREENS:
        pictures: list[bytes] = []
        for device in (plain, varied):
            device.phone.launch(package, route)
            if route == "edit":
                device.phone.activity.screen.confirm("Sure?", yes="Yes", then="close")
            pictures.append(paint(device.phone.frame()).tobytes())
        differs = differs or pictures[0] != pictures[1]

    assert differs


SCREENS = (
    ("com.phoneworld.contacts", ""),
    ("com.phoneworld.settings", ""),
    ("com.phoneworld.contacts", "edit"),
    ("com.phoneworld.calendar", ""),
)
