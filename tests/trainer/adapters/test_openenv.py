"""The OpenEnv server and client, in the environment of their own that scripts/adapter_environments.sh makes."""

import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PYTHON = ROOT / ".venv-openenv" / "bin" / "python"
pytestmark = pytest.mark.skipif(
    not PYTHON.exists(), reason="scripts/adapter_environments.sh makes what this needs"
)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [PYTHON, "-m", "trainer.adapters.openenv_server", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT) as process:
        for _ in range(1200):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, "the server has ended"
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
        process.terminate()


@pytest.mark.slow
def test_two_sessions_of_one_process_keep_apart(server: str) -> None:
    done = subprocess.run(
        [PYTHON, ROOT / "examples" / "openenv_session.py", server],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    said = done.stdout.splitlines()
    assert said[0].startswith("contacts.add#3@other-app: ")
    assert said[1].startswith("clock.city_time#4: ")
    assert "contacts/list" in said[2]
    assert "999" in said[3]
    assert int(said[4].split()[3]) > 1000
    assert said[5] == "the second is over: True, reward -0.1"
    assert said[6] == "the first has taken 1 step"
