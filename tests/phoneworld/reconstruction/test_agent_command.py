"""`phoneworld reconstruct --agent`, from the command line to the folder, with a scripted model on a real server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.spec_files import load_app
from phoneworld.recording.sources import import_all


def page(title: str, *buttons: str) -> str:
    """The dump of a screen: a title, and buttons below each other."""
    views = [f'<node class="android.widget.TextView" text="{title}" resource-id="p.q:id/title" ']
    views[0] += 'package="p.q" bounds="[0,100][1000,200]"/>'
    for number, words in enumerate(buttons):
        top = 400 + 200 * number
        views.append(
            f'<node class="android.widget.Button" text="{words}" clickable="true" package="p.q" '
            f'resource-id="p.q:id/b{number}_{title.lower()}" bounds="[0,{top}][1000,{top + 100}]"/>'
        )
    return (
        '<hierarchy><node class="android.widget.FrameLayout" package="p.q" '
        f'bounds="[0,0][1000,2000]">{"".join(views)}</node></hierarchy>'
    )


def record(folder: Path) -> None:
    """The same button led to one screen, and once to another: no touch that is known leads there."""
    folder.mkdir()
    pages = {
        "main": page("Main", "Go", "Help"),
        "usual": page("Usual", "One"),
        "rare": page("Rare", "Two"),
    }
    for name, text in pages.items():
        (folder / f"{name}.xml").write_text(text, encoding="utf-8")
    go = {"name": "click", "arguments": {"points": [[500, 225]]}}
    back = {"name": "press_button", "arguments": {"button": "back"}}
    steps: list[dict[str, Any]] = []
    for target in ("usual", "usual", "rare"):
        steps.append({"before": "main.xml", "action": go, "after": f"{target}.xml"})
        steps.append({"before": f"{target}.xml", "action": back, "after": "main.xml"})
    lines = "".join(f"{json.dumps(step)}\n" for step in steps)
    (folder / "actions.jsonl").write_text(lines, encoding="utf-8")


@contextmanager
def scripted_model(*replies: str) -> Iterator[tuple[str, list[str]]]:
    """A server on loopback that gives these replies in turn; its address, and what it was asked."""
    left, asked = list(replies), list[str]()

    class Scripted(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(sent["messages"][-1]["content"])
            text = left.pop(0) if left else "[]"
            body = json.dumps({"choices": [{"message": {"content": text}}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            del format, args

    with HTTPServer(("127.0.0.1", 0), Scripted) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1#scripted", asked
        finally:
            server.shutdown()
            thread.join()


def test_a_model_finishes_an_app_from_the_command_line(tmp_path: Path) -> None:
    record(tmp_path / "rec")
    before = rebuild(import_all([tmp_path / "rec"])).spec
    help_button = {
        "screen": before.start,
        "action": "tap",
        "slot": "Button#b1_main",
        "label": "Help",
        "nth": 0,
        "outcomes": [{"screen": "rare", "count": 1}],
    }
    better = [{"op": "add", "path": "/app/transitions/-", "value": help_button}]
    worse = [{"op": "remove", "path": "/app/transitions/0"}]
    wrong = [{"op": "replace", "path": "/app/start", "value": "nowhere"}]
    replies = (f"Help leads there:\n{json.dumps(better)}", json.dumps(worse), json.dumps(wrong))
    with scripted_model(*replies, "[]") as (address, asked):
        command = [sys.executable, "-m", "phoneworld", "reconstruct", str(tmp_path / "rec")]
        command += ["--out", str(tmp_path / "app"), "--agent", address, "--rounds", "5"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    rounds = [line.partition(":")[0] for line in done.stdout.splitlines() if "kept" in line]
    assert rounds == ["kept", "not kept", "not kept", "not kept"]
    assert "no touches lead to the screen rare" in asked[0]
    assert "Your last patch was kept" in asked[1]
    assert "no touches lead to the screen rare" not in asked[1]
    assert "Your last patch was not kept" in asked[2]
    assert "Your last patch was refused" in asked[3]
    after, _ = load_app(tmp_path / "app")
    assert [one for one in after.transitions if one.label == "Help"]
    assert len(after.transitions) == len(before.transitions) + 1
    # Its tasks go by the way that the model found.
    assert "task p.q.open.rare" in done.stdout


def test_a_model_that_is_not_there_leaves_the_app_as_it_was_rebuilt(tmp_path: Path) -> None:
    record(tmp_path / "rec")
    command = [sys.executable, "-m", "phoneworld", "reconstruct", str(tmp_path / "rec")]
    command += ["--out", str(tmp_path / "app"), "--no-tasks"]
    command += ["--agent", "http://127.0.0.1:9/v1#nobody"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert "not kept: http://127.0.0.1:9/v1 gave no reply of nobody" in done.stdout
    assert load_app(tmp_path / "app")[0] == rebuild(import_all([tmp_path / "rec"])).spec
