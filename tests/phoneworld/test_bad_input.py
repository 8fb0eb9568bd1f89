"""What makes no sense is a clear error or a visible note, and the phone is unharmed."""

import pytest
from built_in import CATALOGUE, find_template
from hypothesis import given, settings
from hypothesis import strategies as st

from phoneworld import PhoneDevice, Task, Trial, Workshop
from phoneworld.errors import TaskError
from phoneworld.render.paint import paint
from runtime.actions import Click, ElementRef, Finish, OpenApp, Point, Type
from runtime.errors import NoSuchElement, OffScreen, StaleObservation

LONG = "long " * 2000


@pytest.fixture
def form(workshop: Workshop) -> PhoneDevice:
    """A phone with the form for a new contact open."""
    device = PhoneDevice(workshop.phone(0))
    device.phone.launch("com.phoneworld.contacts", "edit")
    return device


def type_name(device: PhoneDevice, text: str) -> None:
    screen = device.observe()
    field = next(element for element in screen.elements if element.hint == "First name")
    device.perform(Type(text, ElementRef(field.index), clear=True), screen)


@pytest.mark.parametrize(
    "text", ["🙂👩‍👩‍👧‍👦🇩🇪", "שלום עולם", "مرحبا بالعالم", "漢字かな", LONG, "\x00\x07", "a\nb"]
)
def test_any_text_can_be_typed_saved_and_shown(form: PhoneDevice, text: str) -> None:
    type_name(form, text)
    screen = form.observe(screenshot=True)
    save = next(element for element in screen.elements if element.text == "Save")
    form.perform(Click(ElementRef(save.index)), screen)

    names = form.phone.contacts.rows("SELECT display_name FROM raw_contacts")
    assert text.replace("\n", " ").strip() in {row["display_name"] for row in names}
    paint(form.phone.frame())


@settings(max_examples=60)
@given(st.text(max_size=300))
def test_field_holds_what_was_typed_or_as_much_as_can_be_stored(text: str) -> None:
    device = PhoneDevice(SHARED.phone(0))
    device.phone.launch("com.phoneworld.contacts", "edit")
    type_name(device, text)
    field = next(e for e in device.observe().elements if e.hint == "First name")

    assert field.text == text.replace("\r", "").replace("\n", " ")
    paint(device.phone.frame())


SHARED = CATALOGUE.workshop()


def test_half_a_character_is_dropped(form: PhoneDevice) -> None:
    type_name(form, "a\ud83d")

    assert form.phone.texts["first"] == "a"


def test_point_off_the_screen_is_refused(form: PhoneDevice) -> None:
    before = form.phone.snapshot()

    with pytest.raises(OffScreen, match="between 0 and 1000"):
        form.perform(Click(Point(1200, 5)), form.observe())

    assert form.phone.snapshot() == before


def test_element_that_is_not_there_is_refused(form: PhoneDevice) -> None:
    with pytest.raises(NoSuchElement, match="#999"):
        form.perform(Click(ElementRef(999)), form.observe())


def test_old_look_is_refused(form: PhoneDevice) -> None:
    old = form.observe()
    form.observe()

    with pytest.raises(StaleObservation, match="observe again"):
        form.perform(Click(ElementRef(0)), old)


def test_look_is_old_once_acted_on(form: PhoneDevice) -> None:
    seen = form.observe()
    form.perform(OpenApp("Settings"), seen)

    with pytest.raises(StaleObservation):
        form.perform(Click(ElementRef(0)), seen)


def test_unknown_task_error_names_close_ones() -> None:
    with pytest.raises(TaskError, match=r"contacts\.add"):
        find_template("contact.add")


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_seed_out_of_range_is_refused(workshop: Workshop, seed: int) -> None:
    with pytest.raises(TaskError, match="out of range"):
        Trial(workshop, Task(find_template("contacts.add"), seed))


def test_finished_trial_takes_no_more_actions(workshop: Workshop) -> None:
    trial = Trial(workshop, Task(find_template("contacts.add"), 0))
    trial.act(Finish(), trial.observe())

    with pytest.raises(TaskError, match="finished"):
        trial.act(Finish(), trial.observe())


@pytest.mark.parametrize(("table", "name", "value"), [
    ("system", "font_scale", "enormous"),
    ("system", "font_scale", "1e9"),
    ("system", "screen_brightness", ""),
    ("system", "locale", "tlh"),
    ("system", "wallpaper", "nonsense"),
    ("global", "battery_level", "full"),
])  # fmt: skip
def test_settings_that_make_no_sense_do_no_harm(
    workshop: Workshop, table: str, name: str, value: str
) -> None:
    device = PhoneDevice(workshop.phone(0))
    device.phone.settings.put(table, name, value)
    device.phone.launch("com.phoneworld.settings")

    assert device.observe(screenshot=True).elements
