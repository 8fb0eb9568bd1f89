"""The error model of PhoneBuddy.

    PhoneBuddyError
    |-- ActionError            what was asked cannot be done as asked; the phone is untouched
    |   |-- StaleObservation   the target was read from a screen that is no longer the newest
    |   |-- NoSuchElement      the observation has no element of that index
    |   |-- OffScreen          a point outside 0-1000
    |   |-- UnknownApp         no launchable app of that name
    |   |-- AmbiguousApp       several launchable apps of that name
    |   `-- NotADeviceAction   Output, Finish and AskUser are for the runner, not for a phone
    |-- DeviceError            the phone, or the way to it, failed: an environment fault
    |   |-- DeviceGone
    |   |-- DeviceTimeout
    |   |-- BadHierarchy       what it says of its screen cannot be read
    |   |-- Interrupted        a wait was ended on purpose
    |   `-- (runtime.backends.adb.errors: one subclass for each cause)
    |-- AddressError           no device can be opened for an address
    |-- RecordError            an episode record cannot be read or written
    `-- (phoneworld.errors, trainer.errors: one subclass for each wall of theirs)

A message says what happened, to what, and what to do next. A failed episode is data, not an
exception; an unreadable reply of a policy is `Unparsed`, a value, not an error.
"""

from __future__ import annotations


class PhoneBuddyError(Exception):
    """Base of everything that PhoneBuddy raises on purpose."""


class ActionError(PhoneBuddyError):
    """What was asked cannot be done as asked. Nothing was sent to the phone."""


class StaleObservation(ActionError):
    """The action's target was read from an observation that is not the device's newest."""


class NoSuchElement(ActionError):
    """The observation has no element of that index."""


class OffScreen(ActionError):
    """A point lies outside 0-1000."""


class UnknownApp(ActionError):
    """No launchable app answers to that name."""


class AmbiguousApp(ActionError):
    """Several launchable apps answer to that name; the message lists them."""


class NotADeviceAction(ActionError):
    """The action is for the runner (Output, Finish, AskUser), not for a phone."""


class DeviceError(PhoneBuddyError):
    """The phone, or the way to it, failed. An environment fault, never a policy's failure."""


class DeviceGone(DeviceError):
    """The device was closed or is no longer there."""


class DeviceTimeout(DeviceError):
    """The device did not answer before the deadline."""


class BadHierarchy(DeviceError):
    """What the device says of the views on its screen cannot be read."""


class Interrupted(DeviceError):
    """A wait was ended on purpose, by `Device.interrupt`."""


class AddressError(PhoneBuddyError):
    """No device can be opened for an address."""


class RecordError(PhoneBuddyError):
    """An episode record cannot be read or written."""
