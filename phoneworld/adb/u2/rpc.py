"""uiautomator2's JSON-RPC: which methods there are, and how a request becomes an answer.

A request that cannot be read, a method that does not exist and one that fails are all answered in
JSON; nothing that a client sends, and no fault of an app, ends the server.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from inspect import isawaitable
from typing import cast

from phoneworld.adb.u2 import (
    device_calls,
    object_calls,
    scroll_calls,
    text_calls,
    touch_calls,
    watcher_calls,
)
from phoneworld.adb.u2.automation import UiAutomatorServer
from phoneworld.adb.u2.call import Method, Result, RpcCall
from phoneworld.adb.u2.errors import (
    PATTERN_SYNTAX,
    RUNTIME,
    STACK_OVERFLOW,
    BadParameters,
    JavaError,
    RpcError,
    UnknownMethod,
    Unsupported,
)
from phoneworld.adb.u2.regex import TooCostly
from phoneworld.adb.u2.regex_reader import PatternError
from runtime.errors import PhoneBuddyError

METHODS: Mapping[str, Method] = {
    **device_calls.METHODS,
    **object_calls.METHODS,
    **scroll_calls.METHODS,
    **text_calls.METHODS,
    **touch_calls.METHODS,
    **watcher_calls.METHODS,
}
MAX_BATCH = 100
VERSION = "2.0"

logger = logging.getLogger(__name__)
IsGone = Callable[[], bool]


async def answer(automation: UiAutomatorServer, body: bytes, is_gone: IsGone) -> bytes:
    """The answer to a request, or to a list of them; empty where none is wanted."""
    try:
        request: object = json.loads(body)
    except (ValueError, RecursionError):
        return _encoded(_failed(None, RpcError(-32700, "JSON parse error")))
    if not isinstance(request, list):
        found = await _answer_one(automation, request, is_gone)
        return b"" if found is None else _encoded(found)
    requests = cast(list[object], request)
    if not 0 < len(requests) <= MAX_BATCH:
        return _encoded(_failed(None, RpcError(-32600, "Invalid Request")))
    answers = [await _answer_one(automation, each, is_gone) for each in requests]
    wanted = [each for each in answers if each is not None]
    return _encoded(wanted) if wanted else b""


async def _answer_one(
    automation: UiAutomatorServer, request: object, is_gone: IsGone
) -> dict[str, object] | None:
    if not isinstance(request, dict):
        return _failed(None, RpcError(-32600, "Invalid Request"))
    given = cast(Mapping[str, object], request)
    number = given.get("id")
    number = number if isinstance(number, str | int | float) else None
    name = given.get("method")
    if not isinstance(name, str):
        return _failed(number, RpcError(-32600, "Invalid Request"))
    answered: dict[str, object]
    try:
        values = _values(given.get("params"))
        answered = {"jsonrpc": VERSION, "id": number, "result": await _call(
            automation, name, values, is_gone
        )}  # fmt: skip
    except RpcError as error:
        answered = _failed(number, error)
    return answered if "id" in given else None


def _values(params: object) -> Sequence[object]:
    """The parameters in their order. Java's methods know no names for them."""
    if params is None or params == {}:
        return ()
    if not isinstance(params, list):
        raise BadParameters("the parameters are a list")
    return cast(list[object], params)


async def _call(
    automation: UiAutomatorServer, name: str, values: Sequence[object], is_gone: IsGone
) -> Result:
    journal = automation.session.journal
    journal.requests.append(f"jsonrpc {name[:200]}")
    method = METHODS.get(name)
    if method is None:
        journal.miss(f"jsonrpc {name}")
        raise UnknownMethod(name)
    if len(values) not in method.counts:
        counts = " or ".join(map(str, method.counts))
        raise BadParameters(f"{name} takes {counts} parameters, not {len(values)}")
    personality = automation.session.personality
    automation.calls += 1
    call = RpcCall(automation, values, is_gone)
    try:
        if personality.check_call is not None:
            personality.check_call(automation, name)
        result = method.run(call)
        result = await result if isawaitable(result) else result
        change = personality.answers.get(name)
        return change(call, result) if change is not None else result
    except Unsupported:
        journal.miss(f"jsonrpc {name}")
        raise
    except RpcError:
        raise
    except PatternError as error:
        raise JavaError(PATTERN_SYNTAX, f"{PATTERN_SYNTAX}: {error}") from error
    except (TooCostly, RecursionError) as error:
        raise JavaError(STACK_OVERFLOW, f"{STACK_OVERFLOW}: {error}") from error
    except PhoneBuddyError as error:
        raise JavaError(RUNTIME, f"{RUNTIME}: {error}") from error
    except Exception as error:
        # A mistake in an app is what this call failed with; the server goes on.
        logger.exception("a call failed: %s", name)
        raise JavaError(RUNTIME, f"{RUNTIME}: {error!r}") from error


def _failed(number: object, error: RpcError) -> dict[str, object]:
    return {"jsonrpc": VERSION, "id": number, "error": error.to_json()}


def _encoded(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
