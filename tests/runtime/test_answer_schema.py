"""Schemas of answers: which are taken, and what fits them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.answer_schema import LARGEST_WHOLE, AnswerSchema, read_answer_schema
from runtime.errors import InvalidRequest
from runtime.lenient_json import JsonValue

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-LARGEST_WHOLE, LARGEST_WHOLE)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


def schema_of(value: JsonValue) -> dict[str, JsonValue]:
    """The narrowest schema of a value's form."""
    match value:
        case None:
            return {"type": "null"}
        case bool():
            return {"type": "boolean"}
        case int() | float():
            return {"type": "number"}
        case str():
            return {"type": "string"}
        case list():
            items: JsonValue = [schema_of(item) for item in value]
            return {"type": "array", **({"prefixItems": items} if items else {})}
        case dict():
            properties: JsonValue = {key: schema_of(item) for key, item in value.items()}
            return {
                "type": "object",
                "properties": properties,
                "required": list(value),
                "additionalProperties": False,
            }


def one(kind: JsonValue, **more: JsonValue) -> AnswerSchema:
    """An object with one property."""
    wanted: JsonValue = {"type": kind, **more}
    return read_answer_schema({"type": "object", "properties": {"it": wanted}, "required": ["it"]})


@given(value=VALUES)
def test_value_written_as_json_fits_the_schema_of_its_form(value: JsonValue) -> None:
    if not isinstance(value, dict) or not value:
        value = {"value": value}
    checked = read_answer_schema(schema_of(value)).check(json.dumps(value))

    assert checked.problem == ""
    assert json.loads(checked.json) == value


@given(said=st.text(max_size=60))
def test_nothing_that_a_policy_says_raises_and_what_fits_really_fits(said: str) -> None:
    schema = one("integer", minimum=0)

    for checked in (schema.check(said), schema.check(said, in_words=True)):
        assert bool(checked.json) != bool(checked.problem)
        if checked.json:
            assert json.loads(checked.json)["it"] >= 0


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ('{"it": 3}', 3),
        ('```json\n{"it": 3}\n```', 3),
        ("{'it': 3}", 3),
    ],
)
def test_json_is_read_as_models_write_it(said: str, value: int) -> None:
    assert json.loads(one("integer").check(said).json) == {"it": value}


def test_words_are_no_answer_of_a_policy_that_is_shown_the_schema() -> None:
    assert "no JSON" in one("string").check("7:30 AM").problem


@pytest.mark.parametrize(
    ("kind", "said", "value"),
    [
        ("string", "7:30 AM", "7:30 AM"),
        ("integer", "There are 3 alarms.", 3),
        ("integer", "1,204", 1204),
        ("number", "It costs $12.50.", 12.5),
        ("number", "−4 °C", -4),
        ("boolean", "Yes, it is on.", True),
        ("boolean", "off", False),
        (["integer", "null"], "12", 12),
    ],
)
def test_words_are_fitted_where_one_scalar_is_wanted(
    kind: JsonValue, said: str, value: JsonValue
) -> None:
    assert json.loads(one(kind).check(said, in_words=True).json) == {"it": value}


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("integer", "between 3 and 4"),
        ("integer", "at 7:30"),
        ("integer", "2.5"),
        ("integer", "on 2026-05-14"),
        ("integer", "v2.0.1"),
        ("boolean", "It depends."),
        ("integer", ""),
        ("string", ""),
    ],
)
def test_words_that_name_no_single_value_do_not_fit(kind: JsonValue, said: str) -> None:
    checked = one(kind).check(said, in_words=True)

    assert (checked.json, bool(checked.problem)) == ("", True)


def test_choice_that_is_named_is_taken() -> None:
    schema = one("string", enum=["ready", "not ready", "Running"])

    assert json.loads(schema.check("It is running now.", in_words=True).json) == {"it": "Running"}
    assert json.loads(schema.check("It is not ready.", in_words=True).json) == {"it": "not ready"}
    assert schema.check("ready, or running", in_words=True).problem


def test_choices_behind_a_reference_are_known() -> None:
    schema = read_answer_schema(
        {
            "$defs": {"State": {"enum": ["on", "off"]}},
            "type": "object",
            "properties": {"state": {"$ref": "#/$defs/State"}},
            "required": ["state"],
        }
    )

    assert schema.check("It is on.", in_words=True).json == '{"state": "on"}'


def test_scalar_by_itself_can_be_wanted() -> None:
    assert read_answer_schema({"type": "integer"}).check("3 left", in_words=True).json == "3"


def test_one_required_property_is_fitted_and_two_are_not() -> None:
    properties: JsonValue = {"name": {"type": "string"}, "note": {"type": "string"}}
    either: dict[str, JsonValue] = {"type": "object", "properties": properties}

    fitted = read_answer_schema({**either, "required": ["name"]}).check("Ada", in_words=True)
    both = read_answer_schema({**either, "required": ["name", "note"]}).check("Ada", in_words=True)

    assert fitted.json == '{"name": "Ada"}'
    assert both.problem


def test_formats_are_checked() -> None:
    schema = one("string", format="date")

    assert schema.check('{"it": "2026-05-14"}').json
    assert schema.check('{"it": "tomorrow"}').problem


def test_problem_says_where_and_what() -> None:
    problem = one("integer").check('{"it": "three"}').problem

    assert problem == "at [\"it\"]: 'three' is not of type 'integer'"


def test_number_that_programs_would_round_is_refused() -> None:
    assert "as text" in one("integer").check(f'{{"it": {LARGEST_WHOLE + 1}}}').problem


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ([], "JSON object"),
        ({}, "says something"),
        ({"type": "text"}, "no JSON schema"),
        ({"properties": 3}, "no JSON schema"),
        ({"$ref": "https://example.org/schema.json"}, "nothing is fetched"),
        ({"$ref": "file:///etc/passwd"}, "nothing is fetched"),
        ({"properties": {"a": {"$ref": "#/$defs/missing"}}}, "leads nowhere"),
        ({"$ref": "#"}, "without end"),
        ({"pattern": "(a+)+$"}, "for ever"),
        ({"patternProperties": {"(a*)*": {}}}, "for ever"),
        ({"pattern": "("}, "no JSON schema"),
        ({"$schema": "https://example.org/draft-99"}, "is not known"),
        ({"description": "x" * 200_000}, "characters"),
    ],
)
def test_schema_that_cannot_be_used_is_refused_with_the_reason(schema: JsonValue, why: str) -> None:
    with pytest.raises(InvalidRequest, match=why):
        read_answer_schema(schema)


def test_schema_that_goes_too_deep_is_refused() -> None:
    schema: JsonValue = {"type": "string"}
    for _ in range(100):
        schema = {"properties": {"a": schema}}

    with pytest.raises(InvalidRequest, match="levels"):
        read_answer_schema(schema)


def test_schema_of_an_older_draft_is_read_by_its_own_rules() -> None:
    schema = read_answer_schema(
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "array",
            "items": [{"type": "string"}, {"type": "integer"}],
        }
    )

    assert schema.check('["a", 1]').json
    assert schema.check('["a", "b"]').problem
