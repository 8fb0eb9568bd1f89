"""What is known of an app, part by part: recorded, inferred or dead."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.screen_parts import is_no_answer
from phoneworld.reconstruction.specification import AppSpec, Known, ScreenSpec, StateSpec
from runtime.observation import CLICKABLE, EDITABLE

TAPPED = CLICKABLE | EDITABLE


@dataclass(frozen=True, slots=True)
class Knowledge:
    """How many touchable parts do what was recorded, what is inferred, or nothing."""

    recorded: int
    inferred: int
    dead: int

    @property
    def live(self) -> float:
        total = self.recorded + self.inferred + self.dead
        return (self.recorded + self.inferred) / total if total else 1.0


def mark_known(spec: AppSpec) -> AppSpec:
    """The specification with `known` said of every view that can be tapped."""
    blueprint = Blueprint(spec, {})
    return replace(spec, screens=tuple(_marked(screen, blueprint) for screen in spec.screens))


def _marked(screen: ScreenSpec, blueprint: Blueprint) -> ScreenSpec:
    states: list[StateSpec] = []
    for number, state in enumerate(screen.states):
        views = tuple(
            replace(view, known=_known(blueprint, screen.name, number, place))
            for place, view in enumerate(state.views)
        )
        states.append(replace(state, views=views))
    return replace(screen, states=tuple(states))


def _known(blueprint: Blueprint, screen: str, state: int, place: int) -> str:
    part = blueprint.parts(screen, state)[place]
    if not part.node.flags & TAPPED:
        return ""
    if part.node.flags & EDITABLE:
        # That text can be typed into a field is not in doubt.
        typed = blueprint.behaviour.answers(screen, "type", part.slot)
        return Known.RECORDED.value if typed else Known.INFERRED.value
    move = blueprint.behaviour.decide(
        screen,
        state,
        "tap",
        slot=part.slot,
        label=part.label,
        nth=part.nth,
        stays=is_no_answer(part.node),
        content=False,
    )
    if move is not None:
        return move.known.value
    turned = (screen, part.slot, part.label) in blueprint.settings
    chosen = blueprint.choices.get((screen, part.slot))
    is_option = chosen is not None and part.label in chosen.options
    return Known.INFERRED.value if turned or is_option else Known.DEAD.value


def knowledge_of(spec: AppSpec) -> Knowledge:
    """Counted over all recorded contents of a marked specification."""
    counts = Counter(
        view.known for screen in spec.screens for state in screen.states for view in state.views
    )
    return Knowledge(counts[Known.RECORDED], counts[Known.INFERRED], counts[Known.DEAD])
