"""Fakes and contract checks that ship with the product, for our tests and those of others."""

from runtime.testing.device_contract import check_device
from runtime.testing.engine_contract import check_engine
from runtime.testing.fake_device import FakeDevice
from runtime.testing.scripted_engine import ScriptedEngine

__all__ = ["FakeDevice", "ScriptedEngine", "check_device", "check_engine"]
