import hashlib
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.cancellation import Cancellation
from runtime.errors import BadBundle, Cancelled
from runtime.policies.bundle import FILE, BundleFile, EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import Digests, verify

PLAN = PolicyManifest(
    "demo", EngineKind.SCRIPTED, "compact", weights="data/weights.bin", rules="rules.txt"
)


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "w").write_bytes(b"w" * 3_000_000)
    (sources / "r").write_text("Be careful.")
    folder = tmp_path / "bundle"
    write_bundle(folder, PLAN, {"data/weights.bin": sources / "w", "rules.txt": sources / "r"})
    return folder


def problem(bundle: Path, manifest: PolicyManifest | None = None) -> str:
    with pytest.raises(BadBundle) as caught:
        verify(bundle, read_manifest(bundle) if manifest is None else manifest)
    assert "'demo' does not verify" in str(caught.value)
    return str(caught.value)


def test_written_bundle_verifies(bundle: Path) -> None:
    manifest = read_manifest(bundle)
    verify(bundle, manifest)

    assert [file.path for file in manifest.files] == ["data/weights.bin", "rules.txt"]
    assert manifest.files[1].sha256 == hashlib.sha256(b"Be careful.").hexdigest()
    assert not list(bundle.rglob(".writing-*"))


def test_changed_byte_is_found(bundle: Path) -> None:
    weights = bundle / "data/weights.bin"
    data = bytearray(weights.read_bytes())
    data[1_500_000] ^= 1
    weights.write_bytes(data)

    assert "the sha256 of 'data/weights.bin' is" in problem(bundle)


def test_cut_off_file_is_reported_by_its_size(bundle: Path) -> None:
    os.truncate(bundle / "data/weights.bin", 1000)

    assert "has 1,000 bytes, not 3,000,000" in problem(bundle)


def test_missing_file(bundle: Path) -> None:
    (bundle / "rules.txt").unlink()

    assert "'rules.txt' is missing" in problem(bundle)


def test_link_inside_the_folder_may_be(bundle: Path) -> None:
    (bundle / "rules.txt").rename(bundle / "elsewhere.txt")
    (bundle / "rules.txt").symlink_to("elsewhere.txt")

    verify(bundle, read_manifest(bundle))


@pytest.mark.parametrize("way", ["", ".."])
def test_link_out_of_the_folder_may_not(bundle: Path, way: str) -> None:
    (bundle / "rules.txt").rename(bundle.parent / "rules.txt")
    (bundle / "rules.txt").symlink_to(Path(way or bundle.parent) / "rules.txt")

    assert "leads out of the bundle's folder" in problem(bundle)


def test_linked_folder_is_looked_through(bundle: Path) -> None:
    (bundle / "data").rename(bundle.parent / "data")
    (bundle / "data").symlink_to(bundle.parent / "data")

    assert "leads out of the bundle's folder" in problem(bundle)


def test_loop_of_links_ends(bundle: Path) -> None:
    (bundle / "rules.txt").unlink()
    (bundle / "rules.txt").symlink_to("rules.txt")

    assert "cannot be reached" in problem(bundle)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_only_regular_files_are_read(bundle: Path, make: object) -> None:
    (bundle / "rules.txt").unlink()
    assert callable(make)
    make(bundle / "rules.txt")

    assert "no regular file" in problem(bundle)


def test_path_of_a_manifest_that_was_not_read_is_checked_too(bundle: Path) -> None:
    listed = BundleFile("../sources/r", 11, hashlib.sha256(b"Be careful.").hexdigest())

    assert "leads out" in problem(bundle, replace(PLAN, files=(listed,)))


def test_bundle_may_itself_be_a_link(bundle: Path) -> None:
    link = bundle.parent / "link"
    link.symlink_to(bundle)

    verify(link, read_manifest(link))


