"""No screen, however hostile, holds the guard up: in processor time, whatever else runs."""

import time
from random import Random

import pytest
from guard_screens import button, element, field, row, screen, text

from runtime.actions import (
    Action,
    Click,
    Direction,
    Drag,
    ElementRef,
    LongPress,
    Point,
    PressButton,
    Scroll,
    SystemButton,
    Type,
)
from runtime.episode import Verdict
from runtime.errors import GuardError
from runtime.guard.labels import LONGEST_LABEL, plain
from runtime.guard.phrases import compile_phrases, forget_labels
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules, read_rules
from runtime.observation import CLICKABLE, Bounds, Element, Observation

LIMIT_S = 0.05
GUARD = RuleGuard(load_rules())
HOSTILE = {
    "digits": "1" * 8000,
    "digits and spaces": "1 " * 4000,
    "digits and apostrophes": "1'" * 4000,
    "digits and points": "1.,' " * 1600,
    "spaces": "send" + " " * 8000 + "x",
    "odd spaces": "send" + "\u2003 " * 4000 + "x",
    "dashes": "pay" + " -" * 4000 + "x",
    "commas": "pay" + ", " * 4000,
    "brackets": "pay (" * 1600,
    "bracketed digits": "pay " + "(1" * 4000,
    "currencies": "$" * 8000,
    "amounts": "$1 " * 2700,
    "nested quantifiers": "a" * 4000 + "!",
    "words": "allow access " * 600,
    "verbs": "delete remove clear " * 400,
    "ligatures that grow": "\ufdfa" * 8000,
    "unseen letters": "pay\u200b" * 2000,
    "accents": "e" + "\u0301" * 8000,
    "counts": "1x " * 2700,
    "phones": "+1 555 010 0199 " * 500,
}


def assert_quick(action: Action, seen: Observation) -> Verdict:
    # The best of three: what a judgement takes, and not what the machine did beside it.
    took, verdict = min(judged(action, seen) for _ in range(3))
    assert took < LIMIT_S, f"{took * 1000:.0f} ms"
    return verdict


def judged(action: Action, seen: Observation) -> tuple[float, Verdict]:
    forget_labels()
    begun = time.process_time()
    ruling = GUARD.judge(action, seen)
    GUARD.judge_screen(seen)
    return time.process_time() - begun, ruling.verdict


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    "action",
    [
        Click(ElementRef(1)),
        LongPress(ElementRef(2)),
        PressButton(SystemButton.ENTER),
        Click(Point(999, 900)),
        Type("x\n"),
    ],
    ids=lambda action: type(action).__name__,
)
def test_hostile_texts_are_judged_in_time(name: str, action: Action) -> None:
    bait = HOSTILE[name]
    seen = screen(
        text(bait, id="alertTitle"),
        button(bait, id="button1"),
        row(bait),
        field(bait, bait, id=bait[:200], focused=True),
        element(bait, role="button", description=bait, hint=bait, flags=CLICKABLE),
    )

    assert_quick(action, seen)


def many(count: int, words: str) -> list[Element]:
    return [
        element(
            f"{words} {number}",
            role=("button", "item", "text")[number % 3],
            flags=CLICKABLE,
            bounds=Bounds(0, number % 2000, 900, number % 2000 + 90),
        )
        for number in range(count)
    ]


@pytest.mark.parametrize(
    "words",
    ["Row", "Continue, $5", "Delete", "1 " * 200],
    ids=["plain", "amount", "risky", "digits"],
)
@pytest.mark.parametrize(
    "action",
    [
        Click(ElementRef(7)),
        Click(Point(990, 990)),
        Click(Point(950, 500)),
        PressButton(SystemButton.ENTER),
    ],
    ids=["element", "bar", "nothing", "enter"],
)
def test_huge_screens_are_judged_in_time(words: str, action: Action) -> None:
    seen = screen(*many(6000, words), field("Message", "hi", focused=True))

    assert_quick(action, seen)


