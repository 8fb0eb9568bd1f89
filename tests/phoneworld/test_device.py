import pytest

from phoneworld import PhoneDevice, Workshop
from runtime.actions import Click, ElementRef, OpenApp, Point, Type
from runtime.devices import open_device
from runtime.errors import AddressError, AmbiguousApp, UnknownApp
from runtime.testing import check_device


def test_phone_keeps_the_contract_of_a_device() -> None:
    check_device(lambda: open_device("phoneworld://?seed=1"), app="Settings")


def test_phone_of_another_look_keeps_it_too() -> None:
    check_device(lambda: open_device("phoneworld://?seed=3&realism=looks"), app="Contacts")


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("phoneworld://?sed=1", "unknown parts sed"),
        ("phoneworld://?seed=one", "whole number"),
        ("phoneworlds://", "phoneworlds"),
    ],
)
def test_address_that_makes_no_sense_is_refused(address: str, complaint: str) -> None:
    with pytest.raises(AddressError, match=complaint):
        open_device(address)


def test_unknown_app_error_lists_the_apps(workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(0))

    with pytest.raises(UnknownApp, match="Contacts"):
        device.perform(OpenApp("Telegraph"), device.observe())


def test_app_that_is_opened_afresh_shows_its_first_screen(workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(0))
    device.perform(OpenApp("Notes"), device.observe())
    first = device.observe()
    new = next(element.index for element in first.elements if element.label == "New note")
    device.perform(Click(ElementRef(new)), first)
    deep = device.observe().elements

    device.perform(OpenApp("Notes"), device.observe())
    assert device.observe().elements == deep != first.elements
    device.perform(OpenApp("Notes", afresh=True), device.observe())
    assert device.observe().elements == first.elements


def test_start_of_several_labels_is_ambiguous(workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(0))

    with pytest.raises(AmbiguousApp, match="Calculator"):
        device.find_app("Cal")


def test_tap_that_hits_nothing_says_so(workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(0))

    performed = device.perform(Click(Point(500, 1)), device.observe())

    assert not performed.changed
    assert performed.note


def test_typing_without_a_field_changes_nothing(workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(0))
    before = device.phone.databases.serialize()

    performed = device.perform(Type("hello"), device.observe())

    assert "no field" in performed.note
    assert device.phone.databases.serialize() == before


def test_secure_window_is_read_but_not_photographed(workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(0))
    device.phone.launch("com.phoneworld.wallet")
    screen = device.observe(screenshot=True)

    assert screen.secure
    assert screen.screenshot is None
    assert screen.elements
