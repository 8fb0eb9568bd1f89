"""What a rebuilt app does on an action: as recorded, or inferred where that is safe.

In this order: what was recorded on this very content; what was recorded of this part on another
content of the screen, of several the nearest one; what was recorded of the part with another value
(`Date, 4 May`), of the parts of the same name on other screens of the app, or of all rows of the list,
where they agree (inferred). What is called like a screen opens it, what says "back" goes back, and a
dialog that is answered closes (inferred too). Otherwise nothing happens: the part is dead.

What was seen to uncover the screen below closes its screen, whatever lies below now.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from phoneworld.reconstruction.actions import BACKWARD
from phoneworld.reconstruction.content_changes import ContentChanges
from phoneworld.reconstruction.content_similarity import ContentSimilarity
from phoneworld.reconstruction.following import FollowingContent
from phoneworld.reconstruction.outcomes import is_over_another, leaving, merged, usual
from phoneworld.reconstruction.row_likeness import nearest_rows
from phoneworld.reconstruction.screen_parts import without_caption
from phoneworld.reconstruction.specification import (
    AppSpec,
    Known,
    OutcomeSpec,
    StateSpec,
    TransitionSpec,
)

BACK = "(back)"
"""The screen of a move that only closes the one in front."""

NONE_GIVEN = -1
STAY = "(stay)"
"""What an action comes to that leaves its screen in front, whichever screen that is."""


@dataclass(frozen=True, slots=True)
class Move:
    """Where to go. `state` is -1 where the recordings do not say; `screen` is empty outside.

    `exact`: exactly this content led to exactly that content.
    """

    screen: str
    state: int
    known: Known
    exact: bool = False


NOTHING: Mapping[str, int] = {}


class Behaviour:
    """The behaviour of one specification; it holds no state of its own."""

    def __init__(self, spec: AppSpec, given: Sequence[StateSpec] = ()) -> None:
        self._closing = {one.name for one in spec.screens if one.kind in ("dialog", "drawer")}
        self._titled = _titled(spec)
        self._own = {one.name for one in spec.screens if one.package == spec.package}
        self._similarity = ContentSimilarity(spec.screens)
        self._changes = ContentChanges(spec.screens, given)
        self._following = FollowingContent(self._changes)
        self._exact: dict[tuple[str, str, str, str, int], TransitionSpec] = {}
        self._by_label: dict[tuple[str, str, str, str], list[TransitionSpec]] = defaultdict(list)
        self._by_slot: dict[tuple[str, str, str], list[TransitionSpec]] = defaultdict(list)
        self._anywhere: dict[tuple[str, str, str], list[TransitionSpec]] = defaultdict(list)
        self._by_list: dict[tuple[str, str, str], list[TransitionSpec]] = defaultdict(list)
        self._by_key: dict[tuple[str, str, str, str], list[TransitionSpec]] = defaultdict(list)
        self._tables = {(one.screen, one.box) for one in spec.lists}
        self._by_kind: dict[tuple[str, str], list[TransitionSpec]] = defaultdict(list)
        self.entries = _entries(spec)
        for one in _without_keyboards(spec):
            self._exact[one.screen, one.action, one.slot, one.label, one.nth] = one
            self._by_label[one.screen, one.action, one.slot, one.label].append(one)
            self._by_slot[one.screen, one.action, without_caption(one.slot)].append(one)
            box = one.slot
            if is_row(one.slot):
                box = one.slot.partition(">")[0]
                self._by_list[one.screen, one.action, box].append(one)
            self._by_key[one.screen, one.action, box, key_in(one.label)].append(one)
            self._anywhere[one.action, one.slot, one.label].append(one)
            self._by_kind[one.screen, one.action].append(one)

    def forget_given(self) -> None:
        """Contents that were given are no more."""
        self._changes.forget_given()

    def decide(
        self,
        screen: str,
        state: int,
        action: str,
        *,
        slot: str = "",
        label: str = "",
        nth: int = 0,
        below: str = "",
        stays: bool = False,
        stack: Mapping[str, int] = NOTHING,
        content: bool = True,
        given: int = NONE_GIVEN,
    ) -> Move | None:
        """Where an action leads; `below` is the screen that `back` would uncover by itself.

        `stack` are the screens that are open, with the contents they show. `given` is the content that is shown
        where it was not recorded; `state` is the recorded one nearest to it.

        `stays` is said of a part that is no answer to a dialog: that it closes one is not inferred. Without
        `content`, only the screen is worked out, which is much quicker.
        """
        if screen in self._own and below not in self._own:
            # Screens of others lie on those of the app; what was left for them is not below.
            below = ""
        exact = self._exact.get((screen, action, slot, label, nth))
        if exact is not None:
            return self._choose(
                screen, exact.outcomes, state, below, stack, content=content, given=given
            )
        same = self._by_label.get((screen, action, slot, label))
        if same:
            return self._choose(
                screen, merged(same), state, below, stack, content=content, given=given
            )
        if action == "back":
            return None
        if action.startswith("scroll"):
            return self._scrolled(screen, state, action, below, stack, given)
        found = self._inferred(screen, action, slot, label, below)
        if found is not None and content:
            found = self._with_content(found, screen, label, stack)
        if action != "tap" or not slot:
            return found
        titled = [name for name in self._titled.get(label.lower(), ()) if name != screen]
        if len(titled) == 1 and (found is None or found.screen == screen):
            # The tab of a screen that was tapped on that screen stayed there: here it leads there.
            return Move(titled[0], -1, Known.INFERRED)
        if found is not None:
            return found
        closes = label.lower() in BACKWARD or (screen in self._closing and not stays)
        return Move(BACK, -1, Known.INFERRED) if closes else None

    def answers(self, screen: str, action: str, slot: str) -> bool:
        """Whether this action on a part of that slot was recorded."""
        return (screen, action, without_caption(slot)) in self._by_slot

    def was_recorded(self, screen: str, action: str, slot: str, label: str) -> bool:
        """Whether this action on a part with that label was recorded."""
        return (screen, action, slot, label) in self._by_label

    def is_entry(self, screen: str, slot: str, target: str) -> bool:
        """Whether parts of a slot are entries that open the same screen, each with its own content."""
        return (screen, slot, target) in self.entries

    def _scrolled(
        self,
        screen: str,
        state: int,
        action: str,
        below: str,
        stack: Mapping[str, int],
        given: int,
    ) -> Move | None:
        """A scroll without a known place is that of the screen."""
        known = self._by_kind.get((screen, action))
        if not known:
            return None
        return self._choose(screen, merged(known), state, below, stack, content=True, given=given)

    def _choose(
        self,
        screen: str,
        outcomes: tuple[OutcomeSpec, ...],
        state: int,
        below: str,
        stack: Mapping[str, int],
        *,
        content: bool,
        given: int,
    ) -> Move:
        """Among recorded outcomes: what followed on this content, else on the nearest, else the most.

        Of several that followed on it, one that led back to a screen as it stands now. What closed
        another screen than the one below closes that one.
        """
        here: list[tuple[bool, bool, int, str, int, int]] = [
            (
                not is_over_another(outcome, below),
                stack.get(outcome.screen, under) == under,
                count,
                outcome.screen,
                after,
                under,
            )
            for outcome in outcomes
            for before, after, count, under in outcome.ways
            if before == state
        ]
        if here:
            best = max(one[:3] for one in here)
            _, fits, _, target, after, under = next(one for one in here if one[:3] == best)
            if not best[0]:
                return Move(BACK, -1, Known.RECORDED)
            if given != NONE_GIVEN:
                led = next(one for one in outcomes if one.screen == target)
                after = self._following.after(screen, led, given, stack) if content else -1
                return Move(target, after, Known.RECORDED)
            if content and not fits and under >= 0:
                after = self._changes.carried(target, stack[target], under, after)
            return Move(target, after, Known.RECORDED, exact=fits)
        chosen = self._nearest(screen, leaving(outcomes), state)
        if chosen.closes:
            chosen = next((one for one in outcomes if below and one.screen == below), chosen)
        if is_over_another(chosen, below):
            return Move(BACK, -1, Known.RECORDED)
        now = state if given == NONE_GIVEN else given
        after = self._following.after(screen, chosen, now, stack) if content else -1
        return Move(chosen.screen, after, Known.RECORDED)

    def _with_content(self, move: Move, screen: str, label: str, stack: Mapping[str, int]) -> Move:
        """An inferred move with what can be said of the content it leads to.

        What is open stays as it is: what the part of another name changed, this one need not. Another screen
        shows the content that reads the label, where one does.
        """
        if move.screen == screen or move.screen in stack:
            return replace(move, state=-1)
        named = self._changes.reading(move.screen, key_in(label))
        return move if named is None else replace(move, state=named)

    def _nearest(self, screen: str, outcomes: tuple[OutcomeSpec, ...], state: int) -> OutcomeSpec:
        """The outcome on the recorded content that is nearest to this one; of equals the first."""
        if len(outcomes) == 1 or state < 0:
            return outcomes[0]
        return max(
            outcomes,
            key=lambda outcome: max(
                (self._similarity.of(screen, state, before) for before, _, _, _ in outcome.ways),
                default=0.0,
            ),
        )

    def _inferred(self, screen: str, action: str, slot: str, label: str, below: str) -> Move | None:
        box = slot.partition(">")[0] if is_row(slot) else ""
        is_table = (screen, box) in self._tables
        valued = self._by_key.get((screen, action, box or slot, key_in(label)))
        if is_table and valued:
            return _of_row(valued, label)
        alike = self._by_slot.get((screen, action, without_caption(slot)), [])
        if not alike and box:
            # Rows of one list are often built differently: with a picture, with a second line.
            alike = self._by_list.get((screen, action, box), [])
        if alike and is_table:
            return _of_row(alike, label)
        if valued and label:
            found = _agreed(valued, screen, below)
            if found is not None:
                return found
        others = self._anywhere.get((action, slot, label), []) if label or "#" in slot else []
        if alike and ">" in slot:
            return _agreed(alike, screen, below)
        found = _agreed(others, screen, below) if others else None
        if found is None and len({one.label for one in alike}) > 1:
            found = _agreed(alike, screen, below)
        return found


def _entries(spec: AppSpec) -> set[tuple[str, str, str]]:
    """Slots of which parts with several labels opened one other screen, with the screen."""
    labels: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for one in spec.transitions:
        for outcome in one.outcomes:
            opens = outcome.screen not in ("", one.screen) and not outcome.closes
            if one.action == "tap" and one.slot and one.label and opens:
                labels[one.screen, one.slot, outcome.screen].add(one.label)
    return {key for key, found in labels.items() if len(found) > 1}


def _titled(spec: AppSpec) -> dict[str, list[str]]:
    """Screens by the title that all their contents have."""
    named: dict[str, list[str]] = defaultdict(list)
    for one in spec.screens:
        if one.title and all(_reads(state, one.title) for state in one.states):
            named[one.title.lower()].append(one.name)
    return named


def _reads(state: StateSpec, text: str) -> bool:
    return any(view.text.startswith(text) for view in state.views)


def _without_keyboards(spec: AppSpec) -> Iterable[TransitionSpec]:
    """The transitions without what only put the keyboard away: that is the phone's doing."""
    screens = {screen.name: screen for screen in spec.screens}
    for one in spec.transitions:
        if one.action != "back":
            yield one
            continue
        states = screens[one.screen].states
        outcomes: list[OutcomeSpec] = []
        for outcome in one.outcomes:
            ways = outcome.ways
            if outcome.screen == one.screen:
                ways = tuple(way for way in ways if not states[way[0]].keyboard)
            if ways or not outcome.ways:
                count = sum(way[2] for way in ways) if ways else outcome.count
                outcomes.append(replace(outcome, ways=ways, count=count))
        if outcomes:
            outcomes.sort(key=lambda outcome: (-outcome.count, outcome.screen))
            yield replace(one, outcomes=tuple(outcomes))


