import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.lenient_json import MAX_DEPTH, LenientJsonError, read_value, read_whole

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_json_is_read_as_json(value: object) -> None:
    assert read_whole(json.dumps(value, ensure_ascii=True)) == value
    assert read_whole(json.dumps(value, ensure_ascii=False)) == value


@given(st.text())
def test_any_text_is_read_or_refused_at_a_place_in_it(text: str) -> None:
    try:
        _, place = read_value(text)
    except LenientJsonError as error:
        place = error.position

    assert 0 <= place <= len(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'a': 'b',}", {"a": "b"}),
        ("[1, 2,\n]", [1, 2]),
        ("“a‘b”", "a‘b"),
        ("'say \"hi\"'", 'say "hi"'),
        (r"'it\'s'", "it's"),
        ('"a\nb\tc"', "a\nb\tc"),
        ("[True, False, None]", [True, False, None]),
    ],
)
def test_what_models_write_is_read(text: str, value: object) -> None:
    assert read_whole(text) == value


TOO_DEEP = "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)
CUT_OFF = ["", "{", "[1", '"a', "tru"]
NO_NUMBERS = ["NaN", "-Infinity", "1e999", "9" * 50]
MISSHAPEN = ["{a: 1}", "[1 2]", '{"a" 1}', "[,]", "1 2", '{"a": 1, "a": 2}', TOO_DEEP]
BAD_ESCAPES = [r'"\x"', r'"\ud83d"', r'"\u12"']


@pytest.mark.parametrize("text", [*CUT_OFF, *NO_NUMBERS, *MISSHAPEN, *BAD_ESCAPES])
def test_what_would_be_a_guess_is_refused(text: str) -> None:
    with pytest.raises(LenientJsonError):
        read_whole(text)


@pytest.mark.parametrize("text", ["", "{", '{"a', '{"a"', '{"a":', '{"a": 1', "[1,", '"a\\'])
def test_text_that_ends_too_early_is_told_from_a_mistake(text: str) -> None:
    with pytest.raises(LenientJsonError) as caught:
        read_value(text)

    assert caught.value.ended
