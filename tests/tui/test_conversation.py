from functools import reduce

from hypothesis import given
from hypothesis import strategies as st
from phonebuddy.v1 import action_pb2, agent_service_pb2, run_pb2
from tui_events import APPROVAL, DONE, Events, click, screen

from tui.change_words import change_lines
from tui.conversation import (
    UNDONE,
    Conversation,
    Phase,
    QuestionEntry,
    RunNote,
    StepEntry,
    begin,
    heard,
    interrupted_stream,
    streamed_thought,
    wrote,
)
from tui.endings import RunEnding

RUN = run_pb2.Run(id="run-1", goal="turn on wi-fi", device="adb://1", policy="buddy")


def story(events: Events) -> list[run_pb2.Event]:
    """A run with all that can happen to one."""
    look = screen("Wi-Fi", "Pay now")
    return [
        events.state(run_pb2.RUN_STATE_RUNNING),
        events.opened(),
        events.looked(0, look),
        events.decided(0, click(0), thought="There it is."),
        events.acting(0, click(0)),
        events.done(0, click(0), touches=((450, 150),)),
        events.looked(1, look),
        events.decided(1, click(1), words="Tap 'Pay now'"),
        events.asked(1, APPROVAL),
        events.answered(1, APPROVAL, run_pb2.CHOICE_APPROVE),
        events.state(run_pb2.RUN_STATE_RUNNING),
        events.acting(1, click(1), "Tap 'Pay now'"),
        events.done(1, click(1), changed=False),
        events.state(run_pb2.RUN_STATE_TAKEN_OVER),
        events.looked(2, look),
        events.done(2, click(0), by_person=True),
        events.state(run_pb2.RUN_STATE_RUNNING),
        events.ended(DONE),
    ]


def after(events: list[run_pb2.Event]) -> Conversation:
    return reduce(heard, events, begin(RUN))


def test_a_whole_run_reads_as_a_conversation() -> None:
    talk = after(story(Events()))
    assert talk.state == run_pb2.RUN_STATE_FINISHED
    assert talk.ended
    assert [_short(entry) for entry in talk.entries] == [
        "Working on Pixel 9, Android 15",
        "Tap 'Wi-Fi'",
        "Tap 'Pay now'",
        "Pay 12.50: You approved",
        "You have the phone",
        "You: Tap 'Wi-Fi'",
        "The policy has the phone again",
        "Done: Wi-Fi is on.",
    ]


def _short(entry: StepEntry | QuestionEntry | RunNote) -> str:
    match entry:
        case StepEntry():
            return f"{entry.who}: {entry.action}" if entry.who else entry.action
        case QuestionEntry():
            return f"{entry.question.effect}: {entry.response}"
        case RunNote():
            return entry.text


def test_a_turn_goes_through_its_phases() -> None:
    events = story(Events())
    phases = []
    for number in range(3, 7):
        turn = after(events[:number]).entries[-1]
        assert isinstance(turn, StepEntry)
        phases.append(turn.phase)
    assert phases == [Phase.DECIDING, Phase.DECIDED, Phase.ACTING, Phase.DONE]


def test_times_results_and_touches_are_kept() -> None:
    talk = after(story(Events())[:6])
    turn = talk.entries[-1]
    assert isinstance(turn, StepEntry)
    assert turn.seconds == 1.5
    assert turn.thought == "There it is."
    assert talk.touches == ((450, 150),)


def test_a_question_is_open_until_it_is_answered() -> None:
    events = story(Events())
    asked = after(events[:9])
    assert asked.question == APPROVAL
    assert asked.state == run_pb2.RUN_STATE_WAITING
    assert after(events[:10]).question is None


@given(st.data())
def test_events_that_come_again_change_nothing(data: st.DataObject) -> None:
    """As after a lost connection, when a runtime tells some of them once more."""
    events = story(Events())
    told: list[run_pb2.Event] = []
    for number, event in enumerate(events):
        told.append(event)
        again = data.draw(st.lists(st.integers(0, number), max_size=2))
        told += [events[place] for place in again]
    assert after(told) == after(events)


def test_what_is_being_written_is_seen_until_it_is_decided() -> None:
    events = story(Events())
    talk = after(events[:3])
    for piece in ("<think>There ", "it is.</think><tool", '_call>{"name"'):
        talk = wrote(talk, agent_service_pb2.TextDelta(step=0, text=piece))
    turn = talk.entries[-1]
    assert isinstance(turn, StepEntry)
    assert streamed_thought(turn.streamed) == "There it is."
    decided = heard(talk, events[3]).entries[-1]
    assert isinstance(decided, StepEntry)
    assert not decided.streamed


