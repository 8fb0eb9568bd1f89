"""What is not known of a rebuilt app yet: where the next recording should go.

A part counts by its words and its id, wherever it stands. Dead parts, and touches whose recordings
contradict each other, come first; then what was only inferred, and what the app has never shown.
"""

from __future__ import annotations

from phoneworld.reconstruction.screen_parts import short_id
from phoneworld.reconstruction.specification import AppSpec, Known
from phoneworld.recording.explorer import Interest
from runtime.observation import Element

OPEN, UNSURE, SETTLED = 0, 1, 2
"""Dead or contradicted; inferred or never seen; recorded."""

_RANKS = {Known.DEAD: OPEN, Known.INFERRED: UNSURE, Known.RECORDED: SETTLED}


def interest_in(spec: AppSpec) -> Interest:
    """How well each element is known by the app. A part that is dead somewhere and recorded elsewhere is recorded."""
    ranks: dict[tuple[str, str], int] = {}
    for screen in spec.screens:
        for state in screen.states:
            for view in state.views:
                if view.known:
                    key = short_id(view.id), view.text or view.description or view.hint
                    ranks[key] = max(ranks.get(key, OPEN), _RANKS[Known(view.known)])
    contradicted = {one.label for one in spec.transitions if one.label and len(one.outcomes) > 1}

    def interest(element: Element) -> int:
        if element.label in contradicted:
            return OPEN
        return ranks.get((short_id(element.resource_id), element.label), UNSURE)

    return interest


def gaps_of(spec: AppSpec) -> int:
    """How many parts are dead, each counted once for all contents it stands on."""
    found = {
        (screen.name, view.id, view.text, view.description)
        for screen in spec.screens
        for state in screen.states
        for view in state.views
        if view.known == Known.DEAD
    }
    return len(found)
