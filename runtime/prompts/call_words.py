"""What a call does, in the few words that the `compact` format thinks and remembers in.

    Tap Clock #3        the thought before a call: it names the target and repeats its pointer
    Tap Clock           the same in the history, where the pointer means nothing any more

Written from a call's name and arguments as `tool_table` writes them, so that the grammar, which has
calls with gaps in them instead of actions, says it in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from runtime.actions import Action, FinishStatus
from runtime.lenient_json import JsonValue
from runtime.observation import Element, Observation
from runtime.prompts.line_text import one_line, opening_words
from runtime.prompts.screen_lines import label_of
from runtime.prompts.slides import SLIDE, slide_call
from runtime.tool_table import TOOLS, Tool

LONGEST_PLACE = 40
LONGEST_APP = 60

# `Any` is the type of a row's action: the rows are of as many types as there are actions.
_BY_TYPE = {tool.action: tool for tool in TOOLS}

_ENDINGS = {
    None: "Done",
    FinishStatus.DONE.value: "Done",
    FinishStatus.IMPOSSIBLE.value: "Give up",
    FinishStatus.REFUSED.value: "Refuse",
}


def call_on(action: Action, observation: Observation) -> tuple[str, dict[str, JsonValue]]:
    """The name and arguments that `compact` writes an action on a screen with."""
    slid = slide_call(action, observation)
    return call_of(action) if slid is None else (SLIDE, slid)


def call_of(action: Action) -> tuple[str, dict[str, JsonValue]]:
    """The name and arguments that an action is written with."""
    tool: Tool[Action] = _BY_TYPE[type(action)]
    return tool.name, tool.write(action)


def call_words(
    name: str, arguments: Mapping[str, JsonValue], place: Callable[[JsonValue], str]
) -> str:
    """The words for a call whose targets are elements; `place` names one by its index.

    Texts that are typed or said are left out: they follow in the call itself.
    """
    index = arguments.get("index")
    match name:
        case "click":
            return f"Tap {place(index)}"
        case "double_click":
            return f"Double-tap {place(index)}"
        case "long_press":
            return f"Hold {place(index)}"
        case "type":
            return "Type" if index is None else f"Type in {place(index)}"
        case "scroll":
            where = "" if index is None else f" at {place(index)}"
            return f"Scroll {arguments['direction']}{where}"
        case "drag":
            indices = arguments["indices"]
            first, last = indices if isinstance(indices, list) else (None, None)
            return f"Drag {place(first)} to {place(last)}"
        case "slide":
            return f"Slide {place(index)} to {arguments['percent']} %"
        case "button_press":
            return f"Press {arguments['type']}"
        case "open_app":
            return f"Open {app_words(arguments['app'])}"
        case "close_app":
            return f"Close {app_words(arguments['app'])}"
        case "wait":
            return "Wait"
        case "output":
            return "Say"
        case "finish":
            status = arguments.get("status")
            return _ENDINGS[status if isinstance(status, str) else None]
        case "ask_user":
            return "Ask"
        case _:
            raise AssertionError(f"the tool {name} has no words: give it some in call_words")


def app_words(app: JsonValue) -> str:
    """An app's name, as far as a thought repeats it."""
    return opening_words(one_line(str(app)), LONGEST_APP) or "app"


def place_words(element: Element) -> str:
    """The first words of an element's label, or what it is."""
    return opening_words(label_of(element), LONGEST_PLACE) or element.role


def pointed(element: Element) -> str:
    """An element's words with its pointer, as on its line."""
    return f"{place_words(element)} #{element.index}"
