"""What went wrong, with the next command to type."""

from __future__ import annotations

import shlex

from phonebuddy.v1 import errors

from tui.errors import Problem
from tui.plain_text import one_line


def problem_of(error: errors.BuddyError) -> Problem:
    """What a runtime said, and what to do about it."""
    message = one_line(str(error)) or type(error).__name__
    match error:
        case errors.Unreachable():
            return Problem(
                f"the runtime cannot be reached: {message}",
                next="phonebuddy doctor   (or, without --connect, let phonebuddy start one itself)",
            )
        case errors.Unauthenticated():
            return Problem(
                message, next="the same again with --token-file FILE, or $PHONEBUDDY_TOKEN"
            )
        case errors.ConsentNeeded():
            return Problem(message, next=f"phonebuddy policies allow {shlex.quote(error.policy)}")
        case errors.UnknownRun():
            return Problem(message, next="phonebuddy runs list")
        case errors.UnknownDevice() | errors.DeviceFailed():
            return Problem(message, next="phonebuddy devices list   and   phonebuddy doctor")
        case errors.DeviceBusy():
            return Problem(
                message,
                next=f"phonebuddy runs watch {error.run_id}   (or the same again with --queue)",
            )
        case errors.UnknownPolicy():
            return Problem(message, next="phonebuddy policies list")
        case errors.BadPolicy() | errors.UnsupportedPolicy() | errors.EngineFailed():
            return Problem(message, next="phonebuddy policies list   shows what can be used")
        case errors.PolicyInUse():
            return Problem(message, next="phonebuddy runs list --state running")
        case errors.WrongState():
            return Problem(message, next="phonebuddy runs list")
        case errors.InvalidRequest() if error.fields:
            fields = "; ".join(f"{what} ({name})" for name, what in error.fields.items())
            return Problem(f"the runtime refused this: {one_line(fields)}")
        case errors.ServerFailed() if error.incident:
            return Problem(f"{message} (the runtime's log tells more under {error.incident})")
        case _:
            return Problem(message)
