"""`cmd SERVICE ...` and `service`: the system's services by name. Most have a command of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import isawaitable

from phoneworld.adb.commands.am import activity_manager
from phoneworld.adb.commands.dumpsys import DUMPS
from phoneworld.adb.commands.ime import input_method_service
from phoneworld.adb.commands.input import input_service
from phoneworld.adb.commands.locksettings import lock_settings
from phoneworld.adb.commands.network import switch
from phoneworld.adb.commands.pm import package_manager
from phoneworld.adb.commands.screen import window_manager
from phoneworld.adb.commands.settings import settings_service
from phoneworld.adb.handset.setting_changes import put_setting
from phoneworld.adb.shell.arguments import FAILED, Arguments, Sub, dispatch, unknown_command
from phoneworld.adb.shell.command import Command, Io
from phoneworld.phone import LAUNCHER

NOT_FOUND = 20
UTC_NAMES = frozenset({"UTC", "Etc/UTC", "GMT", "Etc/GMT", "Zulu"})
NIGHT = ("secure", "ui_night_mode")


def _show(panel: str) -> Sub:
    def show(io: Io, arguments: Arguments) -> int:
        del arguments
        if not io.session.locked:
            io.session.phone.show_panel(panel)
        return 0

    return show


def _collapse(io: Io, arguments: Arguments) -> int:
    del arguments
    phone = io.session.phone
    if phone.panel is not None and phone.panel["kind"] == "shade":
        phone.close_panel()
    return 0


def _post(io: Io, arguments: Arguments) -> int:
    """`cmd notification post [-t TITLE] TAG TEXT`. The launcher posts it: the shell is no app."""
    title = ""
    for option in arguments.options():
        value = arguments.required()
        if option in ("-t", "--title"):
            title = value
    tag, text = arguments.required(), arguments.next() or ""
    io.session.phone.notify(LAUNCHER, title or tag, text)
    io.out("posting:\n  Notification(channel=shell_cmd)\n")
    return 0


def _disturb(io: Io, arguments: Arguments) -> int:
    on = arguments.required() not in ("off", "all")
    put_setting(io.session, "global", "zen_mode", "1" if on else "0")
    return 0


def _airplane(io: Io, arguments: Arguments) -> int:
    word = arguments.next()
    settings = io.session.phone.settings
    if word is None:
        io.out("enabled\n" if settings.on("global", "airplane_mode_on") else "disabled\n")
        return 0
    put_setting(io.session, "global", "airplane_mode_on", "1" if word == "enable" else "0")
    return 0


def _wifi_enabled(io: Io, arguments: Arguments) -> int:
    return switch(io, "wifi", on=arguments.required() == "enabled")


def _wifi_status(io: Io, arguments: Arguments) -> int:
    del arguments
    settings = io.session.phone.settings
    on, name = settings.on("global", "wifi_on"), settings.get("global", "wifi_ssid")
    io.out(f"Wifi is {'enabled' if on else 'disabled'}\n")
    io.out(f'Wifi is connected to "{name}"\n' if on and name else "Wifi is not connected\n")
    return 0


def _turn(name: str, *, on: bool) -> Sub:
    def turn(io: Io, arguments: Arguments) -> int:
        del arguments
        return switch(io, name, on=on)

    return turn


def _night(io: Io, arguments: Arguments) -> int:
    word = arguments.next()
    if word is not None:
        if word not in ("yes", "no", "auto"):
            io.err("Error: mode must be 'yes', 'no', or 'auto'\n")
            return FAILED
        put_setting(io.session, *NIGHT, "2" if word == "yes" else "1")
    dark = io.session.phone.settings.get(*NIGHT) == "2"
    io.out(f"Night mode: {'yes' if dark else 'no'}\n")
    return 0


def _location(io: Io, arguments: Arguments) -> int:
    on = arguments.required() == "true"
    put_setting(io.session, "secure", "location_mode", "3" if on else "0")
    return 0


def _is_location_on(io: Io, arguments: Arguments) -> int:
    del arguments
    on = io.session.phone.settings.get("secure", "location_mode") != "0"
    io.out("true\n" if on else "false\n")
    return 0


SERVICES: Mapping[str, Command] = {
    "activity": activity_manager,
    "bluetooth_manager": dispatch(
        {"enable": _turn("bluetooth", on=True), "disable": _turn("bluetooth", on=False)}, ""
    ),
    "connectivity": dispatch({"airplane-mode": _airplane}, "  airplane-mode [enable|disable]\n"),
    "input": input_service,
    "input_method": input_method_service,
    "location": dispatch(
        {"set-location-enabled": _location, "is-location-enabled": _is_location_on}, ""
    ),
    "lock_settings": lock_settings,
    "notification": dispatch({"post": _post, "set_dnd": _disturb}, "  post [-t TITLE] TAG TEXT\n"),
    "package": package_manager,
    "settings": settings_service,
    "statusbar": dispatch(
        {
            "expand-notifications": _show("shade"),
            "expand-settings": _show("shade"),
            "collapse": _collapse,
        },
        "  expand-notifications\n  expand-settings\n  collapse\n",
    ),
    "uimode": dispatch({"night": _night}, "  night [yes|no|auto]\n"),
    "wifi": dispatch({"set-wifi-enabled": _wifi_enabled, "status": _wifi_status}, "  status\n"),
    "window": window_manager,
}
NAMES = tuple(sorted({*SERVICES, *DUMPS}))


async def _cmd(io: Io, arguments: Sequence[str]) -> int:
    words = [word for word in arguments if word != "-w"]
    if not words:
        io.err(
            "cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service.\n"
        )
        return NOT_FOUND
    if words[0] == "-l":
        io.out("Currently running services:\n" + "".join(f"  {name}\n" for name in NAMES))
        return 0
    service = SERVICES.get(words[0])
    if service is None:
        io.session.journal.miss(f"cmd {' '.join(words)}")
        if words[0] in NAMES:
            io.err("No shell command implementation.\n")
            return FAILED
        io.err(f"cmd: Can't find service: {words[0]}\n")
        return NOT_FOUND
    result = service(io, words[1:])
    return await result if isawaitable(result) else result


def _list(io: Io, arguments: Arguments) -> int:
    del arguments
    io.out(f"Found {len(NAMES)} services:\n")
    io.out("".join(f"{number}\t{name}: []\n" for number, name in enumerate(NAMES)))
    return 0


def _check(io: Io, arguments: Arguments) -> int:
    name = arguments.required()
    io.out(f"Service {name}: {'found' if name in NAMES else 'not found'}\n")
    return 0


def _call(io: Io, arguments: Arguments) -> int:
    """Raw calls to services would need Android itself; only the zone of the clock can be set, to UTC,
    which is the zone that phones live in.
    """
    match arguments.rest:
        case ["alarm", "3", "s16", zone] if zone in UTC_NAMES:
            io.out("Result: Parcel(00000000    '....')\n")
            return 0
        case _:
            pass
    words = " ".join(arguments.rest)
    io.err("service: this phone's services cannot be called by number; use their commands\n")
    return unknown_command(io, f"service call {words}")


COMMANDS: dict[str, Command] = {
    "cmd": _cmd,
    "service": dispatch(
        {"list": _list, "check": _check, "call": _call},
        "Usage: service [-h|-?]\n       service list\n       service check SERVICE\n",
    ),
}
