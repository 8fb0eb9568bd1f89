"""mobilecli's device server, by which mobile-mcp lists apps and sets the clipboard.

mobilecli pushes a program to the phone and talks JSON-RPC over HTTP to it. Here that server is there from the
beginning: apps, clipboard and version are answered, and for everything else mobilecli has a way of its own (screens
come from uiautomator) when it is told that there is no such method.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, cast

from phoneworld.adb.foreign.package_aliases import told
from phoneworld.adb.packages.package_list import packages_of
from phoneworld.adb.session import AdbSession
from phoneworld.adb.u2.http import PATIENT, HttpResponse, InvalidHttpRequest, read_request

ADDRESS = "localabstract:mobilecli-server"
VERSION = "phoneworld"
INVALID, UNKNOWN = -32600, -32601

# JSON of any form, as it comes and goes.
Json = dict[str, Any]
Method = Callable[[AdbSession, Mapping[str, Any]], object]


class DeviceServer:
    """Serves one phone; each connection is served by a call."""

    def __init__(self, session: AdbSession) -> None:
        self._session = session

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while True:
                try:
                    request = await read_request(reader, writer, PATIENT)
                except InvalidHttpRequest as error:
                    refused = HttpResponse(str(error).encode(), status=error.status)
                    writer.write(refused.encoded(keeps_alive=False))
                    await writer.drain()
                    break
                if request is None:
                    break
                said = json.dumps(answer(self._session, request.body), ensure_ascii=False)
                found = HttpResponse(said.encode("utf-8", "replace"), "application/json")
                writer.write(found.encoded(keeps_alive=request.keeps_alive))
                await writer.drain()
                if not request.keeps_alive:
                    break
        writer.close()


def answer(session: AdbSession, body: bytes) -> Json:
    """The JSON-RPC answer to a request."""
    try:
        asked = _object(json.loads(body))
    except (ValueError, RecursionError):
        return _failure(None, INVALID, "Invalid Request")
    number, name = asked.get("id"), asked.get("method")
    if not isinstance(name, str):
        return _failure(number, INVALID, "Invalid Request")
    method = _METHODS.get(name)
    if method is None:
        session.journal.miss(f"{ADDRESS} {name}")
        return _failure(number, UNKNOWN, f"Method not found: {name}")
    result = method(session, _object(asked.get("params")))
    return {"jsonrpc": "2.0", "id": number, "result": result}


def _object(value: object) -> Json:
    return cast("Json", value) if isinstance(value, dict) else {}


def _failure(number: object, code: int, message: str) -> Json:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def _apps(session: AdbSession, params: Mapping[str, Any]) -> list[Json]:
    del params
    return [
        {
            "packageName": told(package.name),
            "appName": package.label,
            "version": package.version_name,
            "versionCode": package.version_code,
        }
        for package in packages_of(session).values()
        if package.app is not None and package.app.in_launcher
    ]


def _set_clipboard(session: AdbSession, params: Mapping[str, Any]) -> Json:
    text = params.get("text")
    session.phone.clipboard = text if isinstance(text, str) else ""
    return {}


def _clear_clipboard(session: AdbSession, params: Mapping[str, Any]) -> Json:
    del params
    session.phone.clipboard = ""
    return {}


_METHODS: dict[str, Method] = {
    "device.version": lambda _, __: VERSION,
    "device.apps.list": _apps,
    "device.clipboard.set": _set_clipboard,
    "device.clipboard.get": lambda session, _: {"text": session.phone.clipboard},
    "device.clipboard.clear": _clear_clipboard,
}
