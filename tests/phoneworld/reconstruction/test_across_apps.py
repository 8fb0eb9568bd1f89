"""What rebuilt apps share with PhoneWorld's own: hand-offs of buttons, and tasks with a value in two apps."""

from __future__ import annotations

from dataclasses import replace

from written_screens import WIDTH, app_of, screen, tap, touch, view

from phoneworld import Workshop, open_catalogue
from phoneworld.device import PhoneDevice
from phoneworld.phone import Phone
from phoneworld.phone_data import populate
from phoneworld.reconstruction.enter_tasks import EnterPlan
from phoneworld.reconstruction.generated_tasks import plans_of
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.hand_off_tasks import hand_off_tasks
from phoneworld.reconstruction.hand_offs import hand_offs_of
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.screen_tasks import ReadingPlan
from phoneworld.reconstruction.shared_tasks import shared_tasks
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.tasks.check import check_task
from phoneworld.tasks.pages import page_of
from phoneworld.tasks.template import Template
from runtime.actions import Click, ElementRef, OpenApp

LABEL = "People"


def person(number: str, mail: str) -> tuple[str, str, str, str, str]:
    return (
        view("TextView", number, 300),
        view("TextView", mail, 450),
        view("Button", "Call", 600),
        view("Button", "Share", 800),
        view("Button", "Copy", 1000),
    )


def people() -> AppSpec:
    main = screen("Main", view("Button", "Jack", 400), view("Button", "Rose", 600))
    jack = screen("Person", *person("555 0142 33", "jack@mails.com"), name="jack")
    rose = screen("Person", *person("555 0199 77", "rose@mails.com"), name="rose")
    dialler = screen("Dialler", view("TextView", "Dial", 400), package="com.android.dialer")
    chooser = screen("Share with", view("TextView", "Nearby", 400), package="android")
    spec = app_of(
        [main, tap(450), jack, tap(650), dialler],
        [main, tap(650), rose, tap(850), chooser],
        [main, tap(450), jack, tap(850), chooser],
        [main, tap(650), rose, tap(1050), rose],
    )
    return replace(spec, label=LABEL)


def workshop_of(spec: AppSpec) -> Workshop:
    app = make_app(spec)
    return Workshop({**open_catalogue().apps, app.package: app}, populate)


def assert_sound(spec: AppSpec, template: Template) -> None:
    assert not check_task(workshop_of(spec), template, 0)


def test_buttons_that_led_to_other_apps_are_recognised() -> None:
    kinds = {spot[2]: one.kind for spot, one in hand_offs_of(people()).items()}
    assert kinds == {"Call": "dial", "Share": "share", "Copy": "copy"}


def phone_of(spec: AppSpec, *labels: str) -> Phone:
    """A phone with PhoneWorld's own apps and this one, after taps on these labels."""
    phone = workshop_of(spec).phone(seed=0)
    device = PhoneDevice(phone)
    device.perform(OpenApp(spec.label), device.observe())
    for label in labels:
        look = device.observe()
        found = next(one for one in look.elements if label in (one.text, one.description))
        device.perform(Click(ElementRef(found.index)), look)
    return phone


def test_a_number_goes_to_phoneworlds_dialler() -> None:
    phone = phone_of(people(), "Jack", "Call")
    assert page_of(phone) == 'com.phoneworld.phone/dial {"number": "555 0142 33"}'


def test_what_is_shared_is_in_the_share_sheet() -> None:
    phone = phone_of(people(), "Rose", "Share")
    assert phone.panel is not None
    assert phone.panel["kind"] == "share"
    assert "rose@mails.com" in phone.panel["text"]


def test_what_is_copied_is_in_the_clipboard() -> None:
    assert "555 0199 77" in phone_of(people(), "Rose", "Copy").clipboard


def test_tasks_about_hand_offs_are_sound() -> None:
    spec = people()
    found = list(hand_off_tasks(spec))
    assert [one.name.rpartition(".")[2] for one in found] == ["dial_call", "share_share"]
    for template in found:
        assert_sound(spec, template)


def test_without_the_other_app_what_was_recorded_is_shown() -> None:
    spec = people()
    replayer = Replayer(spec)
    replayer.device.perform(OpenApp(spec.label), replayer.device.observe())
    touch(replayer, "Jack")
    touch(replayer, "Call")
    assert any(one.text == "Dialler" for one in replayer.device.observe().elements)


def test_what_is_read_in_a_rebuilt_app_goes_into_phoneworlds_own() -> None:
    row = view("TextView", "Meeting point", 400) + view("TextView", "Fountain square", 450)
    other = view("TextView", "Leader", 600) + view("TextView", "Rosalind", 650)
    field = (
        '<node class="android.widget.EditText" text="" hint="Search" clickable="true" package="p" '
        f'resource-id="p:id/f" bounds="[0,900][{WIDTH},1000]"/>'
    )
    main = screen(
        "Main",
        view("LinearLayout", "", 400, row),
        view("LinearLayout", "", 600, other),
        field,
        view("Button", "More", 1200),
    )
    more = screen("More", view("TextView", "Nothing", 400))
    spec = replace(app_of([main, tap(1250), more]), label="Walks")
    plans = [one for one in plans_of(spec) if isinstance(one, ReadingPlan | EnterPlan)]
    found = {one.name: one for one in shared_tasks(plans)}
    ends = {name.rpartition(">")[2] for name in found if not name.startswith(("note", "contact"))}
    assert ends == {"note", "text", "mail"}
    begins = {name.partition(">")[0] for name in found if name.startswith(("note", "contact"))}
    assert begins == {"note", "contact"}
    for name in sorted(found)[::5]:
        assert_sound(spec, found[name])