def test_a_late_piece_of_text_does_not_reopen_a_turn() -> None:
    talk = after(story(Events())[:6])
    assert wrote(talk, agent_service_pb2.TextDelta(step=0, text="late")) == talk


def test_half_written_replies_are_forgotten_when_the_connection_is_lost() -> None:
    talk = wrote(after(story(Events())[:3]), agent_service_pb2.TextDelta(step=0, text="half"))
    turn = interrupted_stream(talk).entries[-1]
    assert isinstance(turn, StepEntry)
    assert not turn.streamed


def test_a_half_written_tag_is_not_shown() -> None:
    assert streamed_thought("Tap it.<tool_ca") == "Tap it."
    assert streamed_thought("Tap it.\n</thi") == "Tap it."
    assert streamed_thought("a < b") == "a < b"


@given(st.lists(st.text(), max_size=5))
def test_streams_of_any_text_are_harmless(pieces: list[str]) -> None:
    assert "\x1b" not in streamed_thought("".join(pieces))


def test_an_interrupted_run_says_that_it_can_be_continued() -> None:
    talk = heard(begin(RUN), Events().state(run_pb2.RUN_STATE_INTERRUPTED, "the server ended"))
    assert talk.ended
    note = talk.entries[-1]
    assert isinstance(note, RunNote)
    assert note.ending is RunEnding.INTERRUPTED
    assert "continued" in note.text


def test_what_cannot_be_read_is_a_failed_turn() -> None:
    events = Events()
    record = run_pb2.Step(decision=run_pb2.Decision(unparsed=run_pb2.Unparsed(reason="no call")))
    done = run_pb2.Event(sequence=1, step_done=run_pb2.StepDone(step=0, record=record))
    turn = heard(begin(RUN), done).entries[-1]
    assert isinstance(turn, StepEntry)
    assert turn.failed
    assert "no call" in turn.action
    del events


def test_a_kind_of_event_that_is_not_known_is_passed_over() -> None:
    assert heard(begin(RUN), run_pb2.Event(sequence=1)).entries == ()


def test_what_changed_is_told_after_the_end_and_so_is_taking_it_back() -> None:
    outcome = run_pb2.Outcome()
    outcome.CopyFrom(DONE)
    outcome.changes.lines.extend(["Wi-Fi: off -> on", "1 message to Ada sent"])
    events = Events()
    talk = heard(begin(RUN), events.ended(outcome))
    assert talk.can_be_undone
    note = talk.entries[-1]
    assert isinstance(note, RunNote)
    assert note.text.splitlines() == [
        "Changed on the phone:",
        "  Wi-Fi: off -> on",
        "  1 message to Ada sent",
    ]
    undone = heard(talk, run_pb2.Event(sequence=2, undone=run_pb2.Undone()))
    assert not undone.can_be_undone
    assert isinstance(undone.entries[-1], RunNote)
    assert undone.entries[-1].text == UNDONE


def test_a_phone_that_cannot_tell_says_nothing_of_changes() -> None:
    talk = heard(begin(RUN), Events().ended(DONE))
    assert len(talk.entries) == 1
    outcome = run_pb2.Outcome(changes=run_pb2.Changes())
    note = heard(begin(RUN), Events().ended(outcome)).entries[-1]
    assert isinstance(note, RunNote)
    assert note.text == "Nothing changed on the phone."


def test_a_done_without_a_change_says_what_that_means() -> None:
    done = run_pb2.Outcome(
        ending=run_pb2.ENDING_KIND_FINISHED,
        status=action_pb2.FINISH_STATUS_DONE,
        changes=run_pb2.Changes(),
    )
    doubted = "Nothing changed on the phone. If something was to be changed, it is not done."
    assert change_lines(done) == (doubted,)
    done.text = "It is 21 degrees."
    assert change_lines(done) == ("Nothing changed on the phone.",)
    gave_up = run_pb2.Outcome(
        ending=run_pb2.ENDING_KIND_FINISHED,
        status=action_pb2.FINISH_STATUS_IMPOSSIBLE,
        changes=run_pb2.Changes(),
    )
    assert change_lines(gave_up) == ("Nothing changed on the phone.",)
