"""Rules from TOML files: read strictly, so that a misspelt rule is an error and not a hole.

    extends = true            # add to the shipped rules (the default); false replaces all of them
    disable = ["open-bank"]   # shipped rules that shall not hold

    [apps]                    # what kind of app a package is, where its name does not tell
    bank = ["org.my.bank*"]   # bank, payment, chat, social, system, launcher

    [words.pay]               # lists of words by language, used as "@pay"; a list of the same name
    en = ["pay", "pay now"]   # adds to the shipped one

    [[rule]]                  # one with the name of a shipped rule takes its place
    name = "pay"
    risk = "payment"
    verdict = "confirm"       # allow, confirm or never
    why = "Money that is sent is gone."
    effect = "Pay {amount}"
    [[rule.when]]             # one of these must hold: all that it says
    action = ["click", "enter"]
    label = ["@pay"]
    [[rule.unless]]           # and none of these
    role = ["tab"]

What a condition may say is in `runtime.guard.rule.RuleCondition`. Unknown keys are refused.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar, cast

from runtime.episode import Verdict
from runtime.errors import GuardError
from runtime.guard.phrases import Phrases, compile_phrases
from runtime.guard.rule import (
    PLACEHOLDERS,
    ActionKind,
    LabelSense,
    Rule,
    RuleCondition,
    RuleSet,
    SecretUse,
)
from runtime.guard.ruling import Risk

_HERE = Path(__file__).parent
SHIPPED = (
    _HERE / "rules.toml",
    _HERE / "consequences.toml",
    _HERE / "decisions.toml",
    _HERE / "unknown.toml",
)
SHIPPED_WORDS = (
    _HERE / "words.toml",
    _HERE / "stems.toml",
    _HERE / "classes.toml",
    _HERE / "decision_words.toml",
    _HERE / "unknown_words.toml",
    _HERE / "calm_words.toml",
)
"""What PhoneBuddy brings along. A list of words that two files have is both of them."""

_Kind = TypeVar("_Kind", bound=StrEnum)
Words = Mapping[str, tuple[str, ...]]
# `Any`: what a TOML file holds is known only once it is checked, which is what happens here.
Table = dict[str, Any]

_FILE_KEYS = frozenset({"extends", "disable", "apps", "words", "rule"})
APP_CLASSES = (
    "bank", "payment", "shop", "ride", "chat", "mail", "social", "house", "store", "system", "launcher",
    "trade", "wager", "telecom", "state", "cover", "vault", "drive", "dialer",
)  # fmt: skip
"""The kinds of apps that rules tell apart. The packages of each are the list of words "@KIND_apps"."""
_RULE_KEYS = frozenset({"name", "risk", "verdict", "why", "effect", "when", "unless"})
_PHRASE_KEYS = frozenset(
    {"app", "label", "id", "typed", "opens", "title", "activity", "field"}
    | {"shows", "beside", "selected"}
)
_ROLE_KEYS = frozenset({"role", "shows_role"})
_CONDITION_KEYS = frozenset(field.name for field in fields(RuleCondition))


@dataclass(frozen=True, slots=True)
class _File:
    """A file of rules, read but not yet compiled: its words may be longer than those it brings."""

    source: str
    extends: bool
    disable: tuple[str, ...]
    words: Words
    rules: tuple[Table, ...]


def load_rules(path: Path | str | None = None) -> RuleSet:
    """The shipped rules, extended or replaced by those of a user's file."""
    if path is None:
        return read_rules("", source="no file")
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GuardError(f"the guard's rules cannot be read from {path}: {error}") from error
    return read_rules(text, source=str(path))


def read_rules(text: str, *, source: str) -> RuleSet:
    """The shipped rules, extended or replaced by those of a TOML text. `source` names it in errors.

    Shipped words can be used by any rule, and what a user adds to them counts for shipped rules.
    """
    own = _parse(text, source)
    words: dict[str, tuple[str, ...]] = {}
    for file in (*(_shipped(path) for path in SHIPPED_WORDS), own):
        for name, added in file.words.items():
            words[name] = (*words.get(name, ()), *added)
    rules = _rules(own, words)
    if not own.extends:
        return RuleSet(rules, words)
    known = tuple(rule for path in SHIPPED for rule in _rules(_shipped(path), words))
    names = {rule.name for rule in known}
    for name in own.disable:
        if name not in names:
            raise GuardError(
                f"{source}: disable names {name!r}, which is no shipped rule: "
                f"{', '.join(sorted(names))}"
            )
    replaced = {*own.disable, *(rule.name for rule in rules)}
    return RuleSet((*rules, *(rule for rule in known if rule.name not in replaced)), words)


def _shipped(path: Path) -> _File:
    return _parse(path.read_text(encoding="utf-8"), path.name)


def _parse(text: str, source: str) -> _File:
    try:
        table: Table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GuardError(f"{source} is not TOML: {error}") from error
    _refuse_unknown(table, _FILE_KEYS, source)
    return _File(
        source=source,
        extends=_claim(table, "extends", source, default=True),
        disable=tuple(_strings(table, "disable", source)),
        words=_apps(table.get("apps", {}), source, _words(table.get("words", {}), source)),
        rules=tuple(_tables(table, "rule", source)),
    )


def _rules(file: _File, words: Words) -> tuple[Rule, ...]:
    rules = tuple(
        _rule(table, f"{file.source}: rule {number}", words)
        for number, table in enumerate(file.rules, 1)
    )
    names = [rule.name for rule in rules]
    for name in names:
        if names.count(name) > 1:
            raise GuardError(
                f"{file.source}: two rules are called {name!r}: give each its own name"
            )
    return rules


