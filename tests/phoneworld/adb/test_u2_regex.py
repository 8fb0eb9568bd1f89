"""Java's regular expressions: the same answers as Java, and an answer in time."""

import contextlib
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.adb.u2.regex import Budget, TooCostly, compile_pattern
from phoneworld.adb.u2.regex_reader import PatternError


def matches(pattern: str, text: str, *, dot_all: bool = False) -> bool:
    return compile_pattern(pattern, dot_all=dot_all).matches(text, Budget())


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (".*notes?", "My note"),
        ("(?i)wi-?fi", "WiFi"),
        ("Save|Done", "Done"),
        ("^Save$", "Save"),
        (r"\d{2}:\d{2}", "09:41"),
        (r"[^a-z]+\s[A-Z&&[^X]]", "12 Y"),
        (r"\Q1+1=2?\E", "1+1=2?"),
        (r"(?<word>\w+) \k<word>", "again again"),
        (r"(a|b)\1", "bb"),
        (r"\p{Lu}\p{L}*", "Élan"),
        (r"\p{IsHan}+", "设置"),
        ("[\u4e00-\u9fa5]+", "设置"),
        ("[设置]{2}", "置设"),
        (r"a++b", "aaab"),
        (r"(?>a|ab)c", "ac"),
        (r"(?=.*\d)(?!x).+", "a1"),
        (r".+(?<=ing)", "typing"),
        (r".*(?<!un)done", "redone"),
        ("a(?i)bc", "aBC"),
        ("a(?i:b)c", "aBc"),
        ("(?s).*end", "a\nend"),
        ("(?x) a b # comment", "ab"),
        (r"\x41\u0042\x{43}\t\cI", "ABC\t\t"),
        ("[]a]+", "a]"),
        ("(.|\n)*x", "a\n" * 400 + "x"),
        ("", ""),
        ("(a*)*", "aaa"),
        ("(|a)+", "aa"),
        ("a{2,3}?", "aaa"),
        (r"[\w&&[^\d]]+", "abc"),
        (r"[a-c[x-z]]+", "axz"),
        (r"(?iu)É", "é"),
        (r"\R", "\r\n"),
        ("[+-]?[0-9]*", "-12"),
        ("😀.", "😀😀"),
    ],
)
def test_matches(pattern: str, text: str) -> None:
    assert matches(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("note", "My note"),
        (".*end", "a\nend"),
        ("a++a", "aaa"),
        ("(?>ab|a)b", "ab"),
        ("(?i)[^a]", "A"),
        ("(?i)É", "é"),
        (r"\d", "٣"),
        (r"\w", "é"),
        ("a(?i:b)c", "aBC"),
        (r"(a)?\1b", "b"),
        ("^a$", "a\n"),
        (r"\p{Alpha}", "é"),
    ],
)
def test_does_not_match(pattern: str, text: str) -> None:
    assert not matches(pattern, text)


@pytest.mark.parametrize(
    "pattern",
    ["(", ")", "[a", "*a", "a{2,1}", "{2}", r"\y", "(?P<n>a)", "(?z)a", r"\p{Nope}", "[b-a]", r"\k<n>",
     "(((){999999}){999999}){999999}", "((?=a{900})){900}", "a{99999}" * 3, "(" * 500, "[" * 500, "x" * 3000, "\\"],
)  # fmt: skip
def test_what_java_refuses_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        matches(pattern, "a")


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+b",
        "(a|a)*b",
        "(a|aa)+$b",
        "(.*)*(.*)*(.*)*b",
        "((a?){30})*b",
        r"(a*)*\1\1b",
        "(x+x+)+y",
    ],
)
def test_costly_patterns_end_in_time(pattern: str) -> None:
    started = time.process_time()
    with contextlib.suppress(TooCostly):
        assert not matches(pattern, "a" * 60)
    assert time.process_time() - started < 3


letters = st.sampled_from("abA1 \n")
classes = st.sampled_from(
    [".", "[ab]", "[^a]", r"\d", r"\w", r"\s", r"\S", "[a-b1]", "a", "b", "A", "1"]
)
suffixes = st.sampled_from(
    ["*", "+", "?", "{2}", "{1,2}", "{0,}", "*?", "+?", "??", "*+", "++", "?+"]
)
patterns = st.recursive(
    classes | st.sampled_from(["^", "$", r"\b"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda pair: f"(?:{pair[0]}|{pair[1]})"),
        st.tuples(inner, suffixes).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
        inner.map(lambda part: f"(?={part})"),
        inner.map(lambda part: f"(?!{part})"),
        inner.map(lambda part: f"(?>{part})"),
        inner.map(lambda part: f"({part})"),
    ),
    max_leaves=8,
)


@given(patterns, st.text(letters, max_size=12))
def test_agrees_with_python_where_both_mean_the_same(pattern: str, text: str) -> None:
    assert matches(pattern, text) == bool(re.fullmatch(pattern, text, re.ASCII))


@given(st.text(st.sampled_from(r"ab1.*+?|()[]{}^$\-&!<=>:iQEpdk,"), max_size=20), st.text(letters))
def test_any_pattern_is_answered_or_refused(pattern: str, text: str) -> None:
    with contextlib.suppress(PatternError, TooCostly):
        matches(pattern, text)
