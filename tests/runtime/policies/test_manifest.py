import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.engines.remote.model import RemoteConstraint, RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.errors import BadBundle, UnsupportedPolicy
from runtime.policies.bundle import FILE, BundleFile, EngineKind, Figure, PolicyManifest
from runtime.policies.manifest import MOST_BYTES, parse_manifest, read_manifest, write_manifest
from runtime.prompts.format import ChatMarkup, ObservationKind
from runtime.turn.start import PolicyStart

SHA = "ab" * 32
SCRIPT = PolicyManifest(
    "demo",
    EngineKind.SCRIPTED,
    "compact",
    weights="script.jsonl",
    files=(BundleFile("script.jsonl", 3, SHA),),
)

names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,20}", fullmatch=True)
paths = st.lists(st.from_regex(r"[a-z0-9_-]{1,8}", fullmatch=True), min_size=1, max_size=3).map(
    "/".join
)
words = st.text(st.characters(exclude_categories=["Cs"]))
finite = st.floats(allow_nan=False, allow_infinity=False)
markups = st.builds(ChatMarkup, words, words, words, words)
samplings = st.builds(
    TokenSampling,
    st.floats(0, 100),
    st.floats(0.01, 1),
    st.integers(0, 2**63 - 1),
    st.integers(1, 10**6),
)
remotes = st.builds(
    RemoteModel,
    words.filter(bool),
    words.filter(bool),
    words,
    st.sampled_from(RemoteConstraint),
    st.booleans(),
)


@st.composite
def manifests(draw: st.DrawFn) -> PolicyManifest:
    engine = draw(st.sampled_from(EngineKind))
    files = draw(
        st.lists(
            st.builds(BundleFile, paths, st.integers(0, 2**60), st.just(SHA)),
            min_size=1,
            unique_by=lambda file: file.path,
        )
    )
    listed = st.sampled_from([file.path for file in files])
    remote = engine is EngineKind.REMOTE
    return PolicyManifest(
        draw(names),
        engine,
        draw(names),
        base=draw(words),
        description=draw(words),
        observation=draw(st.sampled_from(ObservationKind)),
        coordinates=draw(st.integers(1, 10**6)),
        history_steps=draw(st.integers(0, 10**5)),
        starts=draw(st.sampled_from(PolicyStart)),
        context_tokens=draw(st.integers(0, 10**8)),
        weights="" if remote else draw(listed),
        projector=draw(listed),
        adapter=draw(listed | st.just("")),
        tokenizer=draw(listed | st.just("")),
        rules=draw(listed | st.just("")),
        chat=draw(markups | st.none()),
        sampling=draw(samplings),
        remote=draw(remotes) if remote else None,
        files=tuple(files),
        figures=tuple(draw(st.lists(st.builds(Figure, words.filter(bool), finite, words, words)))),
        created=draw(words),
    )


@settings(max_examples=40)
@given(manifests())
def test_manifest_is_read_as_it_was_written(manifest: PolicyManifest) -> None:
    assert parse_manifest(write_manifest(manifest)) == manifest


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | finite | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(list(json.loads(write_manifest(SCRIPT)))), json_values)
def test_any_value_in_any_field_is_read_or_reported_by_name(field: str, value: object) -> None:
    changed = {**json.loads(write_manifest(SCRIPT)), field: value}
    problem = ""
    try:
        parse_manifest(json.dumps(changed).encode())
    except (BadBundle, UnsupportedPolicy) as error:
        problem = str(error)
    assert not problem or "field" in problem or "format version" in problem


