"""A served phone, and calls to it as any HTTP client makes them."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import pytest
from served_androidworld import ServedAndroidWorld

from phoneworld import Workshop


@pytest.fixture
def served(shared_workshop: Workshop) -> Iterator[ServedAndroidWorld]:
    served = ServedAndroidWorld(shared_workshop)
    yield served
    served.close()


class Caller:
    """Makes calls on one connection."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=120)

    def __call__(
        self,
        method: str,
        target: str,
        body: object = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body else None
        self.connection.request(method, target, body=data, headers=headers or {})
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())


@pytest.fixture
def call(served: ServedAndroidWorld) -> Iterator[Caller]:
    caller = Caller(served.server.port)
    yield caller
    caller.connection.close()
