"""The packages of a phone: its apps, what Android itself consists of, and what adb installed.

An installed APK is known to the package manager and nowhere else: PhoneWorld cannot run it. Two of
them bring keyboards that PhoneWorld plays (`phoneworld.adb.handset.keyboards`).
"""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.adb.handset.state import Apk
from phoneworld.adb.session import PHONEWORLD_IME, AdbSession
from phoneworld.app import App
from phoneworld.composition import SYSTEM_PACKAGE
from phoneworld.phone import LAUNCHER
from phoneworld.providers import calendar, contacts, media, settings, telephony

PLATFORM = (
    "android",
    "com.android.shell",
    SYSTEM_PACKAGE,
    PHONEWORLD_IME.partition("/")[0],
    calendar.PACKAGE,
    contacts.PACKAGE,
    media.PACKAGE,
    settings.PACKAGE,
    telephony.PACKAGE,
)
"""What Android consists of beside its apps."""

PREINSTALLED = frozenset(
    f"com.phoneworld.{name}"
    for name in (
        "browser calculator calendar camera clock contacts files gallery messages phone settings"
    ).split()
)
"""Apps that every phone comes with; the others count as the owner's own (`pm list packages -3`)."""

FIRST_UID = 10_050


@dataclass(frozen=True, slots=True)
class Package:
    """One package. `app` is set for what can be started."""

    name: str
    label: str
    uid: int
    system: bool
    enabled: bool = True
    version_name: str = "1.0"
    version_code: int = 1
    app: App | None = None

    @property
    def path(self) -> str:
        """Where its APK would be."""
        if self.system:
            return f"/system/app/{self.name}/{self.name}.apk"
        return f"/data/app/{self.name}-1/base.apk"


def packages_of(session: AdbSession) -> dict[str, Package]:
    """All packages by name."""
    phone = session.phone
    states = {
        row["package"]: row
        for row in phone.system.rows("SELECT package, version, enabled FROM packages")
    }
    found: dict[str, Package] = {}
    uid = FIRST_UID
    for app in phone.apps.values():
        state = states.get(app.package)
        found[app.package] = Package(
            app.package,
            app.label,
            uid,
            system=app.package in PREINSTALLED or app.package == LAUNCHER,
            enabled=state is None or bool(state["enabled"]),
            version_name=state["version"] if state is not None else "1.0",
            app=app,
        )
        uid += 1
    for name in PLATFORM:
        found.setdefault(name, Package(name, "", 1000, system=True, version_name="15"))
    for name in session.installed:
        if name not in found:
            apk = session.handset.packages.get(name, Apk(name))
            found[name] = Package(
                name,
                apk.label,
                uid,
                system=False,
                version_name=apk.version_name,
                version_code=apk.version_code,
            )
            uid += 1
    return found


def has_stand_in(session: AdbSession, package: str) -> bool:
    """Whether an app of the phone plays a real one, under that one's names."""
    app = session.phone.apps.get(package)
    return app is not None and bool(app.activity)


def is_enabled(session: AdbSession, package: str) -> bool:
    """Whether an app may be started."""
    enabled = session.phone.system.value("SELECT enabled FROM packages WHERE package = ?", package)
    return enabled is None or bool(enabled)


def launchable(session: AdbSession) -> list[Package]:
    """What the launcher offers and is enabled."""
    return [
        package
        for package in packages_of(session).values()
        if package.app is not None and package.app.in_launcher and package.enabled
    ]
