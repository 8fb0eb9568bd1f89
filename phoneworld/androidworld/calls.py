"""The calls of AndroidWorld's interface: a path and its parameters in, JSON out.

Paths, parameters and answers are AndroidWorld's own (its server's, which its Docker image runs).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from phoneworld.androidworld.environment import AndroidWorldEnvironment
from phoneworld.androidworld.errors import CallError, bad_value, not_found
from phoneworld.androidworld.suite import (
    DEFAULT_INSTANCES,
    DEFAULT_SEED,
    FAMILIES,
)
from phoneworld.tasks.trial import Task

if TYPE_CHECKING:
    from PIL.Image import Image

Values = Mapping[str, str]
Json = dict[str, object]

_TRUE = frozenset({"true", "1", "on", "t", "yes", "y"})
_FALSE = frozenset({"false", "0", "off", "f", "no", "n"})


class EnvironmentCalls:
    """Answers calls on an environment."""

    def __init__(self, environment: AndroidWorldEnvironment) -> None:
        self._environment = environment
        self._calls: dict[tuple[str, str], Callable[[Values, bytes], Json | Image]] = {
            ("GET", "/health"): lambda _values, _body: _success() | self._served(),
            ("POST", "/close"): lambda _values, _body: _success(),
            ("POST", "/reset"): self._reset,
            ("GET", "/screenshot"): self._screenshot,
            ("POST", "/execute_action"): self._execute,
            ("GET", "/suite/task_list"): self._task_list,
            ("GET", "/suite/task_length"): self._task_length,
            ("GET", "/suite/reinitialize"): self._reinitialize,
            ("POST", "/task/initialize"): self._initialize,
            ("POST", "/task/tear_down"): self._tear_down,
            ("GET", "/task/score"): self._score,
            ("GET", "/task/goal"): self._goal,
            ("GET", "/task/template"): self._template,
        }

    def answer(self, method: str, path: str, values: Values, body: bytes) -> Json | Image:
        """What a call gives: JSON, or a picture that is still to be written as JSON."""
        call = self._calls.get((method, path))
        if call is None:
            if any(path == known for _, known in self._calls):
                raise CallError(HTTPStatus.METHOD_NOT_ALLOWED, "Method Not Allowed")
            raise not_found("Not Found")
        return call(values, body)

    def _reset(self, values: Values, body: bytes) -> Json:
        del body
        go_home = _flag(values, "go_home")
        self._environment.reset(go_home=go_home)
        return _success(f"Environment reset with go_home={go_home}.")

    def _screenshot(self, values: Values, body: bytes) -> Image:
        from phoneworld.render.paint import paint

        del body
        # Screens here are always at rest.
        _flag(values, "wait_to_stabilize")
        return paint(self._environment.phone.frame())

    def _execute(self, values: Values, body: bytes) -> Json:
        del values
        try:
            entry: object = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise bad_value("the body must be a JSON action") from error
        if not isinstance(entry, dict):
            raise bad_value("the body must be a JSON action: an object with an action_type")
        note = self._environment.execute(cast("dict[str, object]", entry))
        message = f"Action {json.dumps(entry)[:500]} executed."
        return _success(f"{message} {note}" if note else message)

    def _task_list(self, values: Values, body: bytes) -> Json:
        del body
        names = list(self._environment.suite.types)
        most = _number(values, "max_index")
        return {"task_list": names if most < 0 else names[:most], **self._served()}

    def _task_length(self, values: Values, body: bytes) -> Json:
        del body
        suite = self._environment.suite
        suite.template(_word(values, "task_type"))
        return {"length": suite.instances}

    def _reinitialize(self, values: Values, body: bytes) -> Json:
        del body
        instances = _number(values, "n_task_combinations", DEFAULT_INSTANCES)
        seed = _number(values, "seed", DEFAULT_SEED)
        family = values.get("task_family", self._environment.family)
        if family not in FAMILIES:
            known = ", ".join(FAMILIES)
            detail = f"Invalid task family: {family[:60]}; there are {known}"
            raise CallError(HTTPStatus.BAD_REQUEST, detail)
        self._environment.choose_suite(family, instances=instances, seed=seed)
        served = self._served()
        message = (
            f"Task suite re-initialized with n_task_combinations={instances}, seed={seed}: "
            f"{served['suite']}."
        )
        return _success(message) | served

    def _initialize(self, values: Values, body: bytes) -> Json:
        del body
        task = self._task(values)
        self._environment.initialize(task)
        return _success(f"Task {_task_words(values)} initialized.")

    def _tear_down(self, values: Values, body: bytes) -> Json:
        del body
        self._environment.tear_down(self._task(values))
        return _success(f"Task {_task_words(values)} torn down.")

    def _score(self, values: Values, body: bytes) -> Json:
        del body
        return {"score": self._environment.score(self._task(values))}

    def _goal(self, values: Values, body: bytes) -> Json:
        del body
        return {"goal": self._environment.goal(self._task(values))}

    def _template(self, values: Values, body: bytes) -> Json:
        del body
        return {"template": self._task(values).template.goals[0]}

    def _served(self) -> Json:
        """Whose tasks are served: a score is never to be told without it."""
        return {"suite": self._environment.stage.title}

    def _task(self, values: Values) -> Task:
        name, number = _word(values, "task_type"), _number(values, "task_idx")
        return self._environment.suite.task(name, number)


def _success(message: str = "") -> Json:
    return {"status": "success", "message": message} if message else {"status": "success"}


def _task_words(values: Values) -> str:
    return f"{values['task_type']} {values['task_idx']}"


def _word(values: Values, name: str) -> str:
    if name not in values:
        raise bad_value(f"the parameter {name} is missing")
    return values[name]


def _number(values: Values, name: str, default: int | None = None) -> int:
    if name not in values and default is not None:
        return default
    text = _word(values, name)
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 18:
        raise bad_value(f"{name} is {text[:60]!r}: it must be a whole number")
    return int(text)


def _flag(values: Values, name: str) -> bool:
    text = _word(values, name).lower()
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise bad_value(f"{name} is {text[:60]!r}: it must be true or false")
