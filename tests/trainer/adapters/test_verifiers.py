"""The environment of `verifiers`, evaluated by the library itself with a stand-in model server."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
PYTHON = ROOT / ".venv-verifiers" / "bin" / "python"
pytestmark = pytest.mark.skipif(
    not PYTHON.exists(), reason="scripts/adapter_environments.sh makes what this needs"
)
REPLIES = (
    '<tool_call>{"name": "open_app", "arguments": {"app": "Clock"}}</tool_call>',
    '<tool_call>{"name": "finish", "arguments": {"text": "It is noon."}}</tool_call>',
)


@contextmanager
def model_server(asked: list[dict[str, Any]]) -> Iterator[str]:
    """Answers chat completions with the replies, by how many steps the prompt tells of."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(body)
            done = "1. " in json.dumps(body["messages"][1])
            answer = {
                "id": "x", "object": "chat.completion", "created": 0, "model": body["model"],
                "choices": [
                    {
                        "index": 0, "finish_reason": "stop",
                        "message": {"role": "assistant", "content": REPLIES[done]},
                    }
                ],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }  # fmt: skip
            data = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  as it is called
            """Nothing: the tests are quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


@pytest.mark.slow
def test_the_library_evaluates_with_a_prompt_for_each_step() -> None:
    asked: list[dict[str, Any]] = []
    with model_server(asked) as url:
        done = subprocess.run(
            [
                PYTHON, ROOT / "examples" / "verifiers_eval.py", url, "stand-in",
                "--tasks", "2", "--template", "clock.city_time", "--picture", "90", "200",
            ],
            cwd=ROOT, capture_output=True, text=True, check=False,
            env={**os.environ, "KEY": "none", "HF_HUB_OFFLINE": "1"},
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    told = [line for line in done.stdout.splitlines() if "clock.city_time#" in line]
    assert [line.partition("reward ")[2] for line in told] == ["-0.1", "-0.1"]
    assert len(asked) == 4
    for body in asked:
        system, user = body["messages"]
        assert '"name": "click"' in system["content"]
        assert [part["type"] for part in user["content"]] == ["image_url", "text"]
    later = [body for body in asked if "1. " in body["messages"][1]["content"][1]["text"]]
    assert len(later) == 2
