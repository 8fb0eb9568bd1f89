"""Tasks with the calculator."""

from __future__ import annotations

from phoneworld.apps.calculator.tasks.everyday import (
    AddThree,
    LastResult,
    PercentOff,
    SquareRoot,
)
from phoneworld.apps.calculator.tasks.history import (
    AlreadyEmpty,
    ClearSums,
    DeleteSum,
    FindResult,
    ReuseResult,
)
from phoneworld.apps.calculator.tasks.sums import Brackets, ByNought, Compute, PercentOf, SplitBill
from phoneworld.author import templates_of

TASKS = templates_of(
    Compute,
    Brackets,
    SplitBill,
    PercentOf,
    FindResult,
    ReuseResult,
    DeleteSum,
    ClearSums,
    AlreadyEmpty,
    ByNought,
    SquareRoot,
    AddThree,
    PercentOff,
    LastResult,
)
