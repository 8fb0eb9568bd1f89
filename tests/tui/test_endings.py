"""How a run ended, in words and colours: each ending has its own."""

import pytest
from phonebuddy.v1 import action_pb2, run_pb2

from tui.commands.exit_codes import CODES, EXPLAINED, exit_code
from tui.endings import LOOKS, RunEnding, ending_of, outcome_words, run_ending
from tui.sentences import is_sentence, thought_words

DONE = action_pb2.FINISH_STATUS_DONE
IMPOSSIBLE = action_pb2.FINISH_STATUS_IMPOSSIBLE
REFUSED = action_pb2.FINISH_STATUS_REFUSED


def finished(status: action_pb2.FinishStatus, text: str = "", **more: bool) -> run_pb2.Outcome:
    return run_pb2.Outcome(
        ending=run_pb2.ENDING_KIND_FINISHED, status=status, text=text, success=more.get("success")
    )


def ended(kind: run_pb2.EndingKind, text: str = "", refusal: str = "") -> run_pb2.Outcome:
    return run_pb2.Outcome(ending=kind, text=text, refusal=refusal)


RAN_OUT = run_pb2.ENDING_KIND_RAN_OUT
STOPPED = run_pb2.ENDING_KIND_STOPPED_BY_PERSON
GUARD = run_pb2.ENDING_KIND_REFUSED_BY_GUARD
FAULT = run_pb2.ENDING_KIND_ENVIRONMENT_FAULT
ENDINGS: dict[str, tuple[run_pb2.Outcome, RunEnding, int]] = {
    "Done.": (finished(DONE), RunEnding.DONE, 0),
    "Done: Wi-Fi is on.": (finished(DONE, "Wi-Fi is on"), RunEnding.DONE, 0),
    'Done. It said: "42".': (finished(DONE, "42"), RunEnding.DONE, 0),
    "It gave up.": (finished(IMPOSSIBLE), RunEnding.GAVE_UP, 1),
    'It gave up and said: "#9 hold".': (finished(IMPOSSIBLE, "#9 hold"), RunEnding.GAVE_UP, 1),
    "It gave up: There is no such app.": (
        finished(IMPOSSIBLE, "There is no such app."),
        RunEnding.GAVE_UP,
        1,
    ),
    'It refused and said: "harmful".': (finished(REFUSED, "harmful"), RunEnding.REFUSED, 7),
    "It ran out of steps before it was done.": (ended(RAN_OUT, "steps"), RunEnding.RAN_OUT, 3),
    "It ran out of time before it was done.": (ended(RAN_OUT, "seconds"), RunEnding.RAN_OUT, 3),
    "It ended unfinished: the policy did the same again and again.": (
        ended(RAN_OUT, "repetition"),
        RunEnding.RAN_OUT,
        3,
    ),
    "You stopped it.": (ended(STOPPED, "stopped at the terminal"), RunEnding.STOPPED, 130),
    "It was stopped: it took too long.": (
        ended(STOPPED, "it took too long"),
        RunEnding.STOPPED,
        130,
    ),
    "The guard stopped it: the policy insisted.": (
        ended(GUARD, "pay", "the policy insisted"),
        RunEnding.REFUSED_BY_GUARD,
        4,
    ),
    "The guard stopped it: its rule 'pay' does not allow this.": (
        ended(GUARD, "pay"),
        RunEnding.REFUSED_BY_GUARD,
        4,
    ),
    "Something failed, and not the policy: the phone is gone.": (
        ended(FAULT, "the phone is gone"),
        RunEnding.FAULT,
        5,
    ),
    "Done. A check says that the task is not solved.": (
        finished(DONE, success=False),
        RunEnding.NOT_SOLVED,
        1,
    ),
}


@pytest.mark.parametrize("sentence", ENDINGS)
def test_an_ending_is_a_sentence_and_has_its_kind_and_exit_code(sentence: str) -> None:
    outcome, kind, code = ENDINGS[sentence]
    assert outcome_words(outcome) == sentence
    assert ending_of(outcome) is kind
    run = run_pb2.Run(state=run_pb2.RUN_STATE_FINISHED, outcome=outcome)
    assert (run_ending(run), exit_code(run)) == (kind, code)


@pytest.mark.parametrize("stutter", ["}}", '"', "{ }", "..."])
def test_marks_without_a_word_are_not_told(stutter: str) -> None:
    assert (
        outcome_words(
            run_pb2.Outcome(ending=run_pb2.ENDING_KIND_FINISHED, status=DONE, text=stutter)
        )
        == "Done."
    )


def test_every_ending_has_a_word_and_those_of_policies_and_people_a_colour_of_their_own() -> None:
    assert set(LOOKS) == set(RunEnding)
    assert len({look.word for look in LOOKS.values()}) == len(LOOKS)
    bad = {RunEnding.NOT_SOLVED, RunEnding.FAULT, RunEnding.INTERRUPTED}
    told_apart = [look for ending, look in LOOKS.items() if ending not in bad]
    assert len({look.colour for look in told_apart} | {LOOKS[RunEnding.FAULT].colour}) == 7
    assert len({look.ansi for look in told_apart} | {LOOKS[RunEnding.FAULT].ansi}) == 7


def test_every_exit_code_is_explained() -> None:
    assert set(CODES) == set(RunEnding)
    for code in CODES.values():
        assert f"\n  {code:3}  " in EXPLAINED


def test_a_run_that_was_interrupted_has_no_outcome_but_an_ending() -> None:
    run = run_pb2.Run(state=run_pb2.RUN_STATE_INTERRUPTED)
    assert (run_ending(run), exit_code(run)) == (RunEnding.INTERRUPTED, 6)
    assert run_ending(run_pb2.Run(state=run_pb2.RUN_STATE_RUNNING)) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("Wi-Fi is on", True), ("The alarm rings at 7.", True), ("no", False), ("Tap #9 now", False)],
)
def test_sentences_are_told_from_fragments(text: str, *, sentence: bool) -> None:
    assert is_sentence(text) is sentence


@pytest.mark.parametrize(
    ("thought", "action", "told"),
    [
        ("Tap Phone ringtone, Orbit #10", "Tap 'Phone ringtone, Orbit'", ""),
        ("Open Settings", "Open Settings", ""),
        ("Done", "Ends the task", ""),
        ("Give up", "Gives up", ""),
        ("The switch #3 is off", "Tap 'Wi-Fi'", "The switch is off"),
        ("", "Tap 'Wi-Fi'", ""),
    ],
)
def test_a_thought_is_told_where_it_adds_something(thought: str, action: str, told: str) -> None:
    assert thought_words(thought, action) == told
