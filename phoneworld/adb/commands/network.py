"""`ifconfig`, `ip`, `svc`: the phone's connections. They exist in settings only: nothing is sent."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.adb.handset.setting_changes import put_setting
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.arguments import Arguments, Sub, dispatch, unknown_command
from phoneworld.adb.shell.command import Command, Io

ADDRESS = "10.0.2.15"
MAC = "02:00:00:00:00:01"
SWITCHES = {
    "wifi": ("global", "wifi_on"),
    "data": ("global", "mobile_data"),
    "bluetooth": ("global", "bluetooth_on"),
    "nfc": ("secure", "nfc_on"),
}
"""What `svc` can turn on and off, and where the phone keeps it."""


def switch(io: Io, name: str, *, on: bool) -> int:
    """Turn a connection on or off."""
    put_setting(io.session, *SWITCHES[name], "1" if on else "0")
    return 0


def _interfaces(session: AdbSession) -> dict[str, str]:
    """Names and addresses. The wireless one has its address only while Wi-Fi is on."""
    wireless = ADDRESS if session.phone.settings.on("global", "wifi_on") else ""
    return {"lo": "127.0.0.1", "wlan0": wireless, "eth0": ADDRESS}


def _ifconfig(io: Io, arguments: Sequence[str]) -> int:
    known = _interfaces(io.session)
    words = [word for word in arguments if not word.startswith("-")]
    if words and words[0] not in known:
        io.err(f"ifconfig: {words[0]}: No such device\n")
        return 1
    for name in words[:1] or known:
        address = known[name]
        kind = "Local Loopback" if name == "lo" else f"Ethernet  HWaddr {MAC}  Driver virtio_net"
        io.out(f"{name:<10}Link encap:{kind}\n")
        if address:
            mask = "Mask:255.0.0.0" if name == "lo" else "Bcast:10.0.2.255  Mask:255.255.255.0"
            io.out(f"          inet addr:{address}  {mask}\n")
        io.out("          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n")
    return 0


def _ip(io: Io, arguments: Sequence[str]) -> int:
    words = [word for word in arguments if not word.startswith("-")]
    subject = words[0] if words else ""
    if "address".startswith(subject) and subject:
        return _ip_address(io, words[1:])
    if "route".startswith(subject) and subject:
        io.out(f"10.0.2.0/24 dev wlan0 proto kernel scope link src {ADDRESS}\n")
        return 0
    if "link".startswith(subject) and subject:
        for number, name in enumerate(_interfaces(io.session), 1):
            io.out(
                f"{number}: {name}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500\n    link/ether {MAC}\n"
            )
        return 0
    io.err(f'Object "{subject}" is unknown, try "ip help".\n')
    return 1


def _ip_address(io: Io, words: list[str]) -> int:
    known = _interfaces(io.session)
    named = [word for word in words if word not in ("show", "list", "dev", "scope", "global")]
    if named and named[0] not in known:
        io.err(f'Device "{named[0]}" does not exist.\n')
        return 1
    for number, (name, address) in enumerate(known.items(), 1):
        if named and name != named[0]:
            continue
        io.out(f"{number}: {name}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP\n")
        io.out(f"    link/ether {MAC} brd ff:ff:ff:ff:ff:ff\n")
        if address:
            bits = 8 if name == "lo" else 24
            io.out(f"    inet {address}/{bits} brd 10.0.2.255 scope global {name}\n")
    return 0


def _switcher(name: str) -> Sub:
    def turn(io: Io, arguments: Arguments) -> int:
        word = arguments.required()
        if word in ("enable", "disable"):
            return switch(io, name, on=word == "enable")
        return unknown_command(io, f"svc {name} {word}")

    return turn


def _power(io: Io, arguments: Arguments) -> int:
    word = arguments.required()
    if word == "stayon":
        on = arguments.required() not in ("false", "0")
        put_setting(io.session, "global", "stay_on_while_plugged_in", "1" if on else "0")
        return 0
    return unknown_command(io, f"svc power {word}")


COMMANDS: dict[str, Command] = {
    "ifconfig": _ifconfig,
    "ip": _ip,
    "svc": dispatch(
        {**{name: _switcher(name) for name in SWITCHES}, "power": _power},
        "Available commands:\n    svc wifi|data|bluetooth|nfc enable|disable\n    svc power stayon\n",
    ),
}
