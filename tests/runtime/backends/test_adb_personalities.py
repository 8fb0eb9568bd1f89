"""Served phones that answer as certain real ones do: each keeps the contract, and tasks are solved on it."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from random import Random

import pytest
from built_in import CATALOGUE, find_template
from quick_phone import open_quickly
from served_phone import Serve

from phoneworld import Task, Trial, Workshop
from phoneworld.adb.personalities import PERSONALITIES, find_personality
from phoneworld.adb.personalities.makers import LAUNCHER_NAMES, SECURE_FOLDER
from phoneworld.adb.personalities.moments import COVER, FROZEN, HEADS_UP_LABEL, HUNG
from phoneworld.adb.personality import OWNER_ALLOWS
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.adb.wire.faults import Faults
from phoneworld.tasks.pilot import run_oracle
from runtime.actions import Click, ElementRef, OpenApp, Point, PressButton, SystemButton, Type
from runtime.backends.adb import AdbDevice
from runtime.backends.adb.automation import UiAutomatorClient
from runtime.backends.adb.calls import AdbCalls, ServerAddress
from runtime.backends.adb.connection import Finder
from runtime.backends.adb.deadlines import Interruption
from runtime.backends.adb.errors import (
    AutomationDead,
    AutomationFailed,
    AutomationTaken,
    DebuggingRestricted,
)
from runtime.backends.adb.text_input import BLIND
from runtime.devices import open_device
from runtime.discovery import find_devices
from runtime.errors import UnknownApp
from runtime.testing import check_device

PING = "jsonrpc ping"
NAMES = [name for name in PERSONALITIES if name != "ordinary"]
READABLE = [name for name in NAMES if name != "drawn-fields"]
"""Where fields can be read: an oracle finds what it types into."""
SAMPLE = Random(11).sample(sorted(CATALOGUE.templates), 2 * len(READABLE))


@pytest.fixture
def phone(serve: Serve, request: pytest.FixtureRequest) -> ServedPhone:
    """A phone of the kind that the test names, whose owner has allowed what there is to allow."""
    served = serve(personality=find_personality(request.param))
    served.session.handset.properties[OWNER_ALLOWS] = "1"
    return served


def of_kind(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("phone", names, indirect=True)


def refusing(phone: ServedPhone) -> ServedPhone:
    """The phone before its owner has allowed anything."""
    phone.session.handset.properties.pop(OWNER_ALLOWS)
    return phone


def calls_to(phone: ServedPhone, host: HostAdb) -> AdbCalls:
    return AdbCalls(ServerAddress(port=host.port), phone.server.address, Interruption())


@pytest.fixture
def device(phone: ServedPhone) -> Iterator[AdbDevice]:
    with closing(open_quickly(phone)) as opened:
        yield opened


@of_kind(*NAMES)
def test_every_kind_of_phone_keeps_the_contract(phone: ServedPhone) -> None:
    check_device(lambda: open_quickly(phone), app="Settings")


@pytest.mark.parametrize(
    "faults",
    [Faults(delay_ms=1), Faults(unauthorized_s=0.2)],
    ids=["delay", "unauthorized"],
)
@pytest.mark.parametrize("name", ["samsung", "z-flip"])
def test_kind_of_phone_keeps_the_contract_with_faults_that_pass(
    serve: Serve, name: str, faults: Faults
) -> None:
    served = serve(personality=find_personality(name), faults=faults)

    check_device(lambda: open_quickly(served), app="Settings")


@pytest.mark.slow
@pytest.mark.parametrize(("phone", "name"), list(zip(cycle(READABLE), SAMPLE)), indirect=["phone"])
def test_oracle_solves_its_task_on_every_kind_of_phone(
    phone: ServedPhone, device: AdbDevice, shared_workshop: Workshop, name: str
) -> None:
    task = Task(find_template(name), seed=5)
    trial = phone.run(lambda: Trial(shared_workshop, task, phone=phone.phone, device=device))

    run_oracle(trial)

    judgement = phone.run(trial.judge)
    assert judgement.success, judgement.reasons


# What each of them does that misleads, and what is made of it


@of_kind("pixel-17")
def test_android_17_is_not_asked_what_it_does_not_tell(device: AdbDevice) -> None:
    with pytest.raises(AutomationFailed, match="ApplicationSharedMemory"):
        device.automation.call("deviceInfo")

    assert device.observe().elements
    assert device.info.android_version == "17"


@of_kind("after-anr")
def test_frozen_copy_is_not_the_app_in_front(
    phone: ServedPhone, device: AdbDevice, host_adb: HostAdb
) -> None:
    whole = calls_to(phone, host_adb).shell("dumpsys", "window").text
    assert whole.startswith(FROZEN)
    assert HUNG in (re.search(r"mCurrentFocus=.*", whole) or [""])[0]

    seen = device.observe()

    assert seen.package == phone.phone.activity.package
    assert not seen.secure


@of_kind("z-flip")
def test_cover_of_a_phone_that_folds_is_neither_in_front_nor_photographed(
    phone: ServedPhone, device: AdbDevice, host_adb: HostAdb
) -> None:
    displays = calls_to(phone, host_adb).shell("dumpsys", "window", "displays").text
    assert COVER in re.findall(r"mFocusedApp=.*", displays)[-1]

    seen = device.observe(screenshot=True)

    assert seen.package == phone.phone.activity.package
    assert (seen.width_px, seen.height_px) == phone.session.size
    assert seen.rotation == 0
    assert seen.screenshot is not None
    assert not seen.notices


@of_kind("samsung")
def test_app_that_only_the_launcher_calls_so_is_opened_from_its_drawer(
    phone: ServedPhone, device: AdbDevice
) -> None:
    label = LAUNCHER_NAMES["Recipes"]

    device.perform(OpenApp(label), device.observe())

    assert device.observe().package == "com.phoneworld.recipes"
    device.perform(PressButton(SystemButton.HOME), device.observe())
    swipes = phone.session.journal.requests.count("jsonrpc swipe")
    device.perform(OpenApp(label), device.observe())
    assert device.observe().package == "com.phoneworld.recipes"
    assert phone.session.journal.requests.count("jsonrpc swipe") == swipes


@of_kind("samsung")
def test_app_that_is_nowhere_leaves_the_app_that_was_in_front(
    phone: ServedPhone, device: AdbDevice
) -> None:
    device.perform(OpenApp("Settings"), device.observe())
    seen = device.observe()

    with pytest.raises(UnknownApp):
        device.perform(OpenApp("no such app 5c1"), seen)

    assert device.observe().package == seen.package


@of_kind("samsung")
def test_profile_that_keeps_its_apps_to_itself_hides_no_others(
    phone: ServedPhone, device: AdbDevice, host_adb: HostAdb
) -> None:
    listing = f"pm query-activities --user {SECURE_FOLDER} -a android.intent.action.MAIN"
    refused = calls_to(phone, host_adb).script(listing, checked=False)
    assert refused.code == 255

    device.perform(OpenApp("Settings"), device.observe())

    assert device.observe().package == "com.phoneworld.settings"


@of_kind("miui")
def test_phone_that_lets_adb_touch_nothing_names_the_switch(phone: ServedPhone) -> None:
    refusing(phone)
    with closing(open_quickly(phone)) as device:
        with pytest.raises(DebuggingRestricted, match="Security settings"):
            device.perform(Click(Point(500, 500)), device.observe())
        phone.session.handset.properties[OWNER_ALLOWS] = "1"

        device.perform(PressButton(SystemButton.HOME), device.observe())


@of_kind("coloros")
def test_phone_that_guards_its_keyboards_is_still_typed_on(
    phone: ServedPhone, host_adb: HostAdb
) -> None:
    refusing(phone)
    with closing(open_quickly(phone)) as device:
        with pytest.raises(DebuggingRestricted, match="permission monitoring"):
            calls_to(phone, host_adb).shell("ime", "list", "-s")
        field = new_note(device)
        device.perform(Type("Grüße 你好", ElementRef(field)), device.observe())

        assert device.observe().elements[field].text == "Grüße 你好"


@of_kind("taken")
def test_automation_in_other_hands_is_said_until_it_is_free(phone: ServedPhone) -> None:
    refusing(phone)
    with pytest.raises(AutomationTaken, match="another program"):
        open_device(phone.address)

    phone.session.handset.properties[OWNER_ALLOWS] = "1"

    with closing(open_quickly(phone)) as device:
        assert device.observe().elements


@of_kind("dying-automation")
def test_automation_that_is_gone_is_started_anew(
    phone: ServedPhone, device: AdbDevice, host_adb: HostAdb
) -> None:
    while device.automation.call("ping") and phone.session.journal.requests.count(PING) < 70:
        continue
    with pytest.raises(AutomationDead):
        device.automation.call("dumpWindowHierarchy", False, 80)

    assert device.observe().elements
    assert UiAutomatorClient(calls_to(phone, host_adb)).answers()


@of_kind("heads-up")
def test_notification_over_the_app_is_seen_after_the_app_and_bars_are_not(
    phone: ServedPhone, device: AdbDevice
) -> None:
    device.perform(OpenApp("Settings"), device.observe())

    seen = device.observe()

    assert seen.package == "com.phoneworld.settings"
    assert seen.elements[-1].label == HEADS_UP_LABEL
    assert not [element for element in seen.elements if element.label == "9:00"]
    assert len(seen.elements) > 3


@of_kind("drawn-fields")
@pytest.mark.parametrize("text", ["plain words", "Grüße 你好"])
def test_field_that_is_only_drawn_is_typed_into_blind(
    phone: ServedPhone, device: AdbDevice, text: str
) -> None:
    device.perform(OpenApp("Notes"), device.observe())
    tap(device, "New note")
    tap(device, "Text note")
    seen = device.observe()
    assert not [element for element in seen.elements if element.editable]
    body = next(e for e in seen.elements if e.hint and e.hint != "Title")

    performed = device.perform(Type(text, ElementRef(body.index)), seen)

    assert performed.note == BLIND
    assert device.observe().elements[body.index].text == text


@of_kind("wifi-twice")
def test_phone_that_is_connected_twice_is_one_phone(phone: ServedPhone, host_adb: HostAdb) -> None:
    for server in (phone.server, *phone.others):
        asyncio.run(host_adb.run("connect", server.address))
    finder = Finder(ServerAddress(port=host_adb.port), Interruption())
    ours = {server.address for server in (phone.server, *phone.others)}
    assert ours <= {listed.serial for listed in finder.list()}

    addresses = {device.address for device in find_devices() if device.kind == "adb"}

    assert len(addresses & {f"adb://{address}" for address in ours}) == 1
    with closing(open_device("adb://")) as device:
        assert device.observe().elements


def tap(device: AdbDevice, label: str) -> None:
    seen = device.observe()
    device.perform(
        Click(ElementRef(next(e.index for e in seen.elements if e.label == label))), seen
    )


def new_note(device: AdbDevice) -> int:
    """The field of a new note."""
    device.perform(OpenApp("Notes"), device.observe())
    tap(device, "New note")
    tap(device, "Text note")
    return next(e.index for e in device.observe().elements if e.editable and e.hint != "Title")
