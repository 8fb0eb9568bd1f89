"""How `phonebuddy` ends, for shells: one number for each kind of outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from phonebuddy.v1 import run_pb2

from tui.answers import is_withheld
from tui.endings import RunEnding, run_ending

DONE = 0
NOT_DONE = 1
PROBLEM = 2
RAN_OUT = 3
REFUSED_BY_GUARD = 4
FAULT = 5
INTERRUPTED = 6
REFUSED = 7
UNSURE = 8
STOPPED = 130

EXPLAINED = f"""\
exit codes:
  {DONE:3}  done
  {NOT_DONE:3}  the policy gave up, a check says that the task is not solved, or the
       answer to --schema may not be told
  {PROBLEM:3}  it could not begin: wrong options, no such phone, policy or run
  {RAN_OUT:3}  ended unfinished: out of steps, time or tokens, going round in circles, or
       with an answer that does not fit --schema
  {REFUSED_BY_GUARD:3}  the guard ended it: the policy insisted on what you or the rules do not allow
  {FAULT:3}  the phone or the policy failed: neither success nor failure
  {INTERRUPTED:3}  the runtime ended before the run did (phonebuddy runs continue RUN)
  {REFUSED:3}  the policy refused the task
  {UNSURE:3}  perhaps done: the policy says so, and a step is in doubt
  {STOPPED:3}  stopped by a person (Ctrl-C), or as nobody read on (| head)"""

CODES: Mapping[RunEnding, int] = {
    RunEnding.DONE: DONE,
    RunEnding.UNSURE: UNSURE,
    RunEnding.NOT_SOLVED: NOT_DONE,
    RunEnding.GAVE_UP: NOT_DONE,
    RunEnding.REFUSED: REFUSED,
    RunEnding.REFUSED_BY_GUARD: REFUSED_BY_GUARD,
    RunEnding.STOPPED: STOPPED,
    RunEnding.RAN_OUT: RAN_OUT,
    RunEnding.FAULT: FAULT,
    RunEnding.INTERRUPTED: INTERRUPTED,
}

_WORST_FIRST = (
    STOPPED,
    FAULT,
    INTERRUPTED,
    PROBLEM,
    REFUSED_BY_GUARD,
    RAN_OUT,
    NOT_DONE,
    REFUSED,
    UNSURE,
    DONE,
)


def worst(codes: Iterable[int]) -> int:
    """The number for several runs: done only if all are."""
    return min(codes, key=_WORST_FIRST.index)


def exit_code(run: run_pb2.Run) -> int:
    """The number for a run that is over. One whose answer cannot be told is not done for a program."""
    if is_withheld(run):
        return NOT_DONE
    return CODES[run_ending(run) or RunEnding.FAULT]
