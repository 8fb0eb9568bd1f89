"""A second opinion adds questions, never takes one away, and sees nothing that a policy may not."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from guard_screens import button, field, index_of, row, screen, text

from runtime.actions import (
    Action,
    AskUser,
    Click,
    Finish,
    FinishStatus,
    PressButton,
    SystemButton,
    Wait,
)
from runtime.cancellation import Cancellation
from runtime.engine import Engine
from runtime.episode import Verdict
from runtime.errors import UnknownPolicy
from runtime.guard.engine_opinion import EngineOpinion
from runtime.guard.episode_guard import OPINION_RULE
from runtime.guard.redaction import Redactor
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.ruling import Ruling
from runtime.testing import ScriptedEngine

SEEN = screen(
    text("Mysterious"), field("PIN", "hunter22", password=True), button("Go on"), button("Send")
)
RULES = load_rules()


def opinion_of(engine: Engine) -> EngineOpinion:
    @contextmanager
    def use(cancel: Cancellation | None) -> Iterator[Engine]:
        del cancel
        yield engine

    return EngineOpinion(use, lambda: Redactor.for_prompt(["hunter22"]))


def judged(engine: ScriptedEngine, action: Action) -> Ruling:
    return RuleGuard(RULES, opinion=opinion_of(engine)).begin("Open the door").judge(action, SEEN)


def click(label: str) -> Click:
    return Click(index_of(SEEN, label))


def test_it_asks_about_what_the_rules_allow() -> None:
    seen = screen(text("Mysterious"), button("Frobnicate"), row("Below it"))
    engine = ScriptedEngine([AskUser("This may sell the house")])
    guard = RuleGuard(RULES, opinion=opinion_of(engine)).begin("Read")

    ruling = guard.judge(Click(index_of(seen, "Frobnicate")), seen)

    assert (ruling.verdict, ruling.rule) == (Verdict.CONFIRM, OPINION_RULE)
    assert "sell the house" in ruling.effect


def test_it_cannot_allow_what_the_rules_ask_about() -> None:
    engine = ScriptedEngine([Finish()])

    ruling = judged(engine, click("Send"))

    assert ruling.verdict is Verdict.CONFIRM
    assert ruling.rule != OPINION_RULE
    assert engine.prompts == []


@pytest.mark.parametrize(
    "answer", [Wait(), Click(index_of(SEEN, "Send")), Finish("no", FinishStatus.REFUSED)]
)
def test_no_clear_answer_is_an_objection(answer: Action) -> None:
    seen = screen(text("x"), button("Frobnicate"), row("Below it"))
    guard = RuleGuard(RULES, opinion=opinion_of(ScriptedEngine([answer]))).begin("Read")

    assert guard.judge(Click(index_of(seen, "Frobnicate")), seen).verdict is Verdict.CONFIRM


def test_an_opinion_that_cannot_be_had_is_an_objection() -> None:
    @contextmanager
    def use(cancel: Cancellation | None) -> Iterator[Engine]:
        del cancel
        if not SEEN.elements:
            yield ScriptedEngine([])
        raise UnknownPolicy("there is no policy 'x'")

    seen = screen(text("x"), button("Frobnicate"), row("Below it"))
    guard = RuleGuard(RULES, opinion=EngineOpinion(use)).begin("Read")

    assert "no policy" in guard.judge(Click(index_of(seen, "Frobnicate")), seen).effect


def test_harmless_is_harmless_and_buttons_of_the_phone_are_not_asked_about() -> None:
    seen = screen(text("x"), button("Frobnicate"), row("Below it"))
    engine = ScriptedEngine([Finish()])
    guard = RuleGuard(RULES, opinion=opinion_of(engine)).begin("Read")

    assert guard.judge(Click(index_of(seen, "Frobnicate")), seen).verdict is Verdict.ALLOW
    assert guard.judge(PressButton(SystemButton.BACK), seen).verdict is Verdict.ALLOW
    assert len(engine.prompts) == 1


def test_it_sees_no_secret() -> None:
    engine = ScriptedEngine([Finish()])
    seen = screen(text("Mysterious hunter22"), button("Frobnicate"), row("Below it"))
    RuleGuard(RULES, opinion=opinion_of(engine)).begin("Read").judge(
        Click(index_of(seen, "Frobnicate")), seen
    )

    assert "hunter22" not in repr(engine.prompts)
