"""The call of the `compact` format that moves a slider: `{"index":5,"percent":40}`, a drag in short.

Not a tool of the table, because it means something only together with the screen: where on the slider
a value lies. Tools are offered to models that know nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runtime.actions import Action, Drag, ElementRef
from runtime.lenient_json import JsonValue
from runtime.observation import Element, Observation
from runtime.prompts.grammar import INDEX_GAP, MS, Gap, GappedCall
from runtime.sliders import HIGHEST, is_slider, slid_to, slide
from runtime.tool_arguments import DURATION, INDEX, Unreadable, Values

SLIDE = "slide"
PERCENT = "percent"
PERCENT_GAP = Gap("PERCENT")
PERCENT_RULE = "PERCENT: /100|[1-9]?[0-9]/\n"
SLIDE_CALL = GappedCall(
    SLIDE, ((INDEX.name, INDEX_GAP), (PERCENT, PERCENT_GAP)), ((DURATION.name, MS),)
)

_SLIDE_MS = Drag(ElementRef(0), ElementRef(0)).duration_ms


def sliders_of(elements: Sequence[Element]) -> list[Element]:
    """Those elements that this call can move."""
    return [element for element in elements if is_slider(element)]


def slide_call(action: Action, observation: Observation) -> dict[str, JsonValue] | None:
    """The arguments of the call for a drag along a slider; None for any other action."""
    slid = slid_to(action, observation)
    if slid is None or not isinstance(action, Drag):
        return None
    element, percent = slid
    written: dict[str, JsonValue] = {INDEX.name: element.index, PERCENT: percent}
    if action.duration_ms != _SLIDE_MS:
        written[DURATION.name] = action.duration_ms
    return written


def read_slide(arguments: Mapping[str, JsonValue], observation: Observation) -> Drag:
    """The drag that the call means on this screen, or `Unreadable`."""
    if not {INDEX.name, PERCENT} <= set(arguments) <= {INDEX.name, PERCENT, DURATION.name}:
        raise Unreadable(f"a slide takes {INDEX.name} and {PERCENT}")
    values = Values(arguments)
    index = values[INDEX].index
    percent = arguments[PERCENT]
    if isinstance(percent, bool) or not isinstance(percent, int) or not 0 <= percent <= HIGHEST:
        raise Unreadable(f"a slide's {PERCENT} is a whole number from 0 to {HIGHEST}")
    if index >= len(observation.elements) or not is_slider(observation.elements[index]):
        raise Unreadable(f"element #{index} is no slider of this screen")
    element = observation.elements[index]
    drag = slide(element, percent, observation)
    return Drag(drag.start, drag.end, values.get(DURATION, _SLIDE_MS))
