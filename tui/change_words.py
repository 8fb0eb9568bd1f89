"""What a run left different on its phone, as lines for people."""

from __future__ import annotations

from phonebuddy.v1 import run_pb2

from tui.plain_text import one_line

NOTHING = "Nothing changed on the phone."


def changes_of(outcome: run_pb2.Outcome) -> tuple[str, ...] | None:
    """What changed, a line each; None where the phone cannot tell."""
    if not outcome.HasField("changes"):
        return None
    return tuple(one_line(line) for line in outcome.changes.lines)


def change_lines(outcome: run_pb2.Outcome) -> tuple[str, ...]:
    """What changed, to be read: a line, or a heading with a line for each; empty if that is not known."""
    changes = changes_of(outcome)
    if changes is None:
        return ()
    if not changes:
        return (NOTHING,)
    if len(changes) == 1:
        return (f"Changed on the phone: {changes[0]}",)
    return ("Changed on the phone:", *(f"  {line}" for line in changes))
