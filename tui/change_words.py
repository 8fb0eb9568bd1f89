"""What a run left different on its phone, as lines for people."""

from __future__ import annotations

from phonebuddy.v1 import run_pb2

from tui.endings import RunEnding, ending_of
from tui.plain_text import one_line

NOTHING = "Nothing changed on the phone."
NOTHING_DONE = f"{NOTHING} If something was to be changed, it is not done."


def changes_of(outcome: run_pb2.Outcome) -> tuple[str, ...] | None:
    """What changed, a line each; None where the phone cannot tell."""
    if not outcome.HasField("changes"):
        return None
    return tuple(one_line(line) for line in outcome.changes.lines)


def nothing_words(outcome: run_pb2.Outcome) -> str:
    """That nothing changed; a run that says it is done, and nothing else, may be wrong in that."""
    says_done = ending_of(outcome) in {RunEnding.DONE, RunEnding.UNSURE}
    return NOTHING_DONE if says_done and not outcome.text else NOTHING


def change_lines(outcome: run_pb2.Outcome) -> tuple[str, ...]:
    """What changed, to be read: a line, or a heading with a line for each; empty if that is not known."""
    changes = changes_of(outcome)
    if changes is None:
        return ()
    if not changes:
        return (nothing_words(outcome),)
    if len(changes) == 1:
        return (f"Changed on the phone: {changes[0]}",)
    return ("Changed on the phone:", *(f"  {line}" for line in changes))