def is_row(slot: str) -> bool:
    """Whether a slot is that of a whole row of a list."""
    _, arrow, inside = slot.partition(">")
    return bool(arrow) and inside.count("/") == 1


def key_in(label: str) -> str:
    """What a row is called by: the first of the texts that its label is made of."""
    return label.partition(", ")[0]


def _of_row(transitions: list[TransitionSpec], label: str) -> Move:
    """What the rows that are most alike led to, with the content of the nearest one."""
    if len({one.outcomes[0].screen for one in transitions}) == 1 and not label:
        return _first(transitions)
    outcome = nearest_rows(transitions, label)[0].outcomes[0]
    return Move(outcome.screen, usual(outcome), Known.INFERRED)


def _first(transitions: list[TransitionSpec]) -> Move:
    """What most of them led to."""
    outcome = merged(transitions)[0]
    return Move(outcome.screen, usual(outcome), Known.INFERRED)


def _agreed(transitions: list[TransitionSpec], screen: str, below: str) -> Move | None:
    """What nearly all outcomes have in common: the same screen, staying, or closing; None if they differ."""
    counts: Counter[str] = Counter()
    for one in transitions:
        for outcome in one.outcomes:
            counts[_sense(one, outcome)] += outcome.count
    sense, count = min(counts.items(), key=lambda item: (-item[1], item[0]))
    if count * 3 < counts.total() * 2:
        return None
    if sense == BACK and below:
        return Move(BACK, -1, Known.INFERRED)
    meant = [
        replace(one, outcomes=outcomes)
        for one in transitions
        if (outcomes := tuple(o for o in one.outcomes if _sense(one, o) == sense))
    ]
    if sense == STAY and any(one.screen != screen for one in meant):
        return Move(screen, -1, Known.INFERRED)
    return _first(meant)


def _sense(transition: TransitionSpec, outcome: OutcomeSpec) -> str:
    """The meaning of an outcome, apart from where it was recorded."""
    if outcome.screen == transition.screen:
        return STAY
    return BACK if outcome.closes else outcome.screen
