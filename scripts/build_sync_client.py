#!/usr/bin/env python3
"""Makes the blocking client from the one for asyncio, which is the only one written by hand.

    scripts/build_sync_client.py [FILE]

Needs ruff, which formats the result. A test compares what is committed with what this makes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASYNC_CLIENT = ROOT / "proto/phonebuddy/v1/async_client.py"
SYNC_CLIENT = ROOT / "proto/phonebuddy/v1/client.py"

DOCSTRING = '''"""A client of the runtime, for programs. Made from `async_client` by scripts/build_sync_client.py.

    with Client("unix:~/.phonebuddy/runtime.sock") as buddy:
        run = buddy.start("turn on wi-fi", device="phoneworld://", policy="buddy")
        for event in buddy.watch(run.id):
            print(event)

`watch` comes back by itself when the server goes away and returns, and loses nothing; so does every
call that can be repeated. What fails raises a `BuddyError` with a class for each reason (`errors`).
"""
'''

WORDS = {
    r"async (def|for|with)\b": r"\1",
    r"\bAsyncClient\b": "Client",
    r"\bAsync(Iterator|Generator)\b": r"\1",
    r"\bAwaitable\[(\w+)\]": r"\1",
    r"\bAwaitable, ": "",
    r"__a(enter|exit)__": r"__\1__",
    r"\baclosing\b": "closing",
    r"\basync_channel\b": "channel",
    r"\bgrpc\.aio\.AioRpcError\b": "grpc.RpcError",
    r"\basyncio\b": "time",
    r"one runtime, for one event loop\.": "one runtime. Safe from several threads.",
}


def build(text: str) -> str:
    """The blocking client's source, given that of the one for asyncio."""
    text = DOCSTRING + text.split('"""', 2)[2].lstrip("\n").join(["\n", ""])
    text = _without_await(text)
    for pattern, replacement in WORDS.items():
        text = re.sub(pattern, replacement, text)
    for arguments in (["check", "--select", "I,UP028", "--unsafe-fixes", "--fix-only"], ["format"]):
        command = [sys.executable, "-m", "ruff", *arguments, "--stdin-filename", str(SYNC_CLIENT)]
        done = subprocess.run(
            [*command, "-"], cwd=ROOT, check=True, capture_output=True, input=text, text=True
        )
        text = done.stdout
    return text


def _without_await(text: str) -> str:
    """Without `await`, and without the parentheses that only it needed."""
    while (at := text.find("(await ")) >= 0:
        depth, end = 1, at + 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        if text[end : end + 1] == ".":
            text = text[:at] + text[at + len("(await ") : end - 1] + text[end:]
        else:
            text = text[: at + 1] + text[at + len("(await ") :]
    return text.replace("await ", "")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else SYNC_CLIENT
    target.write_text(build(ASYNC_CLIENT.read_text()))
