"""A task of the suite: a task type that also knows what AndroidWorld calls it.

`from_suite` makes the same task from the parameters that AndroidWorld drew and the phone that it set
up, so that one oracle solves what either has set. It reads, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, Self

from phoneworld.author import TaskType, Template
from phoneworld.errors import TaskError
from phoneworld.phone import Phone


class SuiteTask(TaskType):
    """One kind of task of the suite. `suite` is AndroidWorld's name for it.

    `complexity` is what its budget of steps follows from. A task whose fields are not called as
    AndroidWorld's parameters are defines `from_suite` itself.
    """

    suite: ClassVar[str]
    complexity: ClassVar[float]

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        """The task that AndroidWorld has set up on a phone. `Any`: its parameters are of any type."""
        del phone
        names = [field.name for field in fields(cls)]  # type: ignore[arg-type]  # a dataclass
        missing = [name for name in names if name not in params]
        if missing:
            raise TaskError(f"{cls.suite} has no parameter {', '.join(missing)}")
        return cls(**{name: params[name] for name in names})

    @property
    def most_steps(self) -> int:
        """How many steps AndroidWorld allows."""
        return int(10 * self.complexity)


def suite_task_type(template: Template) -> type[SuiteTask] | None:
    """The task type that a template was made of; None for one that is not of the suite."""
    # A template's `draw` is the class method of its task type.
    task_type = getattr(template.draw, "__self__", None)
    if isinstance(task_type, type) and issubclass(task_type, SuiteTask):
        return task_type
    return None
