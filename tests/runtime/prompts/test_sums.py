"""Sums in replies: what they come to, how they are written, and that nothing else is taken for one."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_trials import a_screen, an_element

from runtime.actions import Output, Type
from runtime.episode import Decision
from runtime.errors import Inexpressible
from runtime.prompts import find_format
from runtime.prompts.format import FormatOptions
from runtime.prompts.sums import WorkedOut, fill_in, sums_of, take_back, work_out

SCREEN = a_screen(an_element("Clock"))
COMPACT = find_format("compact", FormatOptions())


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("2+3", "5"),
        ("7-10", "-3"),
        ("$11.50*2+$5.50", "$28.50"),
        ("4*$14.50+3*$4.00", "$70.00"),
        ("$2,264.85-$238.75", "$2,026.10"),
        ("$0.10+$0.20", "$0.30"),
        ("74.60/4", "18.65"),
        ("179.20/7", "25.60"),
        ("10/4", "2.50"),
        ("14:40-13:15", "85"),
        ("00:10-23:50", "20"),
        ("08:30-95", "06:55"),
        ("23:30+45", "00:15"),
        ("19:45-3h", "16:45"),
        ("hour of 08:30-70", "07"),
        ("minute of 08:30-70", "20"),
    ],
)
def test_what_a_sum_comes_to(expression: str, result: str) -> None:
    assert work_out(expression) == result


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "2+",
        "+2",
        "2+3)",
        "a+b",
        "2**3",
        "1/0",
        "08:30*2",
        "hour of 2+3",
        "08:30+09:00",
        "2:3+1",
    ],
)
def test_what_is_no_sum(text: str) -> None:
    assert work_out(text) is None
    assert fill_in(f"{{={text}}}") == (f"{{={text}}}", ())


@given(st.lists(st.decimals(0, 9999, places=2), min_size=2, max_size=5))
def test_amounts_add_up_to_the_cent(amounts: list[Decimal]) -> None:
    expected = sum(amounts, Decimal(0))
    assert work_out("+".join(f"${amount}" for amount in amounts)) == f"${expected:,}"


@given(st.text("0123456789:.,$+-*/h ", max_size=60))
def test_whatever_looks_like_a_sum_is_worked_out_or_left(expression: str) -> None:
    result = work_out(expression)
    assert result is None or result


def test_more_digits_than_are_kept_are_no_sum() -> None:
    assert work_out("999999999999999*999999999999999") is None


@given(st.text(max_size=60))
def test_any_text_without_a_sum_stays(text: str) -> None:
    filled, found = fill_in(text)
    assert found or filled == text


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_decision_with_a_sum_is_written_and_read_alike(left: int, right: int) -> None:
    worked = WorkedOut(str(left + right), f"{left}+{right}")
    reply = COMPACT.write_reply(Decision(Output(f"Total {left + right}"), worked.line), SCREEN)
    assert f"{{={left}+{right}}}" in reply
    read = COMPACT.parse_reply(reply, SCREEN)
    assert read.action == Output(f"Total {left + right}")
    assert sums_of(read.thought) == (worked,)


def test_a_result_is_taken_back_where_it_stands_alone() -> None:
    sums = (WorkedOut("12", "hour of 11:15+75"),)
    assert take_back("12", sums) == "{=hour of 11:15+75}"
    assert take_back("312 and 12.50 and 12", sums) == "312 and 12.50 and {=hour of 11:15+75}"


def test_somebodys_own_braces_are_not_worked_out() -> None:
    secret = Type("{{secret:wifi}} {1+1} {a}")
    reply = COMPACT.write_reply(Decision(secret), SCREEN)
    assert COMPACT.parse_reply(reply, SCREEN).action == secret
    with pytest.raises(Inexpressible, match="worked out"):
        COMPACT.write_reply(Decision(Type("{=1+1}")), SCREEN)
