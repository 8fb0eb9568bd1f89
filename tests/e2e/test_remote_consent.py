"""A policy that runs elsewhere, from the command line: asked about, agreed to, and only then asked."""

from pathlib import Path

import pytest
from model_server import serve_model
from phonebuddy.v1.errors import ConsentNeeded
from phonebuddy_command import Inside
from runtime_process import RuntimeProcess
from tui_pilot import seated

from runtime.engines.remote.model import RemoteModel
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle

KEY = "PHONEBUDDY_KEY_FAR"


def test_nothing_is_sent_before_the_person_has_agreed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reply = '<tool_call>{"name": "finish", "arguments": {"text": "done"}}</tool_call>'
    with serve_model(lambda call: call.say(reply)) as model:
        host = model.url.removesuffix("/v1")
        manifest = PolicyManifest(
            "far", EngineKind.REMOTE, "phonebuddy", remote=RemoteModel(model.url, "m", KEY)
        )
        write_bundle(tmp_path / "policies" / "far", manifest, {})
        runtime = RuntimeProcess(tmp_path, environment={KEY: "k-1"})
        try:
            phonebuddy = Inside(capsys, "--connect", runtime.address)
            run = ("run", "say done", "--policy", "far", "--device", "phoneworld://?seed=7")

            refused = phonebuddy(*run, status=2)
            assert host in refused
            assert KEY in refused
            assert "phonebuddy policies allow far" in refused
            with runtime.client() as client, pytest.raises(ConsentNeeded) as needed:
                client.start("say done", device="phoneworld://?seed=7", policy="far")
            assert (needed.value.host, needed.value.key) == (host, KEY)
            assert not model.calls

            assert host in phonebuddy("policies", "allow", "far")
            assert "done" in phonebuddy(*run)
            assert model.calls[0].headers["Authorization"] == "Bearer k-1"
        finally:
            runtime.close()


async def test_the_screens_ask_before_anything_is_sent(tmp_path: Path) -> None:
    reply = '<tool_call>{"name": "finish", "arguments": {"text": "all said"}}</tool_call>'
    with serve_model(lambda call: call.say(reply)) as model:
        host = model.url.removesuffix("/v1")
        remote = RemoteModel(model.url, "m", KEY)
        manifest = PolicyManifest("far", EngineKind.REMOTE, "phonebuddy", remote=remote)
        write_bundle(tmp_path / "policies" / "far", manifest, {})
        runtime = RuntimeProcess(tmp_path, environment={KEY: "k-1"})
        try:
            async with seated(
                runtime.address, device="phoneworld://?seed=7", policy="far"
            ) as person:
                await person.until(lambda: person.app.live.chosen.policy)
                for key in ("n", "y"):
                    person.app.live.suggest("say done")
                    await person.press("enter")
                    await person.until_on("ConfirmDialog")
                    await person.until_sees(host.removeprefix("http://"), KEY)
                    assert not model.calls
                    await person.press(key)
                    await person.until_on("LiveScreen")
                await person.until_sees("all said", within_s=60)
        finally:
            runtime.close()
