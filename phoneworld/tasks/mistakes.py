"""Mistakes as values: other parameters, or edits of what the oracle does.

An edit is asked about every step that an oracle is about to take and says what to do in its place,
so that it works on scripts and on oracles that look and compute alike.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from phoneworld.errors import TaskError
from phoneworld.tasks.steps import Ask, End, OracleStep, Script
from phoneworld.tasks.template import TaskType

Pattern = OracleStep | type[OracleStep]
"""A kind of step, or a step whose non-default fields say what to look for."""


@dataclass(frozen=True, slots=True)
class Instead:
    """The task is solved for other parameters."""

    changes: dict[str, Any]

    def __init__(self, **changes: Any) -> None:
        object.__setattr__(self, "changes", changes)

    def apply(self, drawn: TaskType) -> TaskType:
        """The draw with these parameters; `TaskError` if it does not have them."""
        unknown = self.changes.keys() - drawn.__dict__.keys()
        if unknown:
            raise TaskError(f"{drawn.template} has no parameter {', '.join(sorted(unknown))}")
        return replace(drawn, **self.changes)  # type: ignore[type-var]  # subclasses are dataclasses


class Edit(Protocol):
    """Changes what an oracle does."""

    def rewrite(self, number: int, step: OracleStep) -> Script:
        """What is done in place of the step of that number, counted from 0."""
        ...


@dataclass(frozen=True, slots=True)
class Without:
    """Steps like these are left out."""

    patterns: tuple[Pattern, ...]

    def __init__(self, *patterns: Pattern) -> None:
        object.__setattr__(self, "patterns", patterns)

    def rewrite(self, number: int, step: OracleStep) -> Script:
        del number
        return () if any(is_like(step, pattern) for pattern in self.patterns) else (step,)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The step of a number is left out."""

    number: int

    def rewrite(self, number: int, step: OracleStep) -> Script:
        return () if number == self.number else (step,)


@dataclass(frozen=True, slots=True)
class Swap:
    """In place of steps like one, others are done."""

    pattern: Pattern
    steps: Script

    def __init__(self, pattern: Pattern, *steps: OracleStep) -> None:
        object.__setattr__(self, "pattern", pattern)
        object.__setattr__(self, "steps", steps)

    def rewrite(self, number: int, step: OracleStep) -> Script:
        del number
        return self.steps if is_like(step, self.pattern) else (step,)


@dataclass(frozen=True, slots=True)
class Also:
    """Further steps are taken before the end."""

    steps: Script

    def __init__(self, *steps: OracleStep) -> None:
        object.__setattr__(self, "steps", steps)

    def rewrite(self, number: int, step: OracleStep) -> Script:
        del number
        return (*self.steps, step) if isinstance(step, End) else (step,)


@dataclass(frozen=True, slots=True)
class StopAt:
    """The oracle claims to be done before the first step like this one."""

    pattern: Pattern

    def rewrite(self, number: int, step: OracleStep) -> Script:
        del number
        return (End(),) if is_like(step, self.pattern) else (step,)


@dataclass(frozen=True, slots=True)
class Guess:
    """The user is not asked: this is taken for the answer."""

    answer: str

    def rewrite(self, number: int, step: OracleStep) -> Script:
        del number
        return () if isinstance(step, Ask) else (step,)


@dataclass(frozen=True, slots=True)
class Way:
    """Something entirely different is done."""

    steps: Script

    def __init__(self, *steps: OracleStep) -> None:
        object.__setattr__(self, "steps", steps)


Mistake = Instead | Without | Swap | Also | StopAt | Guess | Way


def is_like(step: OracleStep, pattern: Pattern) -> bool:
    """Whether a step is of a kind and agrees with what the pattern says."""
    if isinstance(pattern, type):
        return isinstance(step, pattern)
    if type(step) is not type(pattern):
        return False
    plain = {field.name: field.default for field in fields(pattern)}
    said = {name: getattr(pattern, name) for name in plain}
    return all(getattr(step, name) == value for name, value in said.items() if value != plain[name])
