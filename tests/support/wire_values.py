"""Made-up values of everything that travels over the wire, for hypothesis."""

from dataclasses import replace

from hypothesis import strategies as st

from runtime.actions import (
    SCALE,
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
from runtime.answer_schema import read_answer_schema
from runtime.device import DeviceInfo, Performed
from runtime.engine import Usage
from runtime.episode import (
    Actor,
    Decision,
    EnvironmentFault,
    Finished,
    FinishedUnsure,
    GuardVerdict,
    Judgement,
    Outcome,
    RanOut,
    RefusedByGuard,
    Step,
    StoppedByPerson,
    Unparsed,
    Verdict,
)
from runtime.guard.ruling import Risk
from runtime.observation import CLICKABLE, Bounds, Element, Observation, Screenshot
from runtime.runs.model import (
    Acting,
    Answered,
    Asked,
    Choice,
    Ended,
    Happening,
    Limits,
    Looked,
    Opened,
    PolicyDecided,
    Question,
    QuestionKind,
    Response,
    Run,
    RunRequest,
    RunState,
    StateChanged,
    StepDone,
    Undone,
)

TEXTS = st.text(max_size=20)
NAMES = st.text(min_size=1, max_size=12).filter(lambda text: text.strip() != "")
COUNTS = st.integers(0, 2**31 - 1)
COORDINATES = st.floats(0, SCALE)
DURATIONS = st.integers(0, 600_000)
MS = st.floats(0, 1e9)
POINTS = st.builds(Point, COORDINATES, COORDINATES)
TARGETS = POINTS | st.builds(ElementRef, st.integers(0, 10_000))
OPTIONAL_TARGETS = st.none() | TARGETS
STROKES = st.builds(Stroke, POINTS, POINTS)

ACTIONS = st.one_of(
    st.builds(Click, TARGETS),
    st.builds(DoubleClick, TARGETS),
    st.builds(LongPress, TARGETS, DURATIONS),
    st.builds(Type, TEXTS, OPTIONAL_TARGETS, st.booleans()),
    st.builds(Scroll, st.sampled_from(Direction) | STROKES, OPTIONAL_TARGETS),
    st.builds(Drag, TARGETS, TARGETS, DURATIONS),
    st.builds(PressButton, st.sampled_from(SystemButton)),
    st.builds(OpenApp, NAMES),
    st.builds(CloseApp, NAMES),
    st.builds(Wait, DURATIONS),
    st.builds(Output, TEXTS),
    st.builds(Finish, TEXTS, st.sampled_from(FinishStatus)),
    st.builds(AskUser, TEXTS),
)

PIXELS = st.integers(-(2**31), 2**31 - 1)
BOUNDS = st.builds(Bounds, PIXELS, PIXELS, PIXELS, PIXELS)
SIDES = st.integers(1, 20_000)
SCREENSHOTS = st.builds(
    Screenshot,
    st.binary(max_size=30),
    st.sampled_from(["image/jpeg", "image/png", "image/webp"]),
    SIDES,
    SIDES,
)


@st.composite
def observations(draw: st.DrawFn) -> Observation:
    """A look with elements in order, and the focus on one of them or none."""
    flags = st.integers(0, 2047)
    element = st.tuples(TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, BOUNDS, flags)
    rows = draw(st.lists(element, max_size=4))
    focused = draw(st.none() | st.integers(0, len(rows) - 1)) if rows else None
    return Observation(
        id=draw(TEXTS),
        package=draw(TEXTS),
        activity=draw(TEXTS),
        width_px=draw(SIDES),
        height_px=draw(SIDES),
        rotation=draw(st.integers(0, 3)),
        elements=tuple(Element(number, *row) for number, row in enumerate(rows)),
        keyboard_shown=draw(st.booleans()),
        focused=focused,
        secure=draw(st.booleans()),
        notices=tuple(draw(st.lists(TEXTS, max_size=2))),
        screenshot=draw(st.none() | SCREENSHOTS),
        time_s=draw(st.floats(-1e12, 1e12)),
    )


@st.composite
def unparsed(draw: st.DrawFn) -> Decision:
    """A reply that could not be read, which is the decision's own reply."""
    reply = draw(TEXTS)
    return Decision(Unparsed(reply, draw(TEXTS)), draw(TEXTS), reply)


DECISIONS = st.builds(Decision, ACTIONS, TEXTS, TEXTS) | unparsed()
USAGES = st.builds(Usage, COUNTS, COUNTS, COUNTS, COUNTS, MS, MS, MS, MS, MS)
TOUCHES = st.lists(st.tuples(PIXELS, PIXELS), max_size=3).map(tuple)
PERFORMED = st.builds(Performed, ACTIONS, TOUCHES, st.booleans(), TEXTS, MS)
STEPS = st.builds(
    Step,
    observations(),
    DECISIONS,
    st.sampled_from(Actor),
    st.none() | PERFORMED,
    st.none()
    | st.builds(
        GuardVerdict, st.sampled_from(Verdict), TEXTS, st.none() | st.booleans(), st.booleans()
    ),
    TEXTS,
    TEXTS,
    st.lists(st.tuples(TEXTS, MS), max_size=3).map(tuple),
)
ANSWERS = st.sampled_from(["", "null", "3", '{"at": [1, 2.5, true, null], "who": "Ada"}', '"ü"'])
SCHEMAS = st.none() | st.sampled_from(
    [
        read_answer_schema({"type": "integer", "minimum": 0}),
        read_answer_schema({"properties": {"at": {"enum": [1, 2.5, "x", None]}}}),
    ]
)
ENDINGS = st.one_of(
    st.builds(Finished, st.sampled_from(FinishStatus), TEXTS, ANSWERS),
    st.builds(FinishedUnsure, TEXTS, TEXTS, ANSWERS),
    st.builds(RanOut, TEXTS),
    st.builds(StoppedByPerson, TEXTS),
    st.builds(RefusedByGuard, TEXTS, TEXTS),
    st.builds(EnvironmentFault, TEXTS),
)
JUDGEMENTS = st.builds(Judgement, st.booleans(), st.lists(TEXTS, max_size=2).map(tuple))
CHANGES = st.none() | st.lists(TEXTS, max_size=2).map(tuple)
OUTCOMES = st.builds(Outcome, ENDINGS, st.none() | JUDGEMENTS, CHANGES)
QUESTIONS = st.builds(
    Question,
    TEXTS,
    st.sampled_from(QuestionKind),
    TEXTS,
    TEXTS,
    st.none() | st.sampled_from(Risk),
    TEXTS,
    TEXTS,
    TEXTS,
)
RESPONSES = st.builds(Response, st.sampled_from(Choice), TEXTS)
LIMITS = st.builds(
    Limits, st.integers(1, 10_000), st.floats(0.001, 7 * 24 * 3600.0), st.integers(1, 10**9)
)
DEVICE_INFOS = st.builds(
    DeviceInfo, TEXTS, TEXTS, TEXTS, TEXTS, COUNTS, COUNTS, COUNTS, TEXTS, TEXTS
)
TIMES = st.floats(1e9, 4e9)
RUNS = st.builds(
    Run,
    id=TEXTS,
    request=st.builds(
        RunRequest,
        goal=TEXTS,
        device=TEXTS,
        policy=TEXTS,
        limits=LIMITS,
        approved_rules=st.lists(TEXTS, max_size=2).map(tuple),
        task=TEXTS,
        replay_of=TEXTS,
        answer_schema=SCHEMAS,
    ),
    state=st.sampled_from(RunState),
    created_s=TIMES,
    updated_s=TIMES,
    sequence=st.integers(0, 2**62),
    steps=COUNTS,
    tokens=st.integers(0, 2**62),
    question=st.none() | QUESTIONS,
    outcome=st.none() | OUTCOMES,
    device=st.none() | DEVICE_INFOS,
    reason=TEXTS,
    undone=st.booleans(),
)

SEQUENCES = st.integers(1, 2**62)
HAPPENINGS: dict[type[Happening], st.SearchStrategy[Happening]] = {
    StateChanged: st.builds(StateChanged, st.sampled_from(RunState), TEXTS),
    Opened: st.builds(Opened, DEVICE_INFOS),
    # The name of a stored screenshot is not sent.
    Looked: st.builds(Looked, COUNTS, observations()),
    PolicyDecided: st.builds(
        PolicyDecided, COUNTS, DECISIONS, USAGES, actor=st.sampled_from(Actor)
    ),
    Asked: st.builds(Asked, COUNTS, QUESTIONS),
    Answered: st.builds(Answered, COUNTS, TEXTS, RESPONSES),
    Acting: st.builds(Acting, COUNTS, ACTIONS),
    StepDone: st.builds(StepDone, COUNTS, STEPS),
    Ended: st.builds(Ended, OUTCOMES),
    Undone: st.builds(Undone),
}


def without_screenshot(happening: Happening) -> Happening:
    """As the store has it: screenshots are files of their own."""
    match happening:
        case Looked(observation=look):
            return replace(happening, observation=replace(look, screenshot=None))
        case StepDone(record=record):
            look = replace(record.observation, screenshot=None)
            return replace(happening, record=replace(record, observation=look))
        case _:
            return happening


def look_at(label: str) -> Observation:
    """A screen with one button."""
    button = Element(0, "button", label, "", "", "", Bounds(0, 0, 10, 10), CLICKABLE)
    return Observation(
        "1", "com.example", "Main", 100, 200, 0, (button,), False, None, False, (), None, 0.0
    )
