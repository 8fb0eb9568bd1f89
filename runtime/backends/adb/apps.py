"""Which app a name means: by package, by label in any language, or by a close match.

Android has no command that prints the labels of apps in the phone's language; `query-activities`
prints only those that are written out in the manifest. So names come from there, from a table of
well-known apps, and from the package's own words. A name that fits several apps is refused.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from runtime.backends.adb.calls import AdbShell
from runtime.backends.adb.errors import CommandFailed
from runtime.backends.adb.vendor_apps import ENTRY_NAMES
from runtime.backends.adb.well_known_apps import NAMES
from runtime.errors import AmbiguousApp, UnknownApp

LIST = (
    "pm query-activities -a android.intent.action.MAIN "
    "-c android.intent.category.LAUNCHER "
    "| grep -E 'Activity #|ApplicationInfo:|name=|packageName=|nonLocalizedLabel='"
)
CLOSE = 0.8
MOST_LISTED = 40
_NAME = re.compile(r"(?:^|\s)name=(\S+)")
_PACKAGE = re.compile(r"packageName=(\S+)")
_LABEL = re.compile(r"nonLocalizedLabel=(.*?)(?= icon=|$)")
_TOKEN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_DULL = frozenset(
    "com org net cn jp tv android app apps google mobile client main lite phone samsung sec miui "
    "xiaomi mi oppo oplus coloros heytap oneplus vivo bbk huawei hihonor motorola sony".split()
)


@dataclass(frozen=True, slots=True)
class LaunchableApp:
    """An icon: a package may have several. `label` is empty where the phone does not tell it."""

    package: str
    activity: str
    label: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All that people call it, the phone's own label first."""
        own = (self.label,) if self.label else ()
        return own + (self.entry_names or NAMES.get(self.package, ()))

    @property
    def entry_names(self) -> tuple[str, ...]:
        """What this icon is called, where it is not the package's main one."""
        activity = self.activity.lower()
        return next(
            (
                names
                for package, word, names in ENTRY_NAMES
                if package in self.package.split(".") and word in activity
            ),
            (),
        )

    @property
    def shown(self) -> str:
        return f"{self.names[0]} ({self.package})" if self.names else self.package


class InstalledApps:
    """The apps of one phone: listed once, and again when a name is not found."""

    def __init__(self, shell: AdbShell) -> None:
        self._shell = shell
        self._listed: tuple[LaunchableApp, ...] = ()

    def list(self) -> tuple[LaunchableApp, ...]:
        """Ask the phone."""
        self._listed = parse_apps(self._shell.script(LIST, timeout_s=20.0).text)
        return self._listed

    def find(self, name: str) -> LaunchableApp:
        """The app that is meant; `UnknownApp` or `AmbiguousApp` otherwise."""
        if self._listed:
            try:
                return choose(name, self._listed)
            except UnknownApp:
                # It may have been installed since.
                pass
        return choose(name, self.list())

    def launch(self, app: LaunchableApp) -> None:
        """Bring it to the front as a launcher does: where it was left, or from its start."""
        result = self._shell.shell(
            "am", "start", "-a", "android.intent.action.MAIN",
            "-c", "android.intent.category.LAUNCHER", "-f", "0x10200000",
            "-n", f"{app.package}/{app.activity}",
        )  # fmt: skip
        said = result.text + result.err.decode("utf-8", "replace")
        # Older phones report this with exit code 0.
        if re.search(r"^Error", said, re.MULTILINE):
            raise CommandFailed(f"{app.shown} does not start: {' '.join(said.split())[:300]}")

    def stop(self, app: LaunchableApp) -> None:
        """End it."""
        self._shell.shell("am", "force-stop", app.package)


def parse_apps(text: str) -> tuple[LaunchableApp, ...]:
    """The apps that the output of `LIST` tells, one for each icon."""
    found: dict[tuple[str, str], LaunchableApp] = {}
    for block in re.split(r"^\s*Activity #\d+:?", text, flags=re.MULTILINE)[1:]:
        own, _, application = block.partition("ApplicationInfo:")
        name, package = _NAME.search(own), _PACKAGE.search(own)
        if name is None or package is None:
            continue
        label = _label(own) or _label(application)
        found.setdefault((package[1], name[1]), LaunchableApp(package[1], name[1], label))
    return tuple(found.values())


def _label(block: str) -> str:
    match = _LABEL.search(block)
    label = match[1].strip() if match is not None else ""
    return "" if label == "null" else label


def choose(name: str, apps: Iterable[LaunchableApp]) -> LaunchableApp:
    """The one app that a name fits best."""
    known = tuple(apps)
    wanted = _plain(name)
    tests: tuple[Callable[[LaunchableApp], bool], ...] = (
        lambda app: app.package == name.strip(),
        lambda app: bool(app.label) and wanted == _plain(app.label),
        lambda app: any(wanted == _plain(other) for other in app.names),
        lambda app: any(_plain(other).startswith(wanted) for other in app.names),
        lambda app: not app.label and _is_told_by(app.package, wanted),
        lambda app: any(_alike(wanted, _plain(other)) for other in app.names),
    )
    for fits in tests if wanted else ():
        near = [app for app in known if fits(app)]
        if len({app.package for app in near}) == 1:
            # Of several icons, the package's main one: the first with no name of its own.
            return next((app for app in near if not app.entry_names), near[0])
        if near:
            listed = ", ".join(sorted(app.shown for app in near))
            raise AmbiguousApp(f"{name!r} may be any of {listed}: give the package")
    listed = ", ".join(sorted(app.shown for app in known)[:MOST_LISTED])
    raise UnknownApp(f"no app {name!r} is on this phone; there are {listed or 'none'}")


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _is_told_by(package: str, wanted: str) -> bool:
    """Whether the package's own words hold all that is wanted, and that is more than a maker's name."""
    tokens = {token.lower() for token in _TOKEN.findall(package)} | set(package.lower().split("."))
    words = set(wanted.split())
    return words <= tokens and bool(words - _DULL)


def _alike(wanted: str, label: str) -> bool:
    return difflib.SequenceMatcher(None, wanted, label).ratio() >= CLOSE
