"""Where one value ends and the next begins is told by what values of a parameter look like."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.prompts.plain_sentences import PlainSentences
from runtime.prompts.sentences import fill_in
from runtime.prompts.value_splits import likeliest_values, written_like

SWITCH = "Turn {name} {state}."
STATES = {"state": ("on", "off"), "name": ("Bluetooth", "Wi-Fi", "Hotspot")}
PAY = "I owe {name} {amount} for {note}. Send it with {note} as the note."
PAID = {"name": ("Ada Byron",), "amount": ("$5", "$10.80"), "note": ("pizza", "guitar lesson")}
RIDE = "Book a ride to {place}, {day}, {time}, for {people}"
RIDES = {
    "place": ("Harbor Clinic", "Airport Terminal 1"),
    "day": ("Thursday, 28 May", "Sunday, 7 June"),
    "time": ("16:50", "5:05 pm"),
    "people": ("2", "3"),
}


@pytest.mark.parametrize(
    ("line", "sentence", "examples", "values"),
    [
        ("Turn Night Light off.", SWITCH, STATES, ["Night Light", "off"]),
        ("turn night light ON", SWITCH, STATES, ["night light", "ON"]),
        (
            "I owe Oscar Jensen $12.50 for tea. Send it with tea as the note.",
            PAY,
            PAID,
            ["Oscar Jensen", "$12.50", "tea", "tea"],
        ),
        (
            "Book a ride to City Hall, Monday, 1 June, 12:15, for 4",
            RIDE,
            RIDES,
            ["City Hall", "Monday, 1 June", "12:15", "4"],
        ),
    ],
)
def test_values_are_divided_as_those_before(
    line: str, sentence: str, examples: dict[str, tuple[str, ...]], values: list[str]
) -> None:
    assert likeliest_values(line, sentence, examples) == values


def test_without_examples_a_value_ends_where_it_first_can() -> None:
    assert likeliest_values("Turn Night Light off.", SWITCH, {}) == ["Night", "Light off"]


def test_a_value_may_be_left_out_where_it_was_before() -> None:
    examples = {"thing": ("Teapot", "Zip hoodie"), "kind": ("", " (Black)")}
    assert likeliest_values("Order a Rain coat now", "Order a {thing}{kind} now", examples) == [
        "Rain coat",
        "",
    ]
    assert likeliest_values("Order a Cap (Black) now", "Order a {thing}{kind} now", examples) == [
        "Cap",
        " (Black)",
    ]


def test_a_full_stop_belongs_to_the_last_value_where_it_did_before() -> None:
    say = "Write back: {text}"
    assert likeliest_values("Write back: I am late.", say, {"text": ("See you.",)}) == [
        "I am late."
    ]
    assert likeliest_values("Write back: I am late.", say, {"text": ("See you",)}) == ["I am late"]


def test_another_sentence_has_no_values() -> None:
    assert likeliest_values("Call Ada", SWITCH, STATES) is None


def test_a_plain_goal_has_the_divided_values_in_brackets() -> None:
    plain = PlainSentences((SWITCH, "{name} {state}, please"), (SWITCH, SWITCH), {SWITCH: STATES})
    assert plain.said_plainly("night light off, please") == "Turn [night light] [off]."


def test_a_sentence_whose_value_cannot_be_is_another_one() -> None:
    names = ("Wi-Fi", "Bluetooth", "Night Light")
    plain = PlainSentences((SWITCH,), (SWITCH,), {SWITCH: {"name": names, "state": ("on", "off")}})
    assert "turn hotspot off" in plain
    assert "turn on do not disturb" not in plain
    assert plain.said_plainly("turn the volume down") == "turn the volume down"


NAMES = st.lists(
    st.sampled_from(["Night", "Dark", "Screen", "Time", "Quiet"]), min_size=1, max_size=4
)


@given(NAMES.map(" ".join), st.sampled_from(["on", "off"]))
def test_what_was_filled_in_is_found_again(name: str, state: str) -> None:
    line = fill_in(SWITCH, lambda one: {"name": name, "state": state}[one])
    assert likeliest_values(line, SWITCH, STATES) == [name, state]


@given(st.text(max_size=600))
def test_any_line_is_divided_or_refused(line: str) -> None:
    values = likeliest_values(line, "{name} {state}, {name}", STATES)
    assert values is None or len(values) == 3


def test_a_long_line_takes_no_time() -> None:
    line = f"Book a ride to {'a, ' * 4_000}for 4"
    began_s = time.process_time()
    likeliest_values(line[:399], RIDE, RIDES)
    likeliest_values(line, RIDE, RIDES)
    assert time.process_time() - began_s < 2


def test_where_two_sentences_fit_alike_the_one_whose_values_can_be_is_meant() -> None:
    step, level = "Brightness {direction}.", "Brightness {percent}."
    examples = {step: {"direction": ("up", "down")}, level: {"percent": ("40", "75")}}
    plain = PlainSentences((step, level), (step, level), examples)
    assert plain.said_plainly("brightness 30") == "Brightness [30]."
    assert plain.said_plainly("brightness up") == "Brightness [up]."


@pytest.mark.parametrize(
    ("request_", "is_meant"),
    [
        ("Set an alarm for 6:30 AM.", True),
        ("set an alarm for 08:15", True),
        ("Set an alarm for 7.", True),
        ("Set an alarm for the moon.", False),
        ("Write the note 7 apples", True),
    ],
)
def test_a_value_that_cannot_be_read_as_those_that_were_seen_tells_nothing(
    request_: str, *, is_meant: bool
) -> None:
    alarm, note = "Set an alarm for {said}.", "Write the note {text}"
    examples = {
        alarm: {"said": ("7:45 AM", "07:15", "11:30 PM")},
        note: {"text": ("Buy 3 lemons", "Call Ada")},
    }
    plain = PlainSentences((alarm, note), (alarm, note), examples)
    assert plain.are_meant(request_) is is_meant
    assert plain.said_plainly("set an alarm for half past six") == "Set an alarm for [06:30]."


@pytest.mark.parametrize(
    ("value", "examples", "written"),
    [
        ("2:55 PM", ("07:15", "11:03 AM"), "14:55"),
        ("12:05 am", ("07:15", "11:03 am"), "00:05"),
        ("12:30 PM", ("7:15", "11:03 AM"), "12:30"),
        ("2:55 PM", ("7:15 AM", "11:03 AM"), "2:55 PM"),
        ("19:40", ("07:15", "11:03 AM"), "19:40"),
        ("half past two", ("07:15", "19:00"), "02:30"),
    ],
)
def test_times_are_shown_in_24_hours_where_some_were(
    value: str, examples: tuple[str, ...], written: str
) -> None:
    assert written_like(value, examples) == written
