"""The examples say what the contract says."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import json_format
from google.protobuf.message_factory import GetMessageClass
from phonebuddy.v1 import agent_service_pb2, device_service_pb2, policy_service_pb2
from served_desk import ServedDesk

from runtime.actions import Finish
from runtime.testing import ScriptedEngine

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = (agent_service_pb2, device_service_pb2, policy_service_pb2)
CALL = re.compile(
    r"ask -d '(?P<data>\{[^']*\})' +\\?\s*#?\s*\"\$address\" (?P<method>phonebuddy\S+)", re.DOTALL
)


def _calls() -> list[tuple[str, str]]:
    text = (EXAMPLES / "grpcurl.sh").read_text()
    plain = re.sub(r"'\"\$+\w*\"'", "x", text)
    return [(call["method"], call["data"]) for call in CALL.finditer(plain)]


def test_the_requests_for_grpcurl_are_requests() -> None:
    calls = _calls()
    assert len(calls) == 8
    for method, data in calls:
        service, _, name = method.partition("/")
        [found] = [
            each
            for file in FILES
            for each in file.DESCRIPTOR.services_by_name.values()
            if each.full_name == service
        ]
        request = GetMessageClass(found.methods_by_name[name].input_type)()
        json_format.Parse(data, request)


def test_the_shell_understands_the_script() -> None:
    subprocess.run(["sh", "-n", EXAMPLES / "grpcurl.sh"], check=True)


def test_node_packages_are_pinned() -> None:
    package = json.loads((EXAMPLES / "node" / "package.json").read_text())
    assert all(version[0].isdigit() for version in package["dependencies"].values())


def test_the_documented_program_is_the_example() -> None:
    program = (EXAMPLES / "run_a_task.py").read_text().split('"""\n\n', 1)[1]
    assert f"```text\n{program}```" in (EXAMPLES.parent / "docs" / "runtime.md").read_text()
    assert len(program.splitlines()) <= 25


@pytest.mark.parametrize("example", ["run_a_task.py", "approve_by_hand.py"])
def test_the_python_examples_run(served: ServedDesk, example: str) -> None:
    served.scene.library.engines["p"] = ScriptedEngine([Finish("all done")])
    words = [served.address, "p", "do nothing", "fake:1"]
    done = subprocess.run(
        [sys.executable, EXAMPLES / example, *words], capture_output=True, text=True, check=True
    )
    assert "all done" in done.stdout
