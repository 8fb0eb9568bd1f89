"""What a client of the control service asked for in vain.

PhoneWorldError
`-- EmulatorError
    |-- ConsoleRefusal     a command that the console cannot do (phoneworld.emulator.console)
    |-- NotOffered     the emulator can do it, a PhoneWorld phone cannot
    `-- InvalidEmulatorRequest     no phone could do it

`phoneworld.emulator.methods` gives each its gRPC status. A port that cannot be listened on is a
`phoneworld.adb.errors.ServeError`, as for adb.
"""

from __future__ import annotations

from phoneworld.errors import PhoneWorldError


class EmulatorError(PhoneWorldError):
    """Base of what the control service refuses."""


class NotOffered(EmulatorError):
    """A part of the emulator that a PhoneWorld phone does not have."""


class InvalidEmulatorRequest(EmulatorError):
    """A request that makes no sense: say what would."""
