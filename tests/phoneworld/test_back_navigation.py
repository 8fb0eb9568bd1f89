"""Opening an app that was left somewhere: the pilot gets to its first screen, as a person would."""

import pytest
from built_in import find_template

from phoneworld import PhoneDevice, Task, Trial, Workshop
from phoneworld.phone import Phone
from phoneworld.tasks.pilot import Pilot
from runtime.actions import (
    Action,
    Click,
    CloseApp,
    ElementRef,
    OpenApp,
    PressButton,
    SystemButton,
    Type,
)

NOTES = "com.phoneworld.notes"
BACK = PressButton(SystemButton.BACK)


@pytest.fixture
def trial(workshop: Workshop) -> Trial:
    return Trial(workshop, Task(find_template("notes.create"), 0))


def tap(device: PhoneDevice, label: str) -> None:
    screen = device.observe()
    element = next(e for e in screen.elements if e.label == label)
    device.perform(Click(ElementRef(element.index)), screen)


def do(device: PhoneDevice, *actions: Action) -> None:
    for action in actions:
        device.perform(action, device.observe())


def first_note(phone: Phone) -> int:
    return phone.app_database(phone.app(NOTES)).value("SELECT min(_id) FROM notes")


def opened(trial: Trial, app: str = "Notes") -> Pilot:
    """What the pilot of a task does that begins now, to open an app."""
    pilot = Pilot(trial)
    pilot.open(app)
    assert trial.phone.front == NOTES
    assert [activity.route for activity in trial.phone.tasks[NOTES]] == ["list"]
    return pilot


def test_from_home_opening_is_one_step(trial: Trial) -> None:
    assert opened(trial).actions == [OpenApp("Notes")]


def test_an_app_that_is_in_front_as_new_takes_no_step(trial: Trial) -> None:
    trial.phone.launch(NOTES)

    assert opened(trial).actions == []


def test_an_app_left_on_another_screen_is_led_back(trial: Trial) -> None:
    phone = trial.phone
    phone.launch(NOTES)
    phone.open_screen(NOTES, "note", {"id": first_note(phone)})

    assert opened(trial).actions == [BACK]


def test_an_app_left_in_the_background_is_brought_forward_first(trial: Trial) -> None:
    phone = trial.phone
    phone.launch(NOTES)
    phone.open_screen(NOTES, "note", {"id": first_note(phone)})
    phone.go_home()

    assert opened(trial).actions == [OpenApp("Notes"), BACK]


def test_a_list_that_shows_something_else_is_left_and_opened_anew(trial: Trial) -> None:
    trial.phone.launch(NOTES)
    trial.phone.activity.state["sort"] = "by a rule that no new list has"

    assert opened(trial).actions == [BACK, OpenApp("Notes")]


def test_a_draft_is_thrown_away(trial: Trial) -> None:
    device = PhoneDevice(trial.phone)
    do(device, OpenApp("Notes"))
    tap(device, "New note")
    tap(device, "Text note")
    trial.phone.focus_field("title")
    do(device, Type("half a thou"))
    before = trial.phone.databases.serialize()

    pilot = opened(trial)

    assert trial.phone.databases.serialize() == before
    # The keyboard, the draft with a question, the answer.
    assert [type(action) for action in pilot.actions] == [PressButton, PressButton, Click]


def test_an_app_that_lies_too_deep_is_closed_and_opened_again(trial: Trial) -> None:
    phone = trial.phone
    phone.launch(NOTES)
    for _ in range(8):
        phone.open_screen(NOTES, "note", {"id": first_note(phone)})

    assert opened(trial).actions[-2:] == [CloseApp("Notes"), OpenApp("Notes")]


def test_an_app_that_this_task_has_used_is_resumed_where_it_was(trial: Trial) -> None:
    trial.phone.launch(NOTES)
    trial.phone.go_home()
    pilot = opened(trial)
    pilot.tap("New note")
    pilot.tap("Text note")
    pilot.open("Settings")
    done = len(pilot.actions)

    pilot.open("Notes")

    assert pilot.actions[done:] == [OpenApp("Notes")]
    assert len(trial.phone.tasks[NOTES]) == 2


def test_what_another_app_opens_over_a_left_app_stays_open(trial: Trial) -> None:
    """A hand-off lands on top of what was left: the pilot resumes it, not the first screen."""
    phone = trial.phone
    phone.launch(NOTES)
    phone.go_home()
    pilot = Pilot(trial)
    phone.launch(NOTES, "note", {"id": first_note(phone)})
    phone.go_home()

    pilot.open("Notes")

    assert pilot.actions == [OpenApp("Notes")]
    assert phone.activity.route == "note"


def test_open_app_resumes_where_the_app_was_left(trial: Trial) -> None:
    device = PhoneDevice(trial.phone)
    do(device, OpenApp("Notes"))
    tap(device, "New note")
    left = device.observe().elements

    do(device, PressButton(SystemButton.HOME), OpenApp("Notes"))

    assert device.observe().elements == left


def test_close_app_makes_it_start_anew(trial: Trial) -> None:
    device = PhoneDevice(trial.phone)
    do(device, OpenApp("Notes"))
    new = device.observe().elements
    tap(device, "New note")

    do(device, CloseApp("Notes"), OpenApp("Notes"))

    assert device.observe().elements == new
