"""android_env itself, unmodified, against a served phone."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from phoneworld.adb.proof.host_adb import find_adb
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.server import EmulatorServer
from phoneworld.emulator.stubs import emulator_pb2 as ours

DEMO = Path(__file__).resolve().parents[3] / "examples" / "android_env_demo.py"
# Prints each message's fields and each enum's values as android_env has them, for those named.
DESCRIBE = """
import json, sys
from android_env.proto import emulator_controller_pb2, snapshot_service_pb2
theirs = {**snapshot_service_pb2.DESCRIPTOR.message_types_by_name,
          **emulator_controller_pb2.DESCRIPTOR.message_types_by_name}
print(json.dumps({name: {
    "fields": {field.name: [field.number, field.type] for field in theirs[name].fields},
    "values": {v.name: v.number for kind in theirs[name].enum_types for v in kind.values},
} for name in sys.argv[1:]}))
"""


@pytest.mark.slow
async def test_android_env_plays_on_a_served_phone(session: AdbSession) -> None:
    adb = find_adb()
    if adb is None:
        pytest.skip("this system's adbutils brings no adb")
    async with PhoneServer(session) as phone, EmulatorServer(session) as emulator:
        ports = ["--adb-port", str(phone.port), "--grpc-port", str(emulator.port)]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(DEMO),
            *ports,
            *("--adb", str(adb), "--json"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            out, err = await asyncio.wait_for(process.communicate(), 120)
        except TimeoutError:
            process.kill()
            raise
    assert process.returncode == 0, err.decode()[-4000:]
    findings = json.loads(out)

    assert findings["screen"] == [2400, 1080, 3]
    assert findings["activity"] == "com.phoneworld.notes/.list"
    assert findings["relaunches"] == 1
    claims = {name: value for name, value in findings.items() if isinstance(value, bool)}
    assert claims == dict.fromkeys(claims, True)
    assert len(claims) == 7
    assert session.journal.unknown == []


def test_our_messages_are_android_envs_on_the_wire() -> None:
    messages = ours.DESCRIPTOR.message_types_by_name
    described = subprocess.run(
        [sys.executable, "-c", DESCRIBE, *messages], check=True, capture_output=True, text=True
    ).stdout
    theirs = json.loads(described)

    for name, message in messages.items():
        for field in message.fields:
            assert theirs[name]["fields"][field.name] == [field.number, field.type]
        for kind in message.enum_types:
            for value in kind.values:
                assert theirs[name]["values"][value.name] == value.number


def test_demonstration_says_what_it_needs() -> None:
    # As if android_env were not installed: an import of None fails.
    code = (
        "import runpy, sys; sys.modules['android_env'] = None; sys.argv = sys.argv[1:]; "
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(DEMO)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.returncode == 1
    assert "pip install android-env==1.3.0 immutabledict" in done.stderr
