"""`--namer` against a small local server that answers like an OpenAI-compatible one."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from small_recordings import two_screens

from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.model_namer import model_namer
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.recording.droidbot import import_droidbot


class Answering(BaseHTTPRequestHandler):
    """Calls every screen a reading corner, but for one: that gets a lecture instead of a name."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        question = body["messages"][0]["content"]
        lecture = "Sure! Here is a name that I would suggest for this screen of your app."
        words = "Reading corner" if "First" in question else lecture
        reply = json.dumps({"choices": [{"message": {"content": words}}]}).encode()
        ok = self.path == "/v1/chat/completions" and body["model"] == "small"
        self.send_response(200 if ok else 404)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        del format, args


@pytest.fixture
def server() -> Iterator[str]:
    served = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}/v1"
    served.shutdown()
    thread.join(120)
    served.server_close()


def names(folder: Path, url: str = "", model: str = "small") -> list[str]:
    namer = model_namer(url, model) if url else None
    return [screen.name for screen in rebuild(import_droidbot(folder), namer=namer).spec.screens]


def test_a_model_names_screens_and_only_a_name_is_taken(tmp_path: Path, server: str) -> None:
    two_screens(tmp_path)
    plain = names(tmp_path)
    assert names(tmp_path, server) == ["reading_corner", plain[1]]


def test_a_server_that_fails_changes_no_name(tmp_path: Path, server: str) -> None:
    two_screens(tmp_path)
    plain = names(tmp_path)
    assert names(tmp_path, server, model="unknown") == plain
    assert names(tmp_path, "http://127.0.0.1:9/v1") == plain


def test_no_address_is_refused() -> None:
    with pytest.raises(PhoneWorldError, match="no address"):
        model_namer("127.0.0.1:8080", "small")
