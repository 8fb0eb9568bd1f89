"""How `phonebuddy` ends, for shells: one number for each kind of outcome."""

from __future__ import annotations

from phonebuddy.v1 import action_pb2, run_pb2

DONE = 0
NOT_DONE = 1
PROBLEM = 2
RAN_OUT = 3
REFUSED_BY_GUARD = 4
FAULT = 5
INTERRUPTED = 6
STOPPED = 130

EXPLAINED = f"""\
exit codes:
  {DONE:3}  done
  {NOT_DONE:3}  the policy gave up or refused, or a check says that the task is not solved
  {PROBLEM:3}  it could not begin: wrong options, no such phone, policy or run
  {RAN_OUT:3}  ended unfinished: out of steps, time or tokens, or going round in circles
  {REFUSED_BY_GUARD:3}  the policy insisted on what you or the guard's rules do not allow
  {FAULT:3}  the phone or the policy failed: neither success nor failure
  {INTERRUPTED:3}  the runtime ended before the run did (phonebuddy runs continue RUN)
  {STOPPED:3}  stopped by a person (Ctrl-C), or as nobody read on (| head)"""


def exit_code(run: run_pb2.Run) -> int:
    """The number for a run that is over."""
    if run.state == run_pb2.RUN_STATE_INTERRUPTED:
        return INTERRUPTED
    outcome = run.outcome
    match outcome.ending:
        case run_pb2.ENDING_KIND_FINISHED:
            unsolved = outcome.HasField("success") and not outcome.success
            done = outcome.status == action_pb2.FINISH_STATUS_DONE and not unsolved
            return DONE if done else NOT_DONE
        case run_pb2.ENDING_KIND_RAN_OUT:
            return RAN_OUT
        case run_pb2.ENDING_KIND_STOPPED_BY_PERSON:
            return STOPPED
        case run_pb2.ENDING_KIND_REFUSED_BY_GUARD:
            return REFUSED_BY_GUARD
        case _:
            return FAULT


def outcome_name(run: run_pb2.Run) -> str:
    """The outcome in one word, for programs."""
    match exit_code(run):
        case 0:
            return "done"
        case 1:
            return "not_done"
        case 3:
            return "ran_out"
        case 4:
            return "refused_by_guard"
        case 6:
            return "interrupted"
        case 130:
            return "stopped"
        case _:
            return "fault"
