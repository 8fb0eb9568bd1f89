"""The table of tools: the one source of how actions are written, read and described to models.

A tool has forms, each a set of arguments that belong together (`click` takes a point or an
element's index, not both). Names and arguments are those of the published PhoneBuddy models
where these have them; what only we have (indices, `clear`, `status`, `ask_user`) is added.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from runtime.actions import (
    Action,
    AskUser,
    Click,
    CloseApp,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Target,
    Type,
    Wait,
)
from runtime.lenient_json import JsonValue
from runtime.tool_arguments import (
    CLEAR,
    DURATION,
    END,
    END_POINT,
    INDEX,
    INDICES,
    POINT,
    START,
    START_POINT,
    STROKE,
    Argument,
    JsonSchema,
    Values,
    choice,
    milliseconds,
    text,
)

A = TypeVar("A", bound=Action)
Written = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ArgumentForm:
    """Arguments that belong together; a form that is not `offered` to models is only accepted.

    `Any`: they are of as many types as there are arguments.
    """

    required: tuple[Argument[Any], ...]
    optional: tuple[Argument[Any], ...] = ()
    offered: bool = True

    def takes(self, names: set[str]) -> bool:
        """Whether a call with just these arguments is of this form."""
        needed = {argument.name for argument in self.required}
        return needed <= names <= needed | {argument.name for argument in self.optional}


@dataclass(frozen=True, slots=True)
class Tool(Generic[A]):
    """One row: how an action is called, described, read from arguments and written as such.

    `unused` arguments are published ones that have no meaning here: accepted and left out.
    """

    name: str
    action: type[A]
    description: str
    forms: tuple[ArgumentForm, ...]
    read: Callable[[Values], A]
    write: Callable[[A], Written]
    spellings: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def arguments(self) -> tuple[Argument[Any], ...]:
        """Every argument of every form, once per name."""
        found: dict[str, Argument[Any]] = {}
        for form in self.forms:
            for argument in (*form.required, *form.optional):
                found.setdefault(argument.name, argument)
        return tuple(found.values())


def tool_schemas() -> list[JsonSchema]:
    """The tools as models are offered them: function declarations with JSON schemas.

    A tool of several forms has them as `anyOf`, each complete in itself.
    """
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": _parameters(tool),
            },
        }
        for tool in TOOLS
    ]


def _parameters(tool: Tool[Any]) -> JsonSchema:
    forms = [_form_schema(form) for form in tool.forms if form.offered]
    return forms[0] if len(forms) == 1 else {"type": "object", "anyOf": forms}


def _form_schema(form: ArgumentForm) -> JsonSchema:
    return {
        "type": "object",
        "properties": {
            argument.name: dict(argument.schema) for argument in (*form.required, *form.optional)
        },
        "required": [argument.name for argument in form.required],
        "additionalProperties": False,
    }


BUTTON = choice("type", SystemButton, "Which button", spellings=("button", "key"))
DIRECTION = choice("direction", Direction, "Where to look next: down shows what is further down")
STATUS = choice("status", FinishStatus, "How it ended")
APP = text(
    "app", "The app's name or package", spellings=("package", "app_name"), may_be_empty=False
)
QUESTION = text("question", "What to ask", spellings=("text",), may_be_empty=False)
TIME = milliseconds("time", "How long", spellings=("duration", "duration_ms"))
TYPED = text("text", "What to type")
SHOWN = text("text", "What to tell the user")
LAST_WORD = text("text", "The result, or why it ended")

_AT_TARGET = (ArgumentForm((POINT,)), ArgumentForm((INDEX,)))

# What an action has when a call does not say: the defaults of the actions themselves.
_LONG_PRESS_MS = LongPress(ElementRef(0)).duration_ms
_DRAG_MS = Drag(ElementRef(0), ElementRef(0)).duration_ms
_WAIT_MS = Wait().duration_ms


def _read_target(values: Values) -> Target:
    return values[INDEX] if INDEX in values else values[POINT]


def _read_optional_target(values: Values) -> Target | None:
    return _read_target(values) if INDEX in values or POINT in values else None


def _read_scroll(values: Values) -> Scroll:
    if DIRECTION in values:
        return Scroll(values[DIRECTION], _read_optional_target(values))
    if START_POINT in values:
        return Scroll(Stroke(values[START_POINT], values[END_POINT]))
    return Scroll(values[STROKE])


def _read_drag(values: Values) -> Drag:
    if INDICES in values:
        start, end = values[INDICES]
    elif START in values:
        start, end = values[START], values[END]
    else:
        stroke = values[STROKE]
        start, end = stroke.start, stroke.end
    return Drag(start, end, values.get(DURATION, _DRAG_MS))


def _number(value: float) -> JsonValue:
    return int(value) if float(value).is_integer() else value


def _pair(point: Point) -> JsonValue:
    return [_number(point.x), _number(point.y)]


def _write_target(target: Target | None) -> Written:
    match target:
        case None:
            return {}
        case Point():
            return {POINT.name: [_pair(target)]}
        case ElementRef(index):
            return {INDEX.name: index}


def _write_duration(duration_ms: int, default: int) -> Written:
    return {} if duration_ms == default else {DURATION.name: duration_ms}


def _write_type(action: Type) -> Written:
    written: Written = {TYPED.name: action.text, **_write_target(action.target)}
    return {**written, CLEAR.name: True} if action.clear else written


def _write_scroll(action: Scroll) -> Written:
    match action.motion:
        case Stroke(start, end):
            return {STROKE.name: [_pair(start), _pair(end)]}
        case Direction():
            return {DIRECTION.name: action.motion.value, **_write_target(action.target)}


def _write_drag(action: Drag) -> Written:
    written: Written
    match action.start, action.end:
        case Point(), Point():
            written = {STROKE.name: [_pair(action.start), _pair(action.end)]}
        case ElementRef(first), ElementRef(last):
            written = {INDICES.name: [first, last]}
        case _:
            written = {START.name: _one_end(action.start), END.name: _one_end(action.end)}
    return {**written, **_write_duration(action.duration_ms, _DRAG_MS)}


def _one_end(target: Target) -> JsonValue:
    return _pair(target) if isinstance(target, Point) else {INDEX.name: target.index}


def _write_finish(action: Finish) -> Written:
    written: Written = {LAST_WORD.name: action.text}
    if action.status is FinishStatus.DONE:
        return written
    return {**written, STATUS.name: action.status.value}


# `Any`: the rows are of as many types as there are actions.
TOOLS: tuple[Tool[Any], ...] = (
    Tool(
        "click",
        Click,
        "Tap.",
        _AT_TARGET,
        read=lambda values: Click(_read_target(values)),
        write=lambda action: _write_target(action.target),
        spellings=("tap",),
    ),
    Tool(
        "double_click",
        DoubleClick,
        "Tap twice in quick succession.",
        _AT_TARGET,
        read=lambda values: DoubleClick(_read_target(values)),
        write=lambda action: _write_target(action.target),
        spellings=("double_tap",),
        unused=("interval",),
    ),
    Tool(
        "long_press",
        LongPress,
        "Touch and hold.",
        tuple(ArgumentForm(form.required, (DURATION,)) for form in _AT_TARGET),
        read=lambda values: LongPress(_read_target(values), values.get(DURATION, _LONG_PRESS_MS)),
        write=lambda action: {
            **_write_target(action.target),
            **_write_duration(action.duration_ms, _LONG_PRESS_MS),
        },
        spellings=("longpress",),
    ),
    Tool(
        "type",
        Type,
        "Type text into the focused field, or into the one given.",
        (
            ArgumentForm((TYPED,), (CLEAR,)),
            ArgumentForm((TYPED, POINT), (CLEAR,)),
            ArgumentForm((TYPED, INDEX), (CLEAR,)),
        ),
        read=lambda values: Type(
            values[TYPED], _read_optional_target(values), values.get(CLEAR, False)
        ),
        write=_write_type,
    ),
    Tool(
        "scroll",
        Scroll,
        "Scroll a page in a direction, or move the finger from one point to another.",
        (
            ArgumentForm((STROKE,)),
            ArgumentForm((DIRECTION,)),
            ArgumentForm((DIRECTION, POINT)),
            ArgumentForm((DIRECTION, INDEX)),
            ArgumentForm((START_POINT, END_POINT), offered=False),
        ),
        read=_read_scroll,
        write=_write_scroll,
        unused=("duration",),
    ),
    Tool(
        "drag",
        Drag,
        "Press, move and release: sliders, drag and drop.",
        (
            ArgumentForm((STROKE,), (DURATION,)),
            ArgumentForm((INDICES,), (DURATION,)),
            ArgumentForm((START, END), (DURATION,)),
        ),
        read=_read_drag,
        write=_write_drag,
    ),
    Tool(
        "button_press",
        PressButton,
        "Press one of the phone's buttons.",
        (ArgumentForm((BUTTON,)),),
        read=lambda values: PressButton(values[BUTTON]),
        write=lambda action: {BUTTON.name: action.button.value},
        spellings=("press_button",),
    ),
    Tool(
        "open_app",
        OpenApp,
        "Bring an app to the front.",
        (ArgumentForm((APP,)),),
        read=lambda values: OpenApp(values[APP]),
        write=lambda action: {APP.name: action.app},
        spellings=("start_app",),
    ),
    Tool(
        "close_app",
        CloseApp,
        "End an app.",
        (ArgumentForm((APP,)),),
        read=lambda values: CloseApp(values[APP]),
        write=lambda action: {APP.name: action.app},
    ),
    Tool(
        "wait",
        Wait,
        "Let time pass.",
        (ArgumentForm((), (TIME,)),),
        read=lambda values: Wait(values.get(TIME, _WAIT_MS)),
        write=lambda action: {TIME.name: action.duration_ms},
    ),
    Tool(
        "output",
        Output,
        "Tell the user something that was asked for, and go on.",
        (ArgumentForm((SHOWN,)),),
        read=lambda values: Output(values[SHOWN]),
        write=lambda action: {SHOWN.name: action.text},
    ),
    Tool(
        "finish",
        Finish,
        "End the task.",
        (ArgumentForm((), (LAST_WORD, STATUS)),),
        read=lambda values: Finish(
            values.get(LAST_WORD, ""), values.get(STATUS, FinishStatus.DONE)
        ),
        write=_write_finish,
    ),
    Tool(
        "ask_user",
        AskUser,
        "Ask the user and wait for the answer.",
        (ArgumentForm((QUESTION,)),),
        read=lambda values: AskUser(values[QUESTION]),
        write=lambda action: {QUESTION.name: action.question},
        spellings=("call_user",),
    ),
)
