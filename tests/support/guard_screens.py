"""Small screens made by hand, and strategies for any screen, action and step."""

from __future__ import annotations

from hypothesis import strategies as st

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
    Type,
    Wait,
)
from runtime.device import Performed
from runtime.episode import Actor, Decision, GuardVerdict, Step, Unparsed, Verdict
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    EDITABLE,
    FOCUSED,
    PASSWORD,
    Bounds,
    Element,
    Observation,
    Screenshot,
)

WIDTH, HEIGHT, ROW = 1080, 2400, 150


def element(
    text: str = "",
    *,
    role: str = "text",
    hint: str = "",
    description: str = "",
    id: str = "",
    flags: int = 0,
    bounds: Bounds | None = None,
) -> Element:
    """An element that still needs its place."""
    name = f"com.example:id/{id}" if id else ""
    place = bounds if bounds is not None else Bounds(0, 0, 0, 0)
    return Element(0, role, text, hint, description, name, place, flags)


def text(words: str, *, id: str = "") -> Element:
    return element(words, id=id)


def button(words: str, *, id: str = "") -> Element:
    return element(words, role="button", id=id, flags=CLICKABLE)


def icon(description: str, *, id: str = "") -> Element:
    return element(role="button", description=description, id=id, flags=CLICKABLE)


def row(words: str, *, id: str = "") -> Element:
    return element(words, role="item", id=id, flags=CLICKABLE)


def tab(words: str) -> Element:
    return element(words, role="tab", flags=CLICKABLE)


def switch(words: str, *, on: bool = False) -> Element:
    flags = CLICKABLE | CHECKABLE | (CHECKED if on else 0)
    return element(words, role="switch", flags=flags)


def field(
    hint: str = "", words: str = "", *, id: str = "", focused: bool = False, password: bool = False
) -> Element:
    flags = EDITABLE | CLICKABLE | (FOCUSED if focused else 0) | (PASSWORD if password else 0)
    return element(words, role="field", hint=hint, id=id, flags=flags)


def screen(
    *elements: Element,
    package: str = "com.example.app",
    activity: str = ".Main",
    secure: bool = False,
    keyboard: bool = False,
    notices: tuple[str, ...] = (),
    screenshot: Screenshot | None = None,
) -> Observation:
    """A screen with these elements below each other."""
    placed = tuple(
        Element(
            index, one.role, one.text, one.hint, one.description, one.resource_id,
            one.bounds if one.bounds.right else Bounds(0, index * ROW, WIDTH, (index + 1) * ROW),
            one.flags,
        )
        for index, one in enumerate(elements)
    )  # fmt: skip
    focused = next((one.index for one in placed if one.focused), None)
    return Observation(
        "look-1", package, activity, WIDTH, HEIGHT, 0, placed, keyboard, focused, secure, notices,
        screenshot, 0.0,
    )  # fmt: skip


def index_of(observation: Observation, label: str) -> ElementRef:
    """The element that reads exactly so."""
    for one in observation.elements:
        if label in (one.text, one.description, one.hint):
            return ElementRef(one.index)
    raise LookupError(label)


# Anything at all: what arrives from a phone or a policy is not under our control.

texts = st.text(max_size=30) | st.sampled_from(
    ["Send", "Delete", "Löschen", "Pay $3.00", "PIN", "Call", "OK", "Allow", "+1 555 010 0199"]
)
wild_numbers = st.floats(-2000, 2000) | st.sampled_from([float("nan"), float("inf"), 500.0])
points = st.builds(Point, wild_numbers, wild_numbers)
targets = points | st.builds(ElementRef, st.integers(-3, 12))
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Click, targets),
    st.builds(DoubleClick, targets),
    st.builds(LongPress, targets),
    st.builds(Type, texts | st.just("a\nb") | st.just("{{secret:x}}"), st.none() | targets),
    st.builds(
        Scroll, st.sampled_from(Direction) | st.builds(Stroke, points, points), st.none() | targets
    ),
    st.builds(Drag, targets, targets),
    st.builds(PressButton, st.sampled_from(SystemButton)),
    st.builds(OpenApp, texts),
    st.builds(CloseApp, texts),
    st.builds(Wait),
    st.builds(Output, texts),
    st.builds(Finish, texts, st.sampled_from(FinishStatus)),
    st.builds(AskUser, texts),
)
sizes = st.integers(0, 1200)
elements = st.builds(
    element,
    texts,
    role=st.sampled_from(["button", "item", "text", "field", "switch", "list", "radio", "tab"]),
    hint=texts,
    description=texts,
    id=st.sampled_from(["", "send", "button1", "alertTitle", "permission_allow_button", "pin"]),
    flags=st.integers(0, 2047),
    bounds=st.builds(Bounds, sizes, sizes, sizes, sizes),
)
observations = st.builds(
    lambda many, **rest: screen(*many, **rest),
    st.lists(elements, max_size=8),
    package=st.sampled_from(["com.android.systemui", "com.example.mail", ""]) | texts,
    activity=texts,
    secure=st.booleans(),
    keyboard=st.booleans(),
    notices=st.tuples(texts),
)
decisions = st.builds(
    Decision, actions | st.builds(Unparsed, texts, texts), thought=texts, reply=texts
)
steps = st.builds(
    Step,
    observation=observations,
    decision=decisions,
    actor=st.sampled_from(Actor),
    performed=st.none() | st.builds(Performed, actions, note=texts),
    guard=st.none() | st.builds(GuardVerdict, st.sampled_from(Verdict), texts),
    error=texts,
    answer=texts,
    timings_ms=st.tuples(st.tuples(texts, st.floats(0, 10))),
)
