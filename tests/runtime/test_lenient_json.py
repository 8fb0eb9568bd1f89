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


@given(json_values, st.booleans())
def test_json_is_read_as_json(value: object, ascii_only: bool) -> None:
    assert read_whole(json.dumps(value, ensure_ascii=ascii_only)) == value


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        _, end = read_value(text)
    except LenientJsonError as error:
        assert 0 <= error.position <= len(text)
    else:
        assert 0 < end <= len(text)


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


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1", '"a', "NaN", "-Infinity", "1e999", "9" * 50, "{a: 1}", "[1 2]", '{"a" 1}']
    + ['{"a": 1, "a": 2}', r'"\x"', r'"\ud83d"', r'"\u12"', "[,]", "tru", "1 2"]
    + ["[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)],
)
def test_what_would_be_a_guess_is_refused(text: str) -> None:
    with pytest.raises(LenientJsonError):
        read_whole(text)


@pytest.mark.parametrize("text", ["", "{", '{"a', '{"a"', '{"a":', '{"a": 1', "[1,", '"a\\'])
def test_text_that_ends_too_early_is_told_from_a_mistake(text: str) -> None:
    with pytest.raises(LenientJsonError) as caught:
        read_value(text)

    assert caught.value.ended
