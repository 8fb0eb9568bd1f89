"""A client of AndroidWorld's HTTP interface: any server that speaks it, ours or its own image's."""

from __future__ import annotations

import http.client
import json
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode, urlsplit

from runtime.observation import Screenshot
from trainer.errors import EvaluationError
from trainer.evaluation.androidworld_actions import JsonAction

TIMEOUT_S = 300.0
JSON, PNG = "application/json", "image/png"
PNG_START = b"\x89PNG"
_NUMBERS = {str(number).encode(): number for number in range(256)}
Json = dict[str, Any]


class AndroidWorldError(EvaluationError):
    """The server cannot be reached, or what it says is no answer of AndroidWorld's."""


class CallFailed(AndroidWorldError):
    """The server did not do what it was asked."""


class AndroidWorldClient:
    """One connection, kept open. Not for several threads."""

    def __init__(self, url: str, *, timeout_s: float = TIMEOUT_S) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise AndroidWorldError(f"{url!r} is no address like http://127.0.0.1:5000")
        self.url = url
        self._connection = http.client.HTTPConnection(
            parts.hostname, parts.port or 80, timeout=timeout_s
        )

    def close(self) -> None:
        self._connection.close()

    def health(self) -> None:
        """Raise unless it is ready."""
        self._call("GET", "/health")

    def reinitialize(self, *, instances: int, seed: int, family: str = "") -> None:
        """Make the suite anew: of a family, or of the one that the server has without a word of it."""
        values: dict[str, Any] = {"n_task_combinations": instances, "seed": seed}
        if family:
            values["task_family"] = family
        self._call("GET", "/suite/reinitialize", values)

    def task_types(self) -> list[str]:
        """All types of tasks."""
        names = self._call("GET", "/suite/task_list", {"max_index": -1}).get("task_list")
        if not isinstance(names, list):
            raise AndroidWorldError(f"{self.url} answered without a list of tasks")
        return [str(name) for name in names]

    def instances(self, task_type: str) -> int:
        """How many tasks of a type there are."""
        return int(self._number("/suite/task_length", {"task_type": task_type}, "length"))

    def reset(self, *, go_home: bool = True) -> None:
        self._call("POST", "/reset", {"go_home": str(go_home).lower()})

    def initialize(self, task_type: str, number: int) -> None:
        self._call("POST", "/task/initialize", _task(task_type, number))

    def tear_down(self, task_type: str, number: int) -> None:
        self._call("POST", "/task/tear_down", _task(task_type, number))

    def goal(self, task_type: str, number: int) -> str:
        path = "/task/goal"
        goal = self._call("GET", path, _task(task_type, number)).get("goal")
        if not isinstance(goal, str):
            raise AndroidWorldError(f"{self.url}{path} answered without a goal")
        return goal

    def score(self, task_type: str, number: int) -> float:
        return self._number("/task/score", _task(task_type, number), "score")

    def execute(self, action: JsonAction) -> None:
        """Do a JSON action; `CallFailed` where the server would not."""
        self._call("POST", "/execute_action", body=action)

    def screenshot(self) -> Screenshot:
        """The screen as a PNG, which our server sends and AndroidWorld's own does not."""
        values = {"wait_to_stabilize": "true"}
        picture = self._fetch("GET", "/screenshot", values, accept=f"{PNG}, {JSON}")
        return read_png(picture) if picture.startswith(PNG_START) else read_pixels(picture)

    def _number(self, path: str, values: dict[str, Any], name: str) -> float:
        found = self._call("GET", path, values).get(name)
        if not isinstance(found, int | float):
            raise AndroidWorldError(f"{self.url}{path} answered without a {name}")
        return float(found)

    def _call(
        self,
        method: str,
        path: str,
        values: dict[str, Any] | None = None,
        *,
        body: JsonAction | None = None,
    ) -> Json:
        text = self._fetch(method, path, values, body=body)
        try:
            found = json.loads(text)
        except ValueError as error:
            raise AndroidWorldError(f"{self.url}{path} answers no JSON") from error
        if not isinstance(found, dict):
            raise AndroidWorldError(f"{self.url}{path} answers no JSON object")
        return found

    def _fetch(
        self,
        method: str,
        path: str,
        values: dict[str, Any] | None = None,
        *,
        body: JsonAction | None = None,
        accept: str = JSON,
    ) -> bytes:
        target = f"{path}?{urlencode(values)}" if values else path
        data = json.dumps(body).encode() if body is not None else b""
        try:
            headers = {"Content-Type": JSON, "Accept": accept}
            self._connection.request(method, target, body=data, headers=headers)
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            # A connection that broke is opened anew by the next call.
            self._connection.close()
            raise AndroidWorldError(f"{self.url}{path} does not answer: {error!r}") from error
        if answer.status != HTTPStatus.OK:
            detail = text[:500].decode(errors="replace")
            raise CallFailed(f"{path}: {answer.status} {answer.reason}: {detail}")
        return text


def read_png(picture: bytes) -> Screenshot:
    """A picture that is a PNG already."""
    import io

    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(picture)) as image:
            width, height = image.size
    except UnidentifiedImageError as error:
        raise AndroidWorldError("the screenshot is no PNG that can be read") from error
    return Screenshot(picture, PNG, width, height)


def read_pixels(text: bytes) -> Screenshot:
    """The picture in `{"pixels": [[[r, g, b], ...], ...]}`.

    Not read as JSON: millions of little lists take many seconds.
    """
    import io

    from PIL import Image

    packed = text.translate(None, b" \n")
    opening, closing = packed.find(b"[[["), packed.rfind(b"]]]")
    height = packed.count(b"]]")
    numbers = packed[opening + 3 : closing].replace(b"[", b"").replace(b"]", b"").split(b",")
    width = len(numbers) // (3 * height) if height else 0
    try:
        flat = bytes([_NUMBERS[number] for number in numbers])
        image = Image.frombytes("RGB", (width, height), flat)
    except (KeyError, ValueError) as error:
        raise AndroidWorldError("the screenshot is no rows of pixels") from error
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return Screenshot(file.getvalue(), PNG, width, height)


def _task(task_type: str, number: int) -> dict[str, Any]:
    return {"task_type": task_type, "task_idx": number}
