"""The home screen is not made anew while nothing on it has changed, and is as if it were."""

from collections.abc import Callable

import pytest

from phoneworld import Workshop
from phoneworld.device import PhoneDevice
from phoneworld.phone import Phone
from runtime.actions import Click, ElementRef, OpenApp, PressButton, Scroll, SystemButton
from runtime.actions import Direction as To


@pytest.fixture
def phone(workshop: Workshop) -> Phone:
    return workshop.phone(3)


def words(phone: Phone) -> list[str]:
    return [element.text or element.description for element in phone.window().elements]


def test_home_is_the_same_layer_when_it_comes_back(phone: Phone) -> None:
    home = phone.window()
    phone.launch("com.phoneworld.notes")
    assert phone.window() is not home
    phone.go_home()
    assert phone.window() is home


@pytest.mark.parametrize(
    "change",
    [
        lambda phone: phone.advance(60),
        lambda phone: phone.settings.put("secure", "ui_night_mode", "2"),
        lambda phone: phone.settings.put("system", "font_scale", "1.3"),
        lambda phone: phone.settings.put("system", "locale", "de"),
        lambda phone: phone.activity.screen.swiped(To.RIGHT),
    ],
    ids=["minute", "dark", "letters", "language", "page"],
)
def test_what_is_seen_on_it_makes_it_anew(
    workshop: Workshop, phone: Phone, change: Callable[[Phone], object]
) -> None:
    before = phone.window()
    change(phone)
    phone.touch()
    assert phone.window() is not before
    fresh = workshop.phone(3)  # it has shown nothing yet
    change(fresh)
    fresh.touch()
    assert phone.window().elements == fresh.window().elements
    assert PhoneDevice(phone).rgb(180, 400) == PhoneDevice(fresh).rgb(180, 400)


def test_kept_home_can_be_used(phone: Phone) -> None:
    device = PhoneDevice(phone)
    for _ in range(2):
        screen = device.observe()
        notes = next(one for one in screen.elements if one.text == "Notes")
        device.perform(Click(ElementRef(notes.index)), screen)
        assert phone.front == "com.phoneworld.notes"
        device.perform(PressButton(SystemButton.HOME), device.observe())
    device.perform(Scroll(To.DOWN), device.observe())
    assert phone.activity.route == "drawer"
    device.perform(PressButton(SystemButton.BACK), device.observe())
    device.perform(OpenApp("Clock"), device.observe())
    device.perform(PressButton(SystemButton.HOME), device.observe())
    assert "Notes" in words(phone)


def test_reset_phone_shows_its_own_home(workshop: Workshop, phone: Phone) -> None:
    phone.window()
    workshop.reset(phone, 4)
    assert phone.window().elements == workshop.phone(4).window().elements
