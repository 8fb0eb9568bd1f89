"""Real Android phones, and whatever speaks adb as they do: `adb://SERIAL`, `adb://HOST:PORT`, `adb://`."""

from runtime.backends.adb.device import AdbDevice, open_device

__all__ = ["AdbDevice", "open_device"]
