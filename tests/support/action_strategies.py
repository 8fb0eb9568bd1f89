"""Actions of all kinds, for hypothesis: on the screen, beside it, and too long."""

from hypothesis import strategies as st

from runtime.actions import (
    Action,
    Click,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    LongPress,
    OpenApp,
    Point,
    Scroll,
    Stroke,
    Type,
    Wait,
)

coordinates = st.floats(-50, 1050)
points = st.builds(Point, coordinates, coordinates)
targets = points | st.builds(ElementRef, st.integers(-1, 3))
durations = st.integers(-10, 10**9)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Click, targets),
    st.builds(DoubleClick, targets),
    st.builds(LongPress, targets, durations),
    st.builds(Type, st.text(max_size=5), st.none() | targets, st.booleans()),
    st.builds(Scroll, st.sampled_from(Direction) | st.builds(Stroke, points, points)),
    st.builds(Drag, targets, targets, durations),
    st.builds(Wait, durations),
    st.builds(OpenApp, st.text(max_size=5)),
)
