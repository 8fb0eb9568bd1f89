"""Intents, as `am` takes them and as Android prints them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from phoneworld.adb.packages.components import Component, read_component
from phoneworld.adb.shell.arguments import Arguments, Thrown, read_int

MAIN = "android.intent.action.MAIN"
VIEW = "android.intent.action.VIEW"
LAUNCHER_CATEGORY = "android.intent.category.LAUNCHER"
HOME_CATEGORY = "android.intent.category.HOME"

Extra = str | int | float | bool | list[str] | list[int] | list[float] | None


@dataclass(slots=True)
class Intent:
    """An intent. What was not given is empty."""

    action: str = ""
    data: str = ""
    kind: str = ""
    """The MIME type."""
    package: str = ""
    component: Component | None = None
    categories: list[str] = field(default_factory=list[str])
    extras: dict[str, Extra] = field(default_factory=dict[str, Extra])
    flags: int = 0

    @property
    def scheme(self) -> str:
        """What the data's address starts with, in lower case."""
        scheme, colon, _ = self.data.partition(":")
        return scheme.lower() if colon else ""

    def text_of(self, *names: str) -> str:
        """The first of some extras that was given, as text."""
        for name in names:
            value = self.extras.get(name)
            if value not in (None, ""):
                return str(value)
        return ""

    def __str__(self) -> str:
        parts = [f"act={self.action}"] if self.action else []
        if self.categories:
            parts.append(f"cat=[{','.join(self.categories)}]")
        if self.data:
            parts.append(f"dat={_discreet(self.data)}")
        if self.kind:
            parts.append(f"typ={self.kind}")
        if self.flags:
            parts.append(f"flg={self.flags:#x}")
        if self.package:
            parts.append(f"pkg={self.package}")
        if self.component is not None:
            parts.append(f"cmp={self.component}")
        if self.extras:
            parts.append("(has extras)")
        return f"Intent {{ {' '.join(parts)} }}"


def _discreet(address: str) -> str:
    """An address as Android logs it: numbers and people's addresses are crossed out."""
    scheme, _, rest = address.partition(":")
    if scheme.lower() in ("tel", "sip", "sms", "smsto", "mailto"):
        return f"{scheme}:{re.sub(r'[^-@.]', 'x', rest)}"
    if scheme.lower() in ("http", "https", "ftp", "rtsp"):
        return f"{scheme}://{rest.lstrip('/').partition('/')[0]}/..."
    return address


def _float(word: str) -> float:
    try:
        return float(word)
    except ValueError as error:
        message = f'For input string: "{word}"'
        raise Thrown(message, "java.lang.NumberFormatException") from error


def _long(word: str) -> int:
    if re.fullmatch(r"[+-]?\d{1,18}", word, re.ASCII) is None:
        raise Thrown(f'For input string: "{word}"', "java.lang.NumberFormatException")
    return int(word)


def _boolean(word: str) -> bool:
    if word.lower() in ("true", "t"):
        return True
    if word.lower() in ("false", "f"):
        return False
    try:
        return read_int(word) != 0
    except Thrown as thrown:
        raise Thrown(f"Invalid boolean value: {word}") from thrown


def _text(word: str) -> str:
    return word


def _words(word: str) -> list[str]:
    """A list with commas between; a comma with a backslash before it is none of them."""
    return [part.replace("\\,", ",") for part in re.split(r"(?<!\\),", word)]


_EXTRAS: Mapping[str, Callable[[str], Extra]] = {
    "-e": _text,
    "--es": _text,
    "--eu": _text,
    "--ecn": _text,
    "--ei": read_int,
    "--el": _long,
    "--ef": _float,
    "--ed": _float,
    "--ez": _boolean,
    "--esa": _words,
    "--esal": _words,
    "--eia": lambda word: [read_int(part) for part in word.split(",")],
    "--eial": lambda word: [read_int(part) for part in word.split(",")],
    "--ela": lambda word: [_long(part) for part in word.split(",")],
    "--efa": lambda word: [_float(part) for part in word.split(",")],
}
_SILENT = re.compile(
    r"--(grant-.*|exclude-stopped-packages|include-stopped-packages|debug-log-resolution|"
    r"activity-.*|receiver-(registered-only|replace-pending|foreground|no-abort|"
    r"include-background)|selector|splashscreen-show-icon|dismiss-keyguard.*|async|lock-task|"
    r"task-overlay|allow-background-activity-starts|streaming|track-allocation|attach-agent-bind)"
)
_VALUED = frozenset(
    (
        "--user --display --windowingMode --activityType --task --start-profiler --sampling "
        "--attach-agent --receiver-permission -P -i --allow-fgs-start-reason"
    ).split()
)
"""Options with a value that make no difference here."""


def read_intent(arguments: Arguments, other: Mapping[str, Callable[[], None]]) -> Intent:
    """The intent that a command's words describe. `other` has the command's own options."""
    intent = Intent()
    for option in arguments.options():
        own = other.get(option)
        if own is not None:
            own()
        elif option in _EXTRAS:
            name = arguments.required()
            intent.extras[name] = _EXTRAS[option](arguments.required())
        elif not _read_part(intent, option, arguments):
            raise Thrown(f"Unknown option: {option}")
    for word in arguments.rest:
        _read_target(intent, word)
        break
    return intent


def _read_part(intent: Intent, option: str, arguments: Arguments) -> bool:
    match option:
        case "-a":
            intent.action = arguments.required()
        case "-d":
            intent.data = arguments.required()
        case "-t":
            intent.kind = arguments.required()
        case "-c":
            intent.categories.append(arguments.required())
        case "-p":
            intent.package = arguments.required()
        case "-n":
            word = arguments.required()
            intent.component = read_component(word)
            if intent.component is None:
                raise Thrown(f"Bad component name: {word}")
        case "-f":
            word = arguments.required()
            if re.fullmatch(r"0[xX][0-9a-fA-F]{1,8}", word):
                intent.flags = int(word, 16)
            else:
                intent.flags = read_int(word)
        case "--esn":
            intent.extras[arguments.required()] = None
        case "--receiver-foreground" | "--include-stopped-packages":
            pass
        case _ if option in _VALUED:
            arguments.required()
        case _:
            return _SILENT.fullmatch(option) is not None
    return True


def _read_target(intent: Intent, word: str) -> None:
    """The word behind all options: an address, a component, or a package."""
    if ":" in word:
        intent.data = word
        intent.action = intent.action or VIEW
    elif "/" in word:
        intent.component = read_component(word)
        if intent.component is None:
            raise Thrown(f"Bad component name: {word}")
        intent.action = intent.action or MAIN
    else:
        intent.package = word
        intent.action = intent.action or MAIN
        if not intent.categories and intent.action == MAIN:
            intent.categories.append(LAUNCHER_CATEGORY)