@pytest.mark.parametrize(
    "action",
    [
        Click(ElementRef(7)),
        Click(Point(999, 990)),
        PressButton(SystemButton.ENTER),
        Scroll(Direction.LEFT),
        Type("x" * 4000 + "\n"),
    ],
    ids=["element", "nothing", "enter", "page", "type"],
)
def test_many_long_texts_that_all_differ_are_judged_in_time(action: Action) -> None:
    generator = Random(1)
    words = (
        "pay send €12.50 code 4829 Zahlung отправить 购买 حذف reset unlock share 1,234.56".split()
    )
    texts = (" ".join(generator.choices(words, k=600)) for _ in range(300))
    seen = screen(
        *(
            element(
                words,
                role=("item", "text", "button")[number % 3],
                flags=CLICKABLE * (number % 2),
                bounds=Bounds(number % 5 * 200, number // 5 * 36, number % 5 * 200 + 190, number // 5 * 36 + 34),
            )
            for number, words in enumerate(texts)
        )
    )  # fmt: skip

    assert_quick(action, seen)


def test_what_is_too_much_to_read_is_asked_about() -> None:
    seen = screen(*many(6000, "Row"))

    assert assert_quick(Click(ElementRef(4000)), seen) is Verdict.CONFIRM
    assert assert_quick(PressButton(SystemButton.BACK), seen) is Verdict.ALLOW


@pytest.mark.parametrize(
    "action",
    [
        Click(ElementRef(90_000)),
        Click(Point(990, 500)),
        Drag(Point(100, 500), Point(900, 500)),
        Scroll(Direction.LEFT),
        PressButton(SystemButton.ENTER),
        Type("x\n"),
    ],
    ids=["element", "point", "stroke", "page", "enter", "type"],
)
def test_a_hundred_thousand_labels_are_not_even_looked_through(action: Action) -> None:
    seen = screen(*many(100_000, "Row"))

    assert assert_quick(action, seen) is Verdict.CONFIRM
    assert assert_quick(PressButton(SystemButton.BACK), seen) is Verdict.ALLOW
    assert assert_quick(Scroll(Direction.DOWN), seen) is Verdict.ALLOW


def test_what_is_never_allowed_stays_so_on_the_vastest_screen() -> None:
    rules = '[[rule]]\nname="no"\nrisk="payment"\nverdict="never"\nwhy="w"\neffect="e"\n[[rule.when]]\naction=["click", "enter"]\n'
    guard = RuleGuard(read_rules(rules, source="mine"))

    assert guard.judge(Click(ElementRef(7)), screen(*many(6000, "Row"))).verdict is Verdict.NEVER


def test_an_ordinary_list_is_read_whole() -> None:
    seen = screen(*many(120, "Row"), button("Delete"))

    assert assert_quick(Click(ElementRef(5)), seen) is Verdict.ALLOW
    assert assert_quick(Click(ElementRef(120)), seen) is Verdict.CONFIRM


def test_a_long_text_is_cut_in_its_middle() -> None:
    cut = plain("Delete this? " + "x " * 5000 + "It cannot be undone.")

    assert cut.startswith("Delete this?")
    assert cut.endswith("It cannot be undone.")
    assert len(cut) < 10 * LONGEST_LABEL


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "(a|b*)*c", r"(\w+\s?)*!", "((ab)*c*)+", "(?:x{2,})+"]
)
def test_patterns_that_could_run_away_are_refused(pattern: str) -> None:
    with pytest.raises(GuardError, match="repeats what already repeats"):
        compile_phrases([f"/{pattern}/"])


@pytest.mark.parametrize("pattern", [r"(ab)+", r"[+*]+x", r"\(a+\)+", "(a{2})+", "(a?b)*", "(a+)?"])
def test_patterns_that_cannot_run_away_are_taken(pattern: str) -> None:
    compile_phrases([f"/{pattern}/"])
