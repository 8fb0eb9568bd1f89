"""A rule of the guard as data: when it holds, when not, and what it says then.

Rules are written in TOML; `rules_file` reads them, `rule_guard` applies them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from runtime.episode import Verdict
from runtime.guard.phrases import Phrases
from runtime.guard.ruling import Risk


class ActionKind(StrEnum):
    """What is done, as rules name it."""

    CLICK = "click"
    """A tap, and each tap of a double one."""
    DOUBLE_CLICK = "double_click"
    """The second tap, which meets a screen that nobody has seen."""
    LONG_PRESS = "long_press"
    TYPE = "type"
    ENTER = "enter"
    """The enter or send key, a line break in typed text, or a tap where that key is."""
    SWIPE = "swipe"
    """A sideways stroke over something: rows are deleted and archived like that."""
    DRAG = "drag"
    """Any other stroke."""
    SCROLL = "scroll"
    BUTTON = "button"
    """The phone's other buttons."""
    OPEN_APP = "open_app"
    CLOSE_APP = "close_app"
    WAIT = "wait"
    LOOK = "look"
    """Nothing is done yet: whether the policy may see and use this screen at all."""


class LabelSense(StrEnum):
    """What a button's words are like, by examples (`act_sense`)."""

    BINDING = "binding"
    """Like acts that are asked about."""
    UNCLEAR = "unclear"
    HARMLESS = "harmless"
    """Like acts that are not."""


class SecretUse(StrEnum):
    """Whether a typed text holds a secret, and whether its owner listed the app in front for it."""

    LISTED = "listed"
    UNLISTED = "unlisted"


@dataclass(frozen=True, slots=True)
class RuleCondition:
    """What must hold, all of it. Fields that are None (or empty) say nothing.

    `label`, `id`, `role` and the claims up to `row` are about the target
    (`nothing`: that nothing readable is touched); `typed` and `opens` about
    the action; the rest about the screen. `shows` looks at all that is on it but the
    target, `beside` at those among it that have the target's role, `selected` at what is chosen (a
    tab), `few_buttons` at whether there is little to choose from and `two_ways` at whether there is an answer or two, `checkout` and `amount` at whether it tells what is to be paid, or any amount that may be.
    `priced` and `ends_field` say that the target's name has a price, or that it is the last thing
    beside a field with text, `primary` that it is the page's own button (`shape.is_primary`), `in_bar` that it is one of
    several alike, side by side (`shape.is_in_bar`), `in_last_row` that nothing can be tapped below it, `sounds` what its words are like. The role `pressable` is that of a button or of what looks like one by its
    shape (`shape.is_pressable`), `entry` that of a short row in one part (`shape.is_entry`). The role `drawn` is that of a button that does not say that it is one: an item, text or
    image that can be tapped and whose whole name is one of `label`.
    """

    action: frozenset[ActionKind] = frozenset()
    app: Phrases | None = None
    nothing: bool | None = None
    label: Phrases | None = None
    id: Phrases | None = None
    role: frozenset[str] = frozenset()
    editable: bool | None = None
    password: bool | None = None
    checkable: bool | None = None
    checked: bool | None = None
    unlabelled: bool | None = None
    priced: bool | None = None
    ends_field: bool | None = None
    primary: bool | None = None
    in_bar: bool | None = None
    in_last_row: bool | None = None
    sounds: frozenset[LabelSense] = frozenset()
    row: bool | None = None
    typed: Phrases | None = None
    opens: Phrases | None = None
    secret: frozenset[SecretUse] = frozenset()
    title: Phrases | None = None
    activity: Phrases | None = None
    dialog: bool | None = None
    shows: Phrases | None = None
    beside: Phrases | None = None
    selected: Phrases | None = None
    shows_role: frozenset[str] = frozenset()
    shows_password: bool | None = None
    checkout: bool | None = None
    amount: bool | None = None
    field: Phrases | None = None
    has_field: bool | None = None
    few_buttons: bool | None = None
    two_ways: bool | None = None
    written: bool | None = None
    keyboard: bool | None = None
    secure: bool | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """Holds when one of `when` does and none of `unless`.

    `why` is for who reads the rules; `effect` for the person who is asked, with `{label}`, `{app}`,
    `{title}`, `{question}`, `{message}`, `{amount}` and `{typed}` read off the screen.
    """

    name: str
    risk: Risk
    verdict: Verdict
    why: str
    effect: str
    when: tuple[RuleCondition, ...]
    unless: tuple[RuleCondition, ...] = ()


PLACEHOLDERS = ("label", "app", "title", "question", "message", "amount", "typed")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules in the order of their files, and the lists of words that they share."""

    rules: tuple[Rule, ...]
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