def _words(table: object, source: str) -> dict[str, tuple[str, ...]]:
    words: dict[str, tuple[str, ...]] = {}
    for name, value in _table(table, f"{source}: words").items():
        place = f"{source}: words.{name}"
        languages = _table(value, place)
        found = [word for language in languages for word in _strings(languages, language, place)]
        words[name] = tuple(found)
    return words


def _apps(table: object, source: str, words: dict[str, tuple[str, ...]]) -> Words:
    """The words, and to them the packages that are said to be of a kind."""
    place = f"{source}: apps"
    kinds = _table(table, place)
    _refuse_unknown(kinds, frozenset(APP_CLASSES), place)
    for kind in kinds:
        name = f"{kind}_apps"
        words[name] = (*words.get(name, ()), *_strings(kinds, kind, place))
    return words


def _rule(table: Table, place: str, words: Words) -> Rule:
    name = _text(table, "name", place)
    place = f"{place} ({name})"
    _refuse_unknown(table, _RULE_KEYS, place)
    when = tuple(_condition(one, f"{place}, when", words) for one in _tables(table, "when", place))
    if not when:
        raise GuardError(f"{place} has no [[rule.when]]: say when it holds")
    return Rule(
        name=name,
        risk=_choice(Risk, _text(table, "risk", place), place, "risk"),
        verdict=_choice(Verdict, _text(table, "verdict", place), place, "verdict"),
        why=_text(table, "why", place),
        effect=_effect(table, place),
        when=when,
        unless=tuple(
            _condition(one, f"{place}, unless", words) for one in _tables(table, "unless", place)
        ),
    )


def _effect(table: Table, place: str) -> str:
    effect = _text(table, "effect", place) if "effect" in table else "{label}"
    try:
        names = [name for _, name, _, _ in string.Formatter().parse(effect) if name is not None]
    except ValueError as error:
        raise GuardError(f"{place}: effect {effect!r} cannot be read: {error}") from error
    for name in names:
        if name not in PLACEHOLDERS:
            raise GuardError(
                f"{place}: effect has {{{name}}}, which is none of {', '.join(PLACEHOLDERS)}"
            )
    return effect


def _condition(table: Table, place: str, words: Words) -> RuleCondition:
    _refuse_unknown(table, _CONDITION_KEYS, place)
    if not table:
        raise GuardError(f"{place} is empty and would always hold: say what it looks at")
    values: Table = {}
    for key in table:
        if key == "action":
            values[key] = _choices(ActionKind, table, key, place)
        elif key == "secret":
            values[key] = _choices(SecretUse, table, key, place)
        elif key == "sounds":
            values[key] = _choices(LabelSense, table, key, place)
        elif key in _PHRASE_KEYS:
            values[key] = _phrases(table, key, place, words)
        elif key in _ROLE_KEYS:
            values[key] = frozenset(_strings(table, key, place))
        else:
            values[key] = _claim(table, key, place)
    return RuleCondition(**values)


def _phrases(table: Table, key: str, place: str, words: Words) -> Phrases:
    own: list[str] = []
    lists: list[tuple[str, ...]] = []
    for word in _strings(table, key, place):
        if not word.startswith("@"):
            own.append(word)
        elif word[1:] in words:
            lists.append(words[word[1:]])
        else:
            raise GuardError(
                f"{place}: {key} uses {word!r}, but there is no [words.{word[1:]}] to take"
            )
    if own:
        lists.insert(0, tuple(own))
    if not any(lists):
        raise GuardError(
            f"{place}: {key} is empty and would never hold: name words or leave it out"
        )
    try:
        return compile_phrases(*lists)
    except GuardError as error:
        raise GuardError(f"{place}: {key}: {error}") from error


def _choices(kind: type[_Kind], table: Table, key: str, place: str) -> frozenset[_Kind]:
    return frozenset(_choice(kind, word, place, key) for word in _strings(table, key, place))


def _choice(kind: type[_Kind], word: str, place: str, key: str) -> _Kind:
    try:
        return kind(word)
    except ValueError as error:
        raise GuardError(f"{place}: {key} is {word!r}: choose {', '.join(kind)}") from error


def _refuse_unknown(table: Table, known: frozenset[str], place: str) -> None:
    for key in table:
        if key not in known:
            raise GuardError(
                f"{place} has the unknown key {key!r}: known are {', '.join(sorted(known))}"
            )


def _text(table: Table, key: str, place: str) -> str:
    value = table.get(key)
    if isinstance(value, str) and value.strip():
        return value
    raise GuardError(f"{place}: {key} must be a text, not {value!r}")


def _claim(table: Table, key: str, place: str, *, default: bool | None = None) -> bool:
    value = table.get(key, default)
    if isinstance(value, bool):
        return value
    raise GuardError(f"{place}: {key} must be true or false, not {value!r}")


def _strings(table: Table, key: str, place: str) -> list[str]:
    value: object = table.get(key, [])
    if isinstance(value, list):
        listed = cast("list[object]", value)
        texts = [one for one in listed if isinstance(one, str)]
        if len(texts) == len(listed):
            return texts
    raise GuardError(f"{place}: {key} must be a list of texts, not {value!r}")


def _table(value: object, place: str) -> Table:
    if isinstance(value, dict):
        return cast("Table", value)
    raise GuardError(f"{place} must be a table, not {value!r}")


def _tables(table: Table, key: str, place: str) -> list[Table]:
    value: object = table.get(key, [])
    if isinstance(value, list):
        return [_table(one, f"{place}: {key}") for one in cast("list[object]", value)]
    raise GuardError(f"{place}: {key} must be written as [[{key}]], not {value!r}")
