"""Which app a name means: by package, by label in any language, or by a close match.

Android has no command that prints the labels of apps in the phone's language; `query-activities`
prints only those that are written out in the manifest. So names come from there, from a table of
well-known apps, and from the package's own words. A name that fits several apps is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from runtime.backends.adb.app_names import alike, plain
from runtime.backends.adb.calls import AdbShell
from runtime.backends.adb.errors import CommandFailed
from runtime.backends.adb.users import OWNER, parse_users
from runtime.backends.adb.vendor_apps import ENTRY_NAMES
from runtime.backends.adb.well_known_apps import NAMES
from runtime.errors import AmbiguousApp, UnknownApp

_RESUMED = "0x10200000"
"""FLAG_ACTIVITY_NEW_TASK and RESET_TASK_IF_NEEDED."""
_AFRESH = "0x10008000"
"""FLAG_ACTIVITY_NEW_TASK and CLEAR_TASK."""
_QUERY = (
    "pm query-activities {user}-a android.intent.action.MAIN "
    "-c android.intent.category.LAUNCHER "
    "| grep -E 'Activity #|ApplicationInfo:|name=|packageName=|nonLocalizedLabel='"
)
LIST = f"pm list users | grep UserInfo; {_QUERY.format(user='')}"
PROFILE_WORDS = ("work ", "dual ", "second ")
"""What stands before the name of an app of a profile."""
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
    user: int = OWNER

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
        name = f"{self.names[0]} ({self.package})" if self.names else self.package
        return name if self.user == OWNER else f"{name} of user {self.user}"


class InstalledApps:
    """The apps of one phone: listed once, and again when a name is not found."""

    def __init__(self, shell: AdbShell, own_names: Mapping[str, str] | None = None) -> None:
        self._shell = shell
        self._listed: tuple[LaunchableApp, ...] = ()
        self._own_names = {plain(name): package for name, package in (own_names or {}).items()}

    @property
    def are_all_labelled(self) -> bool:
        """Whether the phone has told the label of every app that it listed."""
        return all(app.label for app in self._listed)

    def learn(self, name: str, package: str) -> None:
        """Remember which app a name has turned out to mean."""
        self._own_names[plain(name)] = package

    def list(self) -> tuple[LaunchableApp, ...]:
        """Ask the phone."""
        text = self._shell.script(LIST, timeout_s=20.0).text
        found = list(parse_apps(text))
        for user in parse_users(text):
            if user.id != OWNER and user.is_profile and user.is_running:
                found += self._list_profile(user.id)
        self._listed = tuple(found)
        return self._listed

    def _list_profile(self, user: int) -> tuple[LaunchableApp, ...]:
        """The apps of a profile; none where the phone keeps them to itself, as Secure Folder does."""
        listed = self._shell.script(profile_query(user), timeout_s=20.0, checked=False)
        return parse_apps(listed.text, user)

    def find(self, name: str) -> LaunchableApp:
        """The app that is meant; `UnknownApp` or `AmbiguousApp` otherwise."""
        name = self._own_names.get(plain(name), name)
        if self._listed:
            try:
                return choose(name, self._listed)
            except UnknownApp:
                # It may have been installed since.
                pass
        return choose(name, self.list())

    def launch(self, app: LaunchableApp, *, afresh: bool = False) -> None:
        """Bring it to the front as a launcher does: where it was left, or from its start.

        `afresh` is always from its start: its screens are closed, and what it does in the background
        goes on.
        """
        result = self._shell.shell(
            "am", "start", "-a", "android.intent.action.MAIN",
            "-c", "android.intent.category.LAUNCHER", "-f", _AFRESH if afresh else _RESUMED,
            *_user_words(app), "-n", f"{app.package}/{app.activity}",
        )  # fmt: skip
        said = result.text + result.err.decode("utf-8", "replace")
        # Older phones report this with exit code 0.
        if re.search(r"^Error", said, re.MULTILINE):
            raise CommandFailed(f"{app.shown} does not start: {' '.join(said.split())[:300]}")

    def stop(self, app: LaunchableApp) -> None:
        """End it."""
        self._shell.shell("am", "force-stop", *_user_words(app), app.package)


def profile_query(user: int) -> str:
    """What lists the apps of a profile."""
    return _QUERY.format(user=f"--user {user} ")


def _user_words(app: LaunchableApp) -> tuple[str, ...]:
    return () if app.user == OWNER else ("--user", str(app.user))


def parse_apps(text: str, user: int = OWNER) -> tuple[LaunchableApp, ...]:
    """The apps that the output of `LIST` tells, one for each icon."""
    found: dict[tuple[str, str], LaunchableApp] = {}
    for block in re.split(r"^\s*Activity #\d+:?", text, flags=re.MULTILINE)[1:]:
        own, _, application = block.partition("ApplicationInfo:")
        name, package = _NAME.search(own), _PACKAGE.search(own)
        if name is None or package is None:
            continue
        label = _label(own) or _label(application)
        app = LaunchableApp(package[1], name[1], label, user)
        found.setdefault((app.package, app.activity), app)
    return tuple(found.values())


def _label(block: str) -> str:
    match = _LABEL.search(block)
    label = match[1].strip() if match is not None else ""
    return "" if label == "null" else label


def choose(name: str, apps: Iterable[LaunchableApp]) -> LaunchableApp:
    """The one app that a name fits best. The owner's come first; `work NAME` is a profile's."""
    known = tuple(apps)
    of_profiles = tuple(app for app in known if app.user != OWNER)
    word = next((word for word in PROFILE_WORDS if plain(name).startswith(word)), "")
    if not word or not of_profiles:
        return _choose(name, known)
    try:
        return _choose(name, known)
    except UnknownApp:
        return _choose(plain(name).removeprefix(word), of_profiles)


def _choose(name: str, known: tuple[LaunchableApp, ...]) -> LaunchableApp:
    wanted = plain(name)
    tests: tuple[Callable[[LaunchableApp], bool], ...] = (
        lambda app: app.package == name.strip(),
        lambda app: bool(app.label) and wanted == plain(app.label),
        lambda app: any(wanted == plain(other) for other in app.names),
        lambda app: any(plain(other).startswith(wanted) for other in app.names),
        lambda app: not app.label and _is_told_by(app.package, wanted),
        lambda app: any(alike(wanted, plain(other)) for other in app.names),
    )
    for fits in tests if wanted else ():
        near = [app for app in known if fits(app)]
        near = [app for app in near if app.user == OWNER] or near
        if len({app.package for app in near}) == 1:
            # Of several icons, the package's main one: the first with no name of its own.
            return next((app for app in near if not app.entry_names), near[0])
        if near:
            listed = ", ".join(sorted(app.shown for app in near))
            raise AmbiguousApp(f"{name!r} may be any of {listed}: give the package")
    listed = ", ".join(sorted(app.shown for app in known)[:MOST_LISTED])
    raise UnknownApp(f"no app {name!r} is on this phone; there are {listed or 'none'}")


def _is_told_by(package: str, wanted: str) -> bool:
    """Whether the package's own words hold all that is wanted, and that is more than a maker's name."""
    tokens = {token.lower() for token in _TOKEN.findall(package)} | set(package.lower().split("."))
    words = set(wanted.split())
    return words <= tokens and bool(words - _DULL)
