"""Opens a served phone with little patience: it reacts at once, and need not be waited for."""

from phoneworld.adb.proof.served import ServedPhone
from runtime.backends.adb import AdbDevice
from runtime.backends.adb.address import read_address, server_address
from runtime.backends.adb.calls import AdbCalls
from runtime.backends.adb.connection import Finder
from runtime.backends.adb.deadlines import Interruption
from runtime.backends.adb.settle import Settling

AT_ONCE = Settling(reaction_s=0.02, poll_s=0.001)


def open_quickly(phone: ServedPhone) -> AdbDevice:
    """The phone, as `open_device` opens it otherwise."""
    address = read_address(phone.address)
    finder = Finder(server_address(), Interruption())
    serial = finder.find(address)
    calls = AdbCalls(finder.server, serial, finder.interruption)
    return AdbDevice(calls, finder, address, settling=AT_ONCE)
