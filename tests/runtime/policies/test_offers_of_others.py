"""A bundle may name an engine and a prompt format that another package offers."""

from pathlib import Path

import pytest

from runtime.action_text import format_reply
from runtime.actions import OpenApp
from runtime.engine import Prompt
from runtime.engines.limits import EngineLimits
from runtime.engines.registry import find_engine, known_engines
from runtime.errors import BadBundle, UnknownFormat, UnsupportedPolicy
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.engine_loader import load_engine, missing_libraries
from runtime.policies.library import PolicyLibrary
from runtime.policies.manifest import read_manifest
from runtime.policies.status import PolicyState
from runtime.prompts.registry import find_format, known_formats
from runtime.server.codec.policies import write_policy
from runtime.testing import FakeDevice, check_engine

LIMITS = EngineLimits()
OFFERS = """\
[phonebuddy.engines]
parrot = elsewhere_policies:PARROT
deaf = elsewhere_policies:DEAF
gone = elsewhere_that_is_gone:PARROT
odd = elsewhere_policies:NO_OFFER

[phonebuddy.prompt_formats]
one-line = elsewhere_policies:OneLine
gone = elsewhere_policies:NoSuchFormat
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is there, as pip would leave it."""
    about = tmp_path / "site" / "elsewhere-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(OFFERS)
    monkeypatch.syspath_prepend(str(about.parent))


def parrot(
    folder: Path, *, engine: str = "parrot", prompt_format: str = "one-line"
) -> PolicyManifest:
    """A bundle in `folder/polly`."""
    (folder / "words").write_text(format_reply(OpenApp("Notes")))
    manifest = PolicyManifest("polly", engine, prompt_format, weights="words")
    return write_bundle(folder / "polly", manifest, {"words": folder / "words"})


def test_bundle_is_read_verified_loaded_and_decides(tmp_path: Path) -> None:
    parrot(tmp_path)
    library = PolicyLibrary([tmp_path], memory_budget_bytes=0)
    with library.use("polly") as lease:
        decision = lease.engine.decide(Prompt("Open Notes", FakeDevice().observe())).decision
    library.close()

    assert decision.action == OpenApp("Notes")
    assert decision.reply.startswith("do: ")


def test_clients_are_reported_the_engine_and_format_by_name(tmp_path: Path) -> None:
    parrot(tmp_path)
    library = PolicyLibrary([tmp_path], memory_budget_bytes=0)
    message = write_policy(library.status("polly"))
    library.close()

    assert (message.engine, message.prompt_format, message.remote) == ("parrot", "one-line", False)


def test_contract_of_engines_can_be_checked(tmp_path: Path) -> None:
    manifest = parrot(tmp_path)

    check_engine(lambda: load_engine(tmp_path / "polly", manifest, LIMITS))


@pytest.mark.parametrize("prompt_format", ["compact", "phonebuddy"])
def test_engine_of_another_package_speaks_our_formats(tmp_path: Path, prompt_format: str) -> None:
    manifest = parrot(tmp_path, prompt_format=prompt_format)
    engine = load_engine(tmp_path / "polly", manifest, LIMITS)

    decided = engine.decide(Prompt("Open Notes", FakeDevice().observe()))
    assert decided.decision.action == OpenApp("Notes")


def test_format_of_another_package_is_spoken_by_our_engine(tmp_path: Path) -> None:
    (tmp_path / "script").write_text(
        '{"action": {"name": "open_app", "arguments": {"app": "Notes"}}}'
    )
    manifest = PolicyManifest("demo", EngineKind.SCRIPTED, "one-line", weights="script")
    whole = write_bundle(tmp_path / "demo", manifest, {"script": tmp_path / "script"})
    engine = load_engine(tmp_path / "demo", whole, LIMITS)

    decided = engine.decide(Prompt("Open Notes", FakeDevice().observe()))
    assert decided.decision.reply.startswith("do: ")


def test_ours_and_theirs_are_listed() -> None:
    assert {"gguf", "onnx", "remote", "scripted", "parrot"} <= set(known_engines())
    assert {"compact", "phonebuddy", "one-line"} <= set(known_formats())


def test_library_that_their_engine_lacks_is_reported_with_their_command(tmp_path: Path) -> None:
    manifest = parrot(tmp_path, engine="deaf")

    assert missing_libraries(manifest).endswith("no_such_ears is not installed: pip install ears")
    library = PolicyLibrary([tmp_path], memory_budget_bytes=0)
    assert library.status("polly").state is PolicyState.UNUSABLE
    library.close()


@pytest.mark.parametrize("name", ["gone", "odd", "nowhere"])
def test_engine_that_cannot_be_loaded_is_reported(name: str) -> None:
    with pytest.raises(UnsupportedPolicy, match=f"engine '{name}'"):
        find_engine(name)


@pytest.mark.parametrize("name", ["gone", "nowhere"])
def test_format_that_cannot_be_loaded_is_reported(name: str) -> None:
    with pytest.raises(UnknownFormat, match=f"prompt format '{name}'"):
        find_format(name)


def test_bundle_is_refused_where_their_package_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parrot(tmp_path)
    monkeypatch.undo()

    with pytest.raises(BadBundle, match="field 'engine': there is no engine 'parrot'"):
        read_manifest(tmp_path / "polly")
