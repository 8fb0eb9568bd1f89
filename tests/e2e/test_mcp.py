"""Other agents, by the Model Context Protocol's own client, over both transports."""

import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ElicitRequestFormParams, ElicitResult, TextContent
from runtime_process import PATIENCE_S, RuntimeProcess, call, write_script

from runtime.turn.start import PolicyStart

PHONE = "phoneworld://?seed=7"
SEEDS = itertools.count(11)
TOKEN = "a-token-of-enough-characters"


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuntimeProcess]:
    folder = tmp_path_factory.mktemp("runtime")
    policies = folder / "policies"
    done = call("finish", text="as you said")
    anywhere = PolicyStart.ANYWHERE
    write_script(policies, "asks", call("ask_user", question="Which one?"), done, starts=anywhere)
    process = RuntimeProcess(folder)
    yield process
    process.close()


def command(runtime: RuntimeProcess, *more: str, phone: str = PHONE) -> list[str]:
    words = ["-m", "tui", "mcp", "--connect", runtime.address, "--device", phone, *more]
    return [sys.executable, *words]


class Person:
    """Answers elicitations."""

    def __init__(self, **content: object) -> None:
        self.content = content
        self.asked: list[str] = []

    async def __call__(self, _context: object, params: object) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        self.asked.append(params.message)
        return ElicitResult(action="accept", content=self.content)  # type: ignore[arg-type]


def stdio(runtime: RuntimeProcess, person: Person | None = None, mode: str = "auto") -> Client:
    # Each test has a phone of its own: a call that was placed goes on.
    phone = f"phoneworld://?seed={next(SEEDS)}"
    program, *words = command(runtime, phone=phone)
    server = StdioServerParameters(command=program, args=words, env=dict(os.environ))
    return Client(server, elicitation_callback=person, mode=mode)  # type: ignore[arg-type]


def text_of(result: object) -> str:
    assert isinstance(result, CallToolResult)
    return "\n".join(one.text for one in result.content if isinstance(one, TextContent))


async def place_call(client: Client) -> CallToolResult:
    """Open the phone app, and tap the first button that calls somebody."""
    look = text_of(await client.call_tool("look", {"picture": False}))
    words = {"look": _look_id(look), "action": "open_app", "app": "Phone"}
    opened = await client.call_tool("act", words)
    assert [one.type for one in opened.content] == ["text", "text", "image"]
    shown = text_of(opened)
    number = int(re.findall(r"^ *(\d+) +Call ", shown, re.MULTILINE)[0])
    words = {"look": _look_id(shown), "action": "click", "element": number}
    return await client.call_tool("act", words)


def _look_id(text: str) -> str:
    return re.findall(r"^look: (\S+)$", text, re.MULTILINE)[0]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_guard_asks_the_person_through_the_client(runtime: RuntimeProcess, mode: str) -> None:
    person = Person(approve=True)
    async with stdio(runtime, person, mode) as client:
        called = await place_call(client)
        assert not called.is_error, text_of(called)
        assert len(person.asked) == 1
        assert "Call" in person.asked[0]


async def test_client_that_cannot_ask_is_refused_with_the_reason(runtime: RuntimeProcess) -> None:
    async with stdio(runtime) as client:
        called = await place_call(client)
        assert called.is_error
        assert "cannot ask its user" in text_of(called)
        assert "rule call" in text_of(called)

        stale = await client.call_tool("act", {"look": "look-0", "action": "back"})
        assert stale.is_error
        assert "look again" in text_of(stale)
        aimless = await client.call_tool("act", {"look": "look-0", "action": "click"})
        assert "say where" in text_of(aimless)


async def test_person_who_says_no_is_obeyed(runtime: RuntimeProcess) -> None:
    person = Person(approve=False)
    async with stdio(runtime, person) as client:
        called = await place_call(client)

    assert called.is_error
    assert "the person said no" in text_of(called)


@asynccontextmanager
async def over_http(url: str, token: str, person: Person | None = None) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, elicitation_callback=person) as client:  # type: ignore[arg-type]
            yield client


def serve_http(runtime: RuntimeProcess, port: int) -> subprocess.Popen[bytes]:
    token = runtime.folder / "token"
    token.write_text(TOKEN)
    words = command(runtime, "--http", "--port", str(port), "--http-token-file", str(token))
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    deadline_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline_s:
        with socket.socket() as trying:
            if trying.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.05)
    raise AssertionError("it does not listen")


async def test_tasks_over_http_with_a_token_survive_a_kill(runtime: RuntimeProcess) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/mcp"
    process = serve_http(runtime, port)
    try:
        assert httpx2.post(url, json={}).status_code == 401
        person = Person(answer="The second")
        async with over_http(url, TOKEN, person) as client:
            listed = {tool.name for tool in (await client.list_tools()).tools}
            assert {"devices", "look", "act", "run_task", "answer", "stop", "runs"} <= listed
            assert "phoneworld" in text_of(await client.call_tool("devices", {}))
            ended = await client.call_tool("run_task", {"task": "choose", "policy": "asks"})
            run = json.loads(text_of(ended))
            assert run["outcome"] == "done"
            assert person.asked == ["Which one?"] or "Which one?" in person.asked[0]
            shot = await client.call_tool("screenshot", {"run": run["run"], "step": 0})
            assert [one.type for one in shot.content] == ["image"]

        with runtime.client() as buddy:
            begun = buddy.start("choose again", device=PHONE, policy="asks")
        process.send_signal(signal.SIGKILL)
        process.wait()
        process = serve_http(runtime, port)
        async with over_http(url, TOKEN) as client:
            assert begun.id in text_of(await client.call_tool("runs", {"most": 1}))
            stopped = await client.call_tool("stop", {"run": begun.id})
            assert json.loads(text_of(stopped))["state"] == "cancelled"
    finally:
        process.kill()
        process.wait()


async def test_named_secret_is_typed_and_never_shown(tmp_path: Path) -> None:
    secrets = tmp_path / "secrets.toml"
    secrets.write_text('[member]\nvalue = "Zebra-7731"\napps = ["*"]\n')
    secrets.chmod(0o600)
    (tmp_path / "policies").mkdir()
    process = RuntimeProcess(tmp_path, "--secrets", str(secrets))
    try:
        async with stdio(process) as client:
            look = text_of(await client.call_tool("look", {"picture": False}))
            words = {"look": _look_id(look), "action": "open_app", "app": "Contacts"}
            shown = text_of(await client.call_tool("act", words))
            number = int(re.findall(r"^ *(\d+) +.*[Ss]earch", shown, re.MULTILINE)[0])
            opened = await client.call_tool(
                "act", {"look": _look_id(shown), "action": "click", "element": number}
            )
            shown = text_of(opened)
            typed = await client.call_tool(
                "act", {"look": _look_id(shown), "action": "type", "text": "{{secret:member}}"}
            )
            assert not typed.is_error, text_of(typed)
            assert "Zebra" not in text_of(typed)
            assert "No contacts found" in text_of(typed), "what is sought is the secret"
            shown = _look_id(text_of(typed))
            other = await client.call_tool(
                "act", {"look": shown, "action": "type", "text": "{{secret:other}}"}
            )
            assert other.is_error
    finally:
        process.close()
