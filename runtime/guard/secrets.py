"""Named secrets: a policy writes `{{secret:wifi}}`, the executor types what stands behind the name.

The value never meets a prompt, a log or a record: it is filled in right before the action is
performed, and only into a field that can be typed into. A file of secrets that others could read
is refused.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Protocol, cast

from runtime.actions import Action, Type
from runtime.errors import GuardError, UnknownSecret
from runtime.guard.browser_site import is_browser, site_fits, site_of
from runtime.guard.typing_target import field_of
from runtime.observation import PASSWORD, Element, Observation

PLACEHOLDER = re.compile(r"\{\{\s*secret:\s*([A-Za-z0-9_.-]{1,64})\s*\}\}")
FIELD_KINDS = frozenset({"password", "text"})
SHORTEST = 4
_KEYS = frozenset({"value", "apps", "fields", "sites"})
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True)
class Secret:
    """A value that is typed but never shown.

    `apps` are globs of the packages it may be typed in, `fields` the kinds of fields (`password`,
    `text`); empty means any. `sites` are globs of the hosts it may be typed at in a browser; empty
    means that it is not for browsers.
    """

    name: str
    value: str = field(repr=False)
    apps: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()

    def may_enter(self, observation: Observation) -> bool:
        """Whether it may be typed in the app in front, and at the site that it shows."""
        named = not self.apps or self.names_app(observation.package)
        return named and (not is_browser(observation.package) or self._names_site(observation))

    def lists(self, observation: Observation) -> bool:
        """Whether the app in front, and the site that it shows, are named for it."""
        if is_browser(observation.package):
            return self._names_site(observation) and self.may_enter(observation)
        return self.names_app(observation.package)

    def names_app(self, package: str) -> bool:
        """Whether an app is named for it."""
        return any(fnmatchcase(package, pattern) for pattern in self.apps)

    def _names_site(self, observation: Observation) -> bool:
        site = site_of(observation)
        return any(site_fits(site, pattern) for pattern in self.sites)


class SecretStore(Protocol):
    """Where secrets are kept."""

    def secret(self, name: str) -> Secret:
        """The secret of that name, or `UnknownSecret`."""
        ...

    def is_listed(self, name: str, observation: Observation) -> bool:
        """Whether a secret of that name is there and names the app in front, and its site."""
        ...

    def values(self) -> tuple[str, ...]:
        """All values: what must never be shown."""
        ...


class Secrets:
    """Secrets in memory."""

    def __init__(self, secrets: Mapping[str, Secret] | None = None) -> None:
        self._secrets = dict(secrets or {})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(sorted(self._secrets))})"

    def secret(self, name: str) -> Secret:
        found = self._secrets.get(name)
        if found is None:
            known = ", ".join(sorted(self._secrets)) or "none"
            raise UnknownSecret(
                f"there is no secret {name!r}; there are: {known}. Add it to the file of secrets"
            )
        return found

    def is_listed(self, name: str, observation: Observation) -> bool:
        found = self._secrets.get(name)
        return found is not None and found.lists(observation)

    def values(self) -> tuple[str, ...]:
        return tuple(secret.value for secret in self._secrets.values())


class FileSecrets(Secrets):
    """Secrets of a TOML file, read once:

    [wifi]
    value = "..."
    apps = ["com.android.settings"]     # optional: packages, as globs
    sites = ["bank.example"]            # for browsers: hosts, as globs
    fields = ["password"]               # optional: password, text
    """

    def __init__(self, path: Path | str) -> None:
        super().__init__(_read(Path(path)))


def secret_names(text: str) -> tuple[str, ...]:
    """The names of the secrets that a text asks for."""
    return tuple(PLACEHOLDER.findall(text)) if "{{" in text else ()


def fill(action: Action, observation: Observation, secrets: SecretStore) -> Action:
    """The action with its secrets filled in: for `Device.perform` and for nothing else.

    `UnknownSecret` when one is not there, not for this app or not for this field, or when what
    would be typed into is not an editable field. Actions without secrets come back as they are.
    """
    if not isinstance(action, Type) or not secret_names(action.text):
        return action
    target = field_of(action, observation)
    if target is None:
        raise UnknownSecret(
            "a secret is typed into editable fields only, and none was named or has the cursor: "
            "tap the field first"
        )

    def value(match: re.Match[str]) -> str:
        secret = secrets.secret(match.group(1))
        _check(secret, target, observation)
        return secret.value

    return replace(action, text=PLACEHOLDER.sub(value, action.text))


def _check(secret: Secret, target: Element, observation: Observation) -> None:
    if not secret.may_enter(observation):
        raise UnknownSecret(_refusal(secret, observation))
    kind = "password" if target.flags & PASSWORD else "text"
    if secret.fields and kind not in secret.fields:
        raise UnknownSecret(
            f"the secret {secret.name!r} is not for a {kind} field: only for "
            f"{', '.join(secret.fields)}"
        )


def _refusal(secret: Secret, observation: Observation) -> str:
    package = observation.package
    if not is_browser(package) or (secret.apps and not secret.names_app(package)):
        return (
            f"the secret {secret.name!r} is not for {package}: it may be typed in "
            f"{', '.join(secret.apps)}. Add the app to its list if that is wanted"
        )
    if not secret.sites:
        return (
            f"the secret {secret.name!r} is not for browsers: name the sites that it is for "
            '(sites = ["bank.example"]) if that is wanted'
        )
    site = site_of(observation)
    where = f"not for {site}" if site else "not typed where the address of the site is not shown"
    return f"the secret {secret.name!r} is {where}: it is for {', '.join(secret.sites)}"


def _read(path: Path) -> dict[str, Secret]:
    try:
        with path.open("rb") as file:
            _check_private(path, os.fstat(file.fileno()))
            # `Any`: what the file holds is checked below.
            table: dict[str, Any] = tomllib.load(file)
    except OSError as error:
        raise GuardError(f"the secrets cannot be read from {path}: {error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        # The parser's own words could quote a value.
        raise GuardError(f'{path} is not TOML: write [name] and value = "..."') from None
    return {name: _secret(name, entry, path) for name, entry in table.items()}


def _check_private(path: Path, status: os.stat_result) -> None:
    if status.st_uid != os.getuid():
        raise GuardError(f"{path} belongs to another user: secrets must be your own file")
    if status.st_mode & _OTHERS or not stat.S_ISREG(status.st_mode):
        raise GuardError(f"{path} can be read by others: run `chmod 600 {path}` first")


def _secret(name: str, entry: object, path: Path) -> Secret:
    place = f"{path}: secret {name!r}"
    if not PLACEHOLDER.fullmatch(f"{{{{secret:{name}}}}}"):
        raise GuardError(f"{place}: a name has letters, digits, dots, dashes and underscores only")
    if not isinstance(entry, dict):
        raise GuardError(f"{place} must be a table with a value")
    table = cast("dict[str, object]", entry)
    for key in table:
        if key not in _KEYS:
            raise GuardError(
                f"{place} has the unknown key {key!r}: known are apps, fields, sites, value"
            )
    value = table.get("value")
    if not isinstance(value, str) or len(value) < SHORTEST:
        # A shorter one could not be kept out of records without tearing up ordinary words.
        raise GuardError(f"{place}: value must be a text of at least {SHORTEST} characters")
    kinds = _texts(table, "fields", place)
    for kind in kinds:
        if kind not in FIELD_KINDS:
            raise GuardError(f"{place}: fields has {kind!r}: choose password or text")
    return Secret(name, value, _texts(table, "apps", place), kinds, _texts(table, "sites", place))


def _texts(table: dict[str, object], key: str, place: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if isinstance(value, list):
        listed = cast("list[object]", value)
        texts = tuple(one for one in listed if isinstance(one, str))
        if len(texts) == len(listed):
            return texts
    raise GuardError(f"{place}: {key} must be a list of texts")
