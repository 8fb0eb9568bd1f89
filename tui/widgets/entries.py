"""What one entry of a conversation looks like, as styled text."""

from __future__ import annotations

from typing import assert_never

from textual.content import Content

from tui import words
from tui.conversation import (
    Conversation,
    Entry,
    Phase,
    QuestionEntry,
    RunNote,
    StepEntry,
    Tone,
    streamed_thought,
)
from tui.endings import LOOKS, RunEnding
from tui.plain_text import duration_words, one_line

# Colours by the theme's names. Signs as well, since colour alone tells nothing without colours.
_TONES = {
    Tone.NEUTRAL: ("· ", "$text-muted"),
    Tone.WAITING: ("‖ ", "$text-warning"),
}
_PHASES = {
    Phase.DECIDING: "…",
    Phase.DECIDED: "›",
    Phase.ACTING: "»",
    Phase.DONE: "●",
}


def heading(talk: Conversation) -> Content:
    """The task."""
    return Content.assemble(("Task  ", "$text-muted"), (talk.goal, "bold"))


def entry_content(entry: Entry) -> Content:
    """One entry."""
    match entry:
        case StepEntry():
            return _turn(entry)
        case QuestionEntry():
            return _asking(entry)
        case RunNote(text, ending=RunEnding() as ending):
            look = LOOKS[ending]
            return Content.styled(f"{look.sign} {text}", f"bold {look.colour}")
        case RunNote(text, tone):
            sign, style = _TONES[tone]
            return Content.styled(f"{sign}{text}", style)
        case _:
            assert_never(entry)


def _turn(turn: StepEntry) -> Content:
    who = f"{turn.who}: " if turn.who else ""
    parts: list[Content] = []
    thought = turn.thought or streamed_thought(turn.streamed)
    if thought:
        parts.append(Content.styled(f"  {one_line(thought)}", "italic $text-muted"))
    sign = "✗" if turn.failed else _PHASES[turn.phase]
    style = "$text-error" if turn.failed else "bold" if turn.phase is Phase.ACTING else ""
    action = turn.action or ("thinks" if thought else "looks at the screen")
    line = Content.assemble(
        (f"{sign} ", "$text-error" if turn.failed else "$text-accent"),
        (f"{turn.step + 1}. ", "$text-muted"),
        (f"{who}{action}", style),
        (_timing(turn), "$text-muted"),
    )
    parts.append(line)
    if turn.result:
        parts.append(Content.styled(f"  ↳ {turn.result}", "$text-warning"))
    return Content("\n").join(parts)


def _timing(turn: StepEntry) -> str:
    return "" if turn.seconds is None else f"  {duration_words(turn.seconds)}"


def _asking(asking: QuestionEntry) -> Content:
    title = words.question_title(asking.question)
    asked = words.question_words(asking.question)
    line = Content.assemble((f"? {title} ", "bold $text-warning"), asked)
    if asking.response:
        return Content.assemble(line, ("\n  ↳ ", "$text-muted"), (asking.response, "bold"))
    return Content.assemble(line, ("\n  ↳ waits for you (F7)", "$text-warning"))