def test_file_is_read_once_while_it_is_the_same(bundle: Path) -> None:
    digests = Digests()
    manifest = read_manifest(bundle)
    verify(bundle, manifest, digests=digests)
    cancelled = Cancellation()
    cancelled.cancel()
    # A read would notice that it is cancelled.
    verify(bundle, manifest, digests=digests, cancel=cancelled)

    weights = bundle / "data/weights.bin"
    os.utime(weights, ns=(1, 1))
    with pytest.raises(Cancelled):
        verify(bundle, manifest, digests=digests, cancel=cancelled)


def test_change_with_the_same_size_and_time_is_found(bundle: Path) -> None:
    digests = Digests()
    manifest = read_manifest(bundle)
    verify(bundle, manifest, digests=digests)
    rules = bundle / "rules.txt"
    before = rules.stat()
    rules.write_text("Be carefree")
    os.utime(rules, ns=(before.st_atime_ns, before.st_mtime_ns))

    with pytest.raises(BadBundle, match="sha256"):
        verify(bundle, manifest, digests=digests)


def test_memory_of_digests_is_bounded(tmp_path: Path) -> None:
    digests = Digests(most=2)
    for name in "abc":
        (tmp_path / name).write_text(name)
        assert digests.sha256(tmp_path / name) == (1, hashlib.sha256(name.encode()).hexdigest())


@settings(max_examples=15)
@given(st.dictionaries(st.from_regex(r"[a-z]{1,5}(/[a-z]{1,5})?", fullmatch=True), st.binary()))
def test_any_files_verify_after_writing(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, bytes]
) -> None:
    contents = {f"x/{name}/f": data for name, data in contents.items()} or {"x": b""}
    root = tmp_path_factory.mktemp("written")
    sources: dict[str, Path] = {}
    for number, (name, data) in enumerate(contents.items()):
        sources[name] = root / str(number)
        sources[name].write_bytes(data)
    plan = replace(PLAN, weights=next(iter(contents)), rules="")
    whole = write_bundle(root / "bundle", plan, sources)

    assert read_manifest(root / "bundle") == whole
    verify(root / "bundle", whole)


class TestWriting:
    def test_bundle_is_never_written_over(self, bundle: Path) -> None:
        with pytest.raises(BadBundle, match="already holds a bundle"):
            write_bundle(bundle, PLAN, {})

    def test_file_in_its_place_stays(self, tmp_path: Path) -> None:
        (tmp_path / "w").write_text("weights")
        inode = (tmp_path / "w").stat().st_ino
        whole = write_bundle(tmp_path, replace(PLAN, weights="w", rules=""), {"w": tmp_path / "w"})

        assert (tmp_path / "w").stat().st_ino == inode
        verify(tmp_path, whole)

    def test_what_makes_no_sense_is_refused_before_copying(self, tmp_path: Path) -> None:
        (tmp_path / "w").write_text("weights")
        with pytest.raises(BadBundle, match=r"'rules\.txt' is not among the files"):
            write_bundle(tmp_path / "b", replace(PLAN, weights="w"), {"w": tmp_path / "w"})
        assert not (tmp_path / "b").exists()

    def test_path_out_of_the_folder_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "w").write_text("weights")
        with pytest.raises(BadBundle, match="inside the folder"):
            write_bundle(tmp_path / "b", PLAN, {"../w2": tmp_path / "w"})

    def test_failure_leaves_no_bundle(self, tmp_path: Path) -> None:
        (tmp_path / "w").write_text("weights")
        files = {"data/weights.bin": tmp_path / "w", "rules.txt": tmp_path / "not there"}
        with pytest.raises(BadBundle, match="not there"):
            write_bundle(tmp_path / "b", PLAN, files)
        assert not (tmp_path / "b" / FILE).exists()

    def test_files_are_found_not_given(self, tmp_path: Path) -> None:
        listed = replace(PLAN, files=(BundleFile("a", 1, "ab" * 32),))
        with pytest.raises(BadBundle, match="leave it empty"):
            write_bundle(tmp_path, listed, {})
