"""The guard that goes by rules.

A rule that says `never` beats one that says `allow`, and that one beats `confirm`; among equals the
first counts, and a user's rules stand before the shipped ones. What no rule speaks of is allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from runtime.actions import (
    Action,
    Click,
    Direction,
    DoubleClick,
    Drag,
    LongPress,
    PressButton,
    Scroll,
    SystemButton,
    Type,
)
from runtime.cancellation import Cancellation
from runtime.episode import Verdict
from runtime.guard.act_sense import sense
from runtime.guard.amount_due import AmountReading, amount_due, is_checkout, shows_amount
from runtime.guard.episode_guard import EpisodeGuard, SecondOpinion
from runtime.guard.rule import ActionKind, LabelSense, Rule, RuleCondition, RuleSet, SecretUse
from runtime.guard.ruling import ALLOWED, Risk, Ruling
from runtime.guard.scene import (
    BUTTONS,
    DRAWN,
    ENTRY,
    PRESSABLE,
    GuardedScreen,
    is_drawn,
    says,
    short_id,
)
from runtime.guard.secrets import SecretStore, secret_names
from runtime.guard.shape import (
    ends_field,
    is_entry,
    is_in_bar,
    is_in_last_row,
    is_pressable,
    is_priced,
    is_primary,
    is_unnamed,
    spans_page,
)
from runtime.guard.touch import TouchReading, readings
from runtime.guard.wording import concern_of, effect_of
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    DISABLED,
    EDITABLE,
    PASSWORD,
    Element,
    Observation,
)

_ORDER = (Verdict.NEVER, Verdict.ALLOW, Verdict.CONFIRM)
MOST_ELEMENTS = 300
MOST_TOUCHES = 45
"""What is read of a screen, and of what an action may amount to. Real screens have less."""
MOST_COUNTED = 5000
"""On a screen with more than that, nothing is looked for: that alone would take too long."""
_CROWDED = Ruling(
    Verdict.CONFIRM,
    rule="crowded-screen",
    risk=Risk.SENSITIVE_SCREEN,
    effect="Act on a screen with more on it than can be read",
)
_HARMLESS_ANYWHERE = frozenset(
    {ActionKind.BUTTON, ActionKind.OPEN_APP, ActionKind.CLOSE_APP, ActionKind.WAIT}
    | {ActionKind.SCROLL}
)
_SWITCHES = frozenset({"switch", "checkbox"})
"""What Compose and Flutter draw as plain views that can be checked."""
_MAY_COST = frozenset({Risk.PAYMENT, Risk.PURCHASE, Risk.ACCOUNT})
"""What costs, and what binds: a contract has a price too."""
BINDING_FROM = 1.0
HARMLESS_TO = -0.5
"""Where a button sounds like an act that binds, or like none (`act_sense.sense`)."""
BUTTON_FROM = 0.2
"""Where the last row of a page sounds like a button."""
_SEVERITY = {Verdict.ALLOW: 0, Verdict.CONFIRM: 1, Verdict.NEVER: 2}


class RuleGuard:
    """Judges by a set of rules. Holds no state: any thread may ask.

    `secrets` tells whether a typed secret is listed for the app in front; without it, none is.
    `opinion` is heard in episodes, on what the rules allow.
    """

    def __init__(
        self,
        rules: RuleSet,
        *,
        secrets: SecretStore | None = None,
        opinion: SecondOpinion | None = None,
    ) -> None:
        ordered = [rule for verdict in _ORDER for rule in rules.rules if rule.verdict is verdict]
        self._by_kind = {
            kind: tuple(
                (rule, when)
                for rule in ordered
                if (when := tuple(c for c in rule.when if not c.action or kind in c.action))
            )
            for kind in ActionKind
        }
        self._strictest = max(
            (rule.verdict for rule in ordered), key=_SEVERITY.__getitem__, default=Verdict.ALLOW
        )
        self._secrets = secrets
        self._opinion = opinion

    def begin(
        self, goal: str, *, cancel: Callable[[], Cancellation | None] = lambda: None
    ) -> EpisodeGuard:
        """The guard of an episode, which knows what was read in it and hears the second opinion."""
        return EpisodeGuard(self, goal, opinion=self._opinion, cancel=cancel)

    def judge(self, action: Action, observation: Observation) -> Ruling:
        """The strictest word on all that the action may amount to."""
        if len(observation.elements) > MOST_COUNTED:
            return self._vast(action, observation)
        scene = GuardedScreen(observation)
        touches = readings(action, scene)
        crowded = len(observation.elements) > MOST_ELEMENTS or len(touches) > MOST_TOUCHES
        acts = any(touch.kind not in _HARMLESS_ANYWHERE for touch in touches)
        if len(touches) > MOST_TOUCHES and acts and self._strictest is Verdict.CONFIRM:
            # Nothing that is read could make it stricter.
            return _CROWDED
        if crowded:
            scene = _trimmed(observation)
        worst: tuple[Rule, TouchReading] | None = None
        for touch in touches[:MOST_TOUCHES]:
            rule = self._rule(touch, scene)
            if rule is None:
                continue
            if worst is None or _SEVERITY[rule.verdict] > _SEVERITY[worst[0].verdict]:
                worst = rule, touch
                if rule.verdict is self._strictest:
                    break
        if worst is not None:
            return _ruling(*worst, scene)
        return _CROWDED if crowded and acts else ALLOWED

    def _vast(self, action: Action, observation: Observation) -> Ruling:
        """The word on a screen that nobody could read: what touches it is asked about, if not refused."""
        begun = replace(observation, elements=observation.elements[: MOST_ELEMENTS + 1])
        ruling = self.judge(action, begun)
        return _CROWDED if ruling.verdict is not Verdict.NEVER and _touches(action) else ruling

    def judge_screen(self, observation: Observation) -> Ruling:
        """The word of the rules on `look`."""
        scene, touch = _trimmed(observation), TouchReading(ActionKind.LOOK)
        rule = self._rule(touch, scene)
        return ALLOWED if rule is None else _ruling(rule, touch, scene)

    def _rule(self, touch: TouchReading, scene: GuardedScreen) -> Rule | None:
        """The rule that decides about a touch; None where it is allowed without one."""
        element = touch.element
        if element is not None and element.flags & DISABLED and touch.kind is ActionKind.CLICK:
            return None
        for rule, when in self._by_kind[touch.kind]:
            if any(self._holds(condition, touch, scene) for condition in when) and not any(
                self._holds(condition, touch, scene) for condition in rule.unless
            ):
                return rule
        return None

    def _holds(self, condition: RuleCondition, touch: TouchReading, scene: GuardedScreen) -> bool:
        # From the cheapest to the dearest: most conditions fail at the target.
        return (
            (not condition.action or touch.kind in condition.action)
            and (condition.app is None or scene.is_of(condition.app))
            and _target_holds(condition, touch.element, scene)
            and self._words_hold(condition, touch, scene)
            and _screen_holds(condition, touch.element, scene)
        )

    def _words_hold(
        self, condition: RuleCondition, touch: TouchReading, scene: GuardedScreen
    ) -> bool:
        if condition.typed is not None and not condition.typed.match(touch.text):
            return False
        if condition.opens is not None and not condition.opens.match(touch.text):
            return False
        return not condition.secret or self._secret_use(touch, scene) in condition.secret

    def _secret_use(self, touch: TouchReading, scene: GuardedScreen) -> SecretUse | None:
        names = secret_names(touch.text)
        if touch.kind is not ActionKind.TYPE or not names:
            return None
        listed = self._secrets is not None and all(
            self._secrets.is_listed(name, scene.observation) for name in names
        )
        return SecretUse.LISTED if listed else SecretUse.UNLISTED


def _ruling(rule: Rule, touch: TouchReading, scene: GuardedScreen) -> Ruling:
    costs = rule.risk in _MAY_COST or "{amount}" in rule.effect
    amount = amount_due(touch.element, scene) if costs else AmountReading()
    return Ruling(
        verdict=rule.verdict,
        rule=rule.name,
        risk=rule.risk,
        effect=effect_of(rule, touch, scene, amount),
        concerns=concern_of(rule, touch, scene),
        app=scene.package,
        amount=amount.words,
        money=amount.certain,
    )


def _touches(action: Action) -> bool:
    match action:
        case Click() | DoubleClick() | LongPress() | Type() | Drag():
            return True
        case PressButton(button):
            return button is SystemButton.ENTER
        case Scroll(motion):
            return motion not in {Direction.UP, Direction.DOWN}
        case _:
            return False


def _trimmed(observation: Observation) -> GuardedScreen:
    """A screen, of which no more is read than time allows."""
    if len(observation.elements) <= MOST_ELEMENTS:
        return GuardedScreen(observation)
    return GuardedScreen(replace(observation, elements=observation.elements[:MOST_ELEMENTS]))


def _target_holds(condition: RuleCondition, element: Element | None, scene: GuardedScreen) -> bool:
    if condition.nothing is not None and condition.nothing != (element is None):
        return False
    asks = (
        condition.label is not None
        or condition.id is not None
        or condition.role
        or condition.editable is not None
        or condition.password is not None
        or condition.checkable is not None
        or condition.checked is not None
        or condition.unlabelled is not None
        or condition.priced is not None
        or condition.ends_field is not None
        or condition.primary is not None
        or condition.in_bar is not None
        or condition.in_last_row is not None
        or condition.sounds
        or condition.row is not None
    )
    if not asks:
        return True
    if element is None:
        return False
    flags = element.flags
    return (
        (not condition.role or _role_holds(condition, element, scene))
        and (condition.editable is None or condition.editable == bool(flags & EDITABLE))
        and (condition.password is None or condition.password == bool(flags & PASSWORD))
        and (condition.checkable is None or condition.checkable == bool(flags & CHECKABLE))
        and (condition.checked is None or condition.checked == bool(flags & CHECKED))
        and (condition.unlabelled is None or condition.unlabelled == is_unnamed(element))
        and (condition.row is None or condition.row == scene.is_row(element))
        and (condition.label is None or says(element, condition.label))
        and (condition.id is None or condition.id.match(short_id(element)))
        and (condition.priced is None or condition.priced == is_priced(element, scene.elements))
        and (condition.primary is None or condition.primary == _is_primary(element, scene))
        and (condition.in_bar is None or condition.in_bar == is_in_bar(element, scene.elements))
        and (
            condition.in_last_row is None
            or condition.in_last_row == is_in_last_row(element, scene.observation)
        )
        and (
            condition.ends_field is None
            or condition.ends_field == (ends_field(element, scene.elements) is not None)
        )
        and (not condition.sounds or _sound_of(element, scene) in condition.sounds)
    )


def _sound_of(element: Element, scene: GuardedScreen) -> LabelSense:
    score = sense(element, scene)
    if score > BINDING_FROM:
        return LabelSense.BINDING
    return LabelSense.HARMLESS if score < HARMLESS_TO else LabelSense.UNCLEAR


def _role_holds(condition: RuleCondition, element: Element, scene: GuardedScreen) -> bool:
    if element.role in condition.role:
        return True
    if PRESSABLE in condition.role and _is_pressable(element, scene):
        return True
    if ENTRY in condition.role and is_entry(element):
        return True
    if element.flags & CHECKABLE and element.role in BUTTONS and condition.role & _SWITCHES:
        return True
    return (
        DRAWN in condition.role
        and condition.label is not None
        and is_drawn(element, condition.label)
    )


def _is_pressable(element: Element, scene: GuardedScreen) -> bool:
    """Found out once for an element, whatever number of rules ask."""
    known = scene.once("pressable", _nothing_known)
    if element.index not in known:
        known[element.index] = is_pressable(element, scene.elements) or _ends_rows(element, scene)
    return known[element.index]


def _ends_rows(element: Element, scene: GuardedScreen) -> bool:
    """Whether what looks like the last row of a page is its button: it sounds more like an act than like none.

    Among fields, a row is one more thing to fill in.
    """
    return (
        not scene.fields
        and is_entry(element)
        and not spans_page(element, scene.elements)
        and _is_primary(element, scene)
        and sense(element, scene) > BUTTON_FROM
    )


def _is_primary(element: Element, scene: GuardedScreen) -> bool:
    """Found out once for an element, as with `_is_pressable`."""
    known = scene.once("primary", _nothing_known)
    if element.index not in known:
        known[element.index] = is_primary(element, scene.observation)
    return known[element.index]


def _nothing_known(scene: GuardedScreen) -> dict[int, bool]:
    del scene
    return {}


def _screen_holds(condition: RuleCondition, element: Element | None, scene: GuardedScreen) -> bool:
    return (
        (condition.secure is None or condition.secure == scene.observation.secure)
        and (condition.activity is None or condition.activity.match(scene.observation.activity))
        and (condition.dialog is None or condition.dialog == scene.dialog)
        and (condition.title is None or scene.is_titled(condition.title))
        and (not condition.shows_role or not condition.shows_role.isdisjoint(scene.roles))
        and (condition.shows_password is None or condition.shows_password == scene.has_password)
        and (condition.keyboard is None or condition.keyboard == scene.observation.keyboard_shown)
        and (condition.has_field is None or condition.has_field == bool(scene.fields))
        and (condition.few_buttons is None or condition.few_buttons == scene.few_buttons)
        and (condition.two_ways is None or condition.two_ways == scene.two_ways)
        and (condition.written is None or condition.written == scene.written)
        and (condition.field is None or scene.offers_field(condition.field))
        and (condition.selected is None or scene.has_selected(condition.selected))
        and (condition.beside is None or scene.offers_beside(condition.beside, element))
        and (condition.shows is None or scene.shows(condition.shows, element))
        and (condition.checkout is None or condition.checkout == is_checkout(scene))
        and (condition.amount is None or condition.amount == shows_amount(scene))
    )
