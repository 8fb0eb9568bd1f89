"""Touches read from input events: which device, which finger, what it did."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.recording.files import BadRecording
from phoneworld.recording.input_devices import TouchPanel, ranges_of, touch_screens
from phoneworld.recording.touch_events import (
    BEGUN_BEFORE,
    SEVERAL,
    UnrecordedGesture,
    gestures_of,
)
from runtime.actions import Click, LongPress, Point, PressButton, Scroll, Stroke, SystemButton

PATH = "/dev/input/event1"
SCREENS = {PATH: TouchPanel(PATH, "glass", (0, 1000), (0, 1000))}


def axis(name: str, most: int, least: int = 0) -> str:
    return f"    {name}  : value 0, min {least}, max {most}, fuzz 0, flat 0, resolution 0\n"


def listed(number: int, name: str, *lines: str) -> str:
    return f'add device {number}: /dev/input/event{number}\n  name:     "{name}"\n' + "".join(lines)


def screen_lines(width: int, height: int) -> tuple[str, ...]:
    return (
        axis("ABS_MT_SLOT", 9),
        axis("ABS_MT_POSITION_X", width),
        axis("ABS_MT_POSITION_Y", height),
        axis("ABS_MT_TRACKING_ID", 65535),
        "  input props:\n    INPUT_PROP_DIRECT\n",
    )


SENSOR = listed(
    3,
    "gyroscope",
    axis("ABS_MT_POSITION_X", 32767, -32768),
    axis("ABS_MT_POSITION_Y", 32767, -32768),
)
PAD = listed(4, "maker_touchpad", *screen_lines(999, 999))


def event(at_s: float, name: str, value: str, *, path: str = PATH) -> str:
    kind = "EV_KEY" if name.startswith(("BTN", "KEY")) else "EV_ABS"
    kind = "EV_SYN" if name.startswith("SYN") else kind
    return f"[ {at_s:.6f}] {path}: {kind:<12} {name:<20} {value}"


def report(at_s: float, *events: tuple[str, str], path: str = PATH) -> list[str]:
    return [
        *(event(at_s, name, value, path=path) for name, value in events),
        event(at_s, "SYN_REPORT", "00000000", path=path),
    ]


def at(x: int, y: int) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("ABS_MT_POSITION_X", f"{x:08x}"), ("ABS_MT_POSITION_Y", f"{y:08x}")


def touch(
    at_s: float, *places: tuple[int, int], lasts_s: float = 0.1, path: str = PATH
) -> list[str]:
    first, *others = places
    lines = report(at_s, ("ABS_MT_TRACKING_ID", "00000007"), *at(*first), path=path)
    for place in others:
        lines += report(at_s + lasts_s / 2, *at(*place), path=path)
    return lines + report(at_s + lasts_s, ("ABS_MT_TRACKING_ID", "ffffffff"), path=path)


def test_taps_holds_strokes_and_keys_are_read() -> None:
    lines = [
        *touch(1.0, (500, 500)),
        *touch(2.0, (500, 500), lasts_s=0.9),
        *touch(4.0, (500, 800), (500, 200), lasts_s=0.3),
        event(6.0, "KEY_BACK", "DOWN"),
        event(6.1, "KEY_BACK", "UP"),
        "something else",
    ]

    assert list(gestures_of(lines, SCREENS)) == [
        Click(Point(500, 500)),
        LongPress(Point(500, 500)),
        Scroll(Stroke(Point(500, 800), Point(500, 200))),
        PressButton(SystemButton.BACK),
    ]


def test_lines_of_a_device_that_was_named_hold_no_path() -> None:
    lines = [line.replace(f"{PATH}: ", "") for line in touch(1.0, (250, 750))]

    assert list(gestures_of(lines, SCREENS)) == [Click(Point(250, 750))]


def test_two_fingers_are_no_stroke_from_one_to_the_other() -> None:
    lines = [
        *report(1.0, ("ABS_MT_TRACKING_ID", "00000001"), *at(100, 900)),
        *report(
            1.1, ("ABS_MT_SLOT", "00000001"), ("ABS_MT_TRACKING_ID", "00000002"), *at(900, 100)
        ),
        *report(1.2, ("ABS_MT_SLOT", "00000000"), *at(120, 880)),
        *report(1.3, ("ABS_MT_SLOT", "00000001"), ("ABS_MT_TRACKING_ID", "ffffffff")),
        *report(1.4, ("ABS_MT_SLOT", "00000000"), ("ABS_MT_TRACKING_ID", "ffffffff")),
        *touch(2.0, (500, 500)),
    ]

    assert list(gestures_of(lines, SCREENS)) == [
        UnrecordedGesture(SEVERAL),
        Click(Point(500, 500)),
    ]


def test_touch_that_began_before_it_was_watched_is_left_out() -> None:
    lines = [
        *report(1.0, *at(100, 100)),
        *report(1.1, ("ABS_MT_TRACKING_ID", "ffffffff")),
    ]

    assert list(gestures_of(lines, SCREENS)) == [UnrecordedGesture(BEGUN_BEFORE)]


def packet(x: int, y: int) -> Iterator[tuple[str, str]]:
    yield from at(x, y)
    yield "ABS_MT_TRACKING_ID", "00000000"
    yield "SYN_MT_REPORT", "00000000"


def test_protocol_a_tells_every_finger_in_every_report() -> None:
    lines = [
        *report(1.0, *packet(200, 300), ("BTN_TOUCH", "DOWN")),
        *report(1.1, *packet(200, 300)),
        *report(1.2, ("SYN_MT_REPORT", "00000000"), ("BTN_TOUCH", "UP")),
        *report(2.0, *packet(400, 300)),
        *report(2.1, ("SYN_MT_REPORT", "00000000")),
    ]

    assert list(gestures_of(lines, SCREENS)) == [Click(Point(200, 300)), Click(Point(400, 300))]


def test_each_device_has_its_own_range_and_fingers() -> None:
    screens = touch_screens(
        listed(1, "glass_ts", *screen_lines(1000, 1000))
        + SENSOR
        + PAD
        + listed(2, "other_ts", *screen_lines(4000, 2000))
    )
    one, two, pad = "/dev/input/event1", "/dev/input/event2", "/dev/input/event4"
    lines = [
        *touch(1.0, (500, 500), path=one),
        *touch(2.0, (1000, 1000), path=two),
        *touch(3.0, (500, 500), path=pad),
    ]

    assert set(screens) == {one, two}
    assert list(gestures_of(lines, screens)) == [Click(Point(500, 500)), Click(Point(250, 500))]


@pytest.mark.parametrize(
    ("listing", "ranges"),
    [
        (listed(1, "glass", *screen_lines(1079, 2399)), (1079, 2399)),
        (SENSOR + listed(1, "glass", *screen_lines(1079, 2399)), (1079, 2399)),
        (listed(1, "glass", *screen_lines(1079, 2399)) + SENSOR + PAD, (1079, 2399)),
        ("".join(screen_lines(479, 853)), (479, 853)),
    ],
)
def test_range_of_the_touch_screen_is_read(listing: str, ranges: tuple[int, int]) -> None:
    assert ranges_of(listing) == ranges


@pytest.mark.parametrize(
    ("listing", "said"),
    [
        ("nothing", "no touch screen"),
        (SENSOR, "no touch screen"),
        (SENSOR.partition("\n")[2], "no touch screen"),
        (PAD, "no touch screen"),
        (listed(1, "glass_ts", *screen_lines(9, 9)) + listed(2, "maker_ts"), "2 touch screens"),
        (listed(2, "maker_touchscreen"), "does not tell the range"),
    ],
)
def test_range_that_the_listing_does_not_decide_is_refused(listing: str, said: str) -> None:
    with pytest.raises(BadRecording, match=said):
        ranges_of(listing)


def test_touches_of_a_screen_without_a_range_are_refused() -> None:
    listing = listed(1, "idle_ts", *screen_lines(1619, 3599)) + listed(2, "maker_ts")

    with pytest.raises(BadRecording, match="maker_ts"):
        list(gestures_of(touch(1.0, (5, 5), path="/dev/input/event2"), touch_screens(listing)))


@given(st.lists(st.sampled_from([*touch(1.0, (1, 2), (900, 800)), "", "x"]), max_size=30))
def test_any_order_of_events_is_read_without_a_crash(lines: list[str]) -> None:
    assert all(
        isinstance(one, (Click, LongPress, Scroll, UnrecordedGesture))
        for one in gestures_of(lines, SCREENS)
    )
