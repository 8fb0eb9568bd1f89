"""Asks one phone everything that the backend asks, for a report on it."""

from __future__ import annotations

from runtime.backends.adb.address import AdbAddress
from runtime.backends.adb.automation import UiAutomatorClient
from runtime.backends.adb.calls import AdbCalls
from runtime.backends.adb.collected import CollectedAnswers, collect
from runtime.backends.adb.connection import Finder
from runtime.doctor.anonymising import anonymised
from runtime.errors import DeviceError


def collect_from(finder: Finder, address: AdbAddress) -> CollectedAnswers:
    """The answers of a phone that is connected, without what tells whose it is."""
    serial = finder.find(address)
    calls = AdbCalls(finder.server, serial, finder.interruption)
    listed = next((phone for phone in finder.list() if phone.serial == serial), None)
    line = f"{serial} {listed.state} {listed.details}" if listed is not None else serial
    found = CollectedAnswers(line, _automation(calls), collect(calls))
    return anonymised(found, (serial, finder.serial_number(serial)))


def _automation(calls: AdbCalls) -> str:
    """What comes of starting uiautomator; it is ended again."""
    automation = UiAutomatorClient(calls)
    try:
        automation.start()
    except DeviceError as error:
        return f"{type(error).__name__}: {error}"
    finally:
        automation.stop()
    return "answers"
