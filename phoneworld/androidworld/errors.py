"""Why a call was not answered as asked: the message for the client, and its HTTP status.

PhoneWorldError
`-- CallError
"""

from __future__ import annotations

from http import HTTPStatus

from phoneworld.errors import PhoneWorldError


class CallError(PhoneWorldError):
    """A call that cannot be answered as asked. It never ends the server."""

    def __init__(self, status: HTTPStatus, detail: str) -> None:
        self.status = status
        super().__init__(detail)


def bad_value(detail: str) -> CallError:
    """A parameter or a body that makes no sense."""
    return CallError(HTTPStatus.UNPROCESSABLE_ENTITY, detail)


def not_found(detail: str) -> CallError:
    """A path, a task or an index that does not exist."""
    return CallError(HTTPStatus.NOT_FOUND, detail)


def not_now(detail: str) -> CallError:
    """Something that is not possible in this state."""
    return CallError(HTTPStatus.CONFLICT, detail)