@given(st.binary() | words.map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(BadBundle):
        parse_manifest(data)


def test_objects_that_may_be_missing_need_no_type() -> None:
    written = {
        "name": "far",
        "engine": "remote",
        "prompt_format": "phonebuddy",
        "remote": {"url": "http://127.0.0.1:8080/v1", "model": "m", "constraint": "tools"},
        "chat": {"before_prompt": "<u>"},
    }
    manifest = parse_manifest(json.dumps(written).encode())

    assert manifest.remote == RemoteModel(
        "http://127.0.0.1:8080/v1", "m", constraint=RemoteConstraint.TOOLS
    )
    assert manifest.chat == ChatMarkup("<u>")


def test_a_bundle_that_does_not_say_where_it_starts_may_start_at_home_only() -> None:
    silent = {key: value for key, value in json.loads(changed()).items() if key != "starts"}
    assert parse_manifest(json.dumps(silent).encode()).starts is PolicyStart.HOME
    assert parse_manifest(changed(starts="anywhere")).starts is PolicyStart.ANYWHERE


def changed(**fields: object) -> bytes:
    return json.dumps({**json.loads(write_manifest(SCRIPT)), **fields}).encode()


FILE_JSON = {"path": "script.jsonl", "size": 3, "sha256": SHA}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe{}", "not UTF-8 at byte 0"),
        (b"[]", "no JSON object"),
        (b'{"name": "a", "name": "b"}', "the key 'name' is there twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 5_000, "no JSON|nested too deeply"),
        (b'{"name": "\\ud800"}', "half a character"),
        (b"{}", "the field 'name' is missing"),
        (changed(nmae="x"), "unknown field 'nmae'"),
        (changed(name=""), "field 'name'"),
        (changed(name="../up"), "field 'name'"),
        (changed(name="a\n"), "field 'name'"),
        (changed(engine="exe"), "field 'engine': there is no engine 'exe': known are"),
        (changed(history_steps="4"), "field 'history_steps'"),
        (changed(history_steps=-1), "field 'history_steps'"),
        (changed(starts="bed"), "field 'starts': 'bed' is no PolicyStart"),
        (changed(history_steps=True), "field 'history_steps'"),
        (changed(coordinates=0), "field 'coordinates'"),
        (changed(sampling={"temperature": -1}), "field 'sampling'"),
        (changed(sampling={"top_p": 0}), "field 'sampling'"),
        (changed(sampling={"heat": 1}), "field 'sampling': .*heat"),
        (changed(figures=[{"name": "x", "value": "y"}]), "field 'figures'"),
        (changed().replace(b'"coordinates": 1000', b'"coordinates": NaN'), "NaN is no number"),
        (changed().replace(b'"temperature": 0.0', b'"temperature": 1e999'), "too large"),
        (changed().replace(b'"temperature": 0.0', b'"temperature": -Infinity'), "no number"),
        (changed(weights="other.gguf"), "field 'weights': 'other.gguf' is not among the files"),
        (changed(weights=""), "field 'weights': the scripted engine needs"),
        (changed(remote={"url": "x", "model": "y"}), "field 'remote': only for the remote engine"),
        (changed(engine="remote"), "field 'remote': a remote policy must say where"),
        (changed(engine="gguf", observation="both"), "field 'projector'"),
        (changed(files=[FILE_JSON, FILE_JSON]), "listed twice"),
        (changed(files=[FILE_JSON, {**FILE_JSON, "path": "Script.JSONL"}]), "listed twice"),
        (changed(files=[FILE_JSON, {**FILE_JSON, "path": FILE}]), "its own checksum"),
        (changed(files=[{**FILE_JSON, "size": -1}]), "field 'files'"),
        (changed(files=[{**FILE_JSON, "sha256": SHA.upper()}]), "lower-case"),
        (changed(files=[{**FILE_JSON, "sha256": "ab"}]), "64"),
    ],
)
def test_what_is_wrong_is_reported(data: bytes, complaint: str) -> None:
    with pytest.raises(BadBundle, match=complaint):
        parse_manifest(data)


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../up",
        "a/../../up",
        "a/./b",
        "a//b",
        "a/",
        ".",
        "..",
        "",
        "a\\b",
        "C:x",
        "a\0b",
        "a\nb",
        "x" * 1000,
    ],
)
def test_path_that_may_lead_elsewhere_is_refused(path: str) -> None:
    with pytest.raises(BadBundle, match="field 'files'"):
        parse_manifest(changed(files=[FILE_JSON, {**FILE_JSON, "path": path}]))


def test_other_version_is_not_judged_by_our_fields() -> None:
    with pytest.raises(UnsupportedPolicy, match=r"format version 2.*update PhoneBuddy"):
        parse_manifest(json.dumps({"format_version": 2, "what": "ever"}).encode())


def test_nothing_is_written_that_could_not_be_read() -> None:
    with pytest.raises(BadBundle, match="field 'sampling'"):
        write_manifest(replace(SCRIPT, sampling=TokenSampling(temperature=float("nan"))))


class TestReading:
    def test_error_names_the_file(self, tmp_path: Path) -> None:
        (tmp_path / FILE).write_text("{}")
        with pytest.raises(BadBundle, match=rf"{tmp_path.name}/policy.json: .*'name' is missing"):
            read_manifest(tmp_path)

    def test_folder_without_one(self, tmp_path: Path) -> None:
        with pytest.raises(BadBundle, match=r"'policy\.json' is missing"):
            read_manifest(tmp_path)

    def test_huge_one_is_not_read(self, tmp_path: Path) -> None:
        with (tmp_path / FILE).open("wb") as file:
            file.truncate(1 << 40)
        with pytest.raises(BadBundle, match=f"larger than {MOST_BYTES:,} bytes"):
            read_manifest(tmp_path)

    def test_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / FILE)
        with pytest.raises(BadBundle, match="no regular file"):
            read_manifest(tmp_path)

    def test_link_out_of_the_folder_is_refused(self, tmp_path: Path) -> None:
        outside = tmp_path / "outside.json"
        outside.write_bytes(write_manifest(SCRIPT))
        bundle = tmp_path / "bundle"
        bundle.mkdir()
        (bundle / FILE).symlink_to(outside)
        with pytest.raises(BadBundle, match="leads out"):
            read_manifest(bundle)

    def test_folder_in_its_place(self, tmp_path: Path) -> None:
        (tmp_path / FILE).mkdir()
        with pytest.raises(BadBundle, match="no regular file"):
            read_manifest(tmp_path)
