"""A remote policy acts only after the person has agreed to just that server and key, once."""

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.engines.remote.model import RemoteModel
from runtime.errors import ConfigError, ConsentNeeded, InvalidRequest, UnsupportedPolicy
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.library import PolicyLibrary
from runtime.policies.remote_consent import FILE, FileConsents, RemoteUse, remote_use
from runtime.testing import ScriptedEngine

REMOTE = PolicyManifest(
    "far",
    EngineKind.REMOTE,
    "compact",
    remote=RemoteModel("https://models.example:8443/v1", "m", "PHONEBUDDY_KEY_FAR"),
)
USE = RemoteUse("far", "https://models.example:8443", "PHONEBUDDY_KEY_FAR")


def library_of(folder: Path, manifest: PolicyManifest = REMOTE) -> PolicyLibrary:
    bundle = folder / "policies" / "far"
    if not bundle.exists():
        write_bundle(bundle, manifest, {})
    return PolicyLibrary(
        [folder / "policies"],
        memory_budget_bytes=0,
        load=lambda _folder, _manifest: ScriptedEngine([]),
        consents=FileConsents(folder / FILE),
    )


def test_a_host_in_look_alike_letters_is_not_shown_as_what_it_looks_like() -> None:
    use = remote_use("far", RemoteModel("https://\u0430pi.openai.com/v1", "m"))

    assert use.host == "https://\\u0430pi.openai.com"


def test_it_is_not_loaded_before_consent(tmp_path: Path) -> None:
    library = library_of(tmp_path)

    assert library.status("far").needs_consent
    for ask in (library.check, library.use, library.load):
        with pytest.raises(
            ConsentNeeded, match=r"models\.example:8443.*PHONEBUDDY_KEY_FAR"
        ) as needed:
            ask("far")
        assert (needed.value.policy, needed.value.host, needed.value.key) == (
            USE.policy, USE.host, USE.key,
        )  # fmt: skip


def test_consent_is_remembered(tmp_path: Path) -> None:
    library_of(tmp_path).allow_remote(USE)

    library = library_of(tmp_path)
    library.check("far")
    with library.use("far"):
        assert not library.status("far").needs_consent
    library.close()
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "remote",
    [
        RemoteModel("https://evil.example/v1", "m", "PHONEBUDDY_KEY_FAR"),
        RemoteModel("http://models.example:8443/v1", "m", "PHONEBUDDY_KEY_FAR"),
        RemoteModel("https://models.example:8443/v1", "m", "PHONEBUDDY_KEY_OTHER"),
    ],
    ids=["host", "scheme", "key"],
)
def test_another_server_or_key_is_asked_about_again(tmp_path: Path, remote: RemoteModel) -> None:
    consents = FileConsents(tmp_path / FILE)
    consents.allow(USE)

    library = library_of(tmp_path, replace(REMOTE, remote=remote))

    assert not consents.allows(remote_use("far", remote))
    with pytest.raises(ConsentNeeded):
        library.check("far")
    with pytest.raises(InvalidRequest):
        library.allow_remote(USE)


def test_a_file_that_cannot_be_read_is_no_consent(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('[{"policy": "far"}]')

    with pytest.raises(ConfigError, match="agree to remote policies again"):
        FileConsents(tmp_path / FILE)


def test_nobody_is_asked_to_agree_to_another_programs_key(tmp_path: Path) -> None:
    remote = RemoteModel("https://models.example:8443/v1", "m", "AWS_SECRET_ACCESS_KEY")
    library = library_of(tmp_path, replace(REMOTE, remote=remote))

    with pytest.raises(UnsupportedPolicy, match="PHONEBUDDY_KEY_"):
        library.check("far")
    with pytest.raises(UnsupportedPolicy, match="PHONEBUDDY_KEY_"):
        library.allow_remote(remote_use("far", remote))
    assert not (tmp_path / FILE).exists()
