"""A served phone that agents of other people know: aliases, ADBKeyboard, the Portal and mobilecli's device
server, all set up.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

from phoneworld.adb.foreign.aliased_commands import NAMING, aliased, aliased_dump
from phoneworld.adb.foreign.device_server import ADDRESS, DeviceServer
from phoneworld.adb.foreign.package_aliases import told
from phoneworld.adb.foreign.portal import PORTAL, SERVICE, VERSION, with_portal
from phoneworld.adb.handset.keyboards import ADB_KEYBOARD, PORTAL_KEYBOARD
from phoneworld.adb.handset.state import Apk
from phoneworld.adb.packages.package_list import Package, packages_of
from phoneworld.adb.personality import CommandChange, Personality
from phoneworld.adb.session import AdbSession
from phoneworld.adb.u2.call import Result, RpcCall

ADB_KEYBOARD_PACKAGE = ADB_KEYBOARD.partition("/")[0]


def known(personality: Personality) -> Personality:
    """The phone of a personality, with the names and apps that agents of other people look for."""
    changes: dict[str, CommandChange] = dict.fromkeys(NAMING, aliased)
    changes |= {"uiautomator": aliased_dump, "content": with_portal}
    both = {name: _upon(change, personality.commands.get(name)) for name, change in changes.items()}
    before = personality.answers.get("dumpWindowHierarchy")

    def dumped(call: RpcCall, result: Result) -> Result:
        answer = result if before is None else before(call, result)
        return told(answer) if isinstance(answer, str) else answer

    return replace(
        personality,
        commands={**personality.commands, **both},
        answers={**personality.answers, "dumpWindowHierarchy": dumped},
    )


def set_up(session: AdbSession) -> None:
    """Install what agents would install, and turn it on."""
    session.handset.packages[ADB_KEYBOARD_PACKAGE] = Apk(ADB_KEYBOARD_PACKAGE)
    session.handset.packages[PORTAL] = Apk(PORTAL, version_name=VERSION)
    session.installed += [ADB_KEYBOARD_PACKAGE, PORTAL]
    session.handset.keyboards |= {ADB_KEYBOARD, PORTAL_KEYBOARD}
    session.handset.debuggable_apps = False
    for package in packages_of(session).values():
        session.files[told(package.path)] = _apk(package)
    settings = session.phone.settings
    settings.put("secure", "enabled_accessibility_services", SERVICE)
    settings.put("secure", "accessibility_enabled", "1")
    # Most phones have it since their first start, and agents read it as a number.
    settings.put("system", "user_rotation", "0")
    if session.ports.find(ADDRESS) is None:
        session.ports.bind(ADDRESS, DeviceServer(session))


def _apk(package: Package) -> bytes:
    """A package file that can be pulled and opened. It has no code: the phone's apps are no programs."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        about = {"package": told(package.name), "label": package.label}
        member = zipfile.ZipInfo("assets/phoneworld.json", (2026, 1, 1, 0, 0, 0))
        archive.writestr(member, json.dumps(about, ensure_ascii=False))
    return written.getvalue()


def _upon(change: CommandChange, first: CommandChange | None) -> CommandChange:
    return change if first is None else lambda command: change(first(command))
