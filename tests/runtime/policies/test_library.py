import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.actions import Finish
from runtime.cancellation import Cancellation
from runtime.engine import Engine
from runtime.engines.limits import EngineLimits
from runtime.errors import (
    BadBundle,
    Cancelled,
    NoMemoryLeft,
    PolicyError,
    PolicyInUse,
    ShuttingDown,
    UnknownPolicy,
    UnsupportedPolicy,
)
from runtime.install_words import install_command
from runtime.policies.bare import BarePolicy, bare_gguf
from runtime.policies.bundle import FILE, EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.library import PolicyLibrary
from runtime.policies.memory import OVERHEAD_BYTES
from runtime.policies.status import PolicyState
from runtime.testing import ScriptedEngine

KV = 1000
NEEDS = OVERHEAD_BYTES + KV + 100
"""What each of these policies is reckoned to take."""
LIMITS = EngineLimits(kv_bytes=KV)


def put(folder: Path, name: str, *, where: str = "", weights: bytes = b"x" * 100) -> Path:
    """A bundle with 100 bytes of weights, to be loaded by a loader that does not read them."""
    source = folder / f"{where or name}.weights"
    source.write_bytes(weights)
    bundle = folder / (where or name)
    manifest = PolicyManifest(name, EngineKind.GGUF, "compact", weights="w.gguf")
    write_bundle(bundle, manifest, {"w.gguf": source})
    return bundle


class Closing(ScriptedEngine):
    closed = False

    def close(self) -> None:
        self.closed = True
        super().close()


class Loader:
    """Makes engines that do nothing, and counts them."""

    def __init__(self) -> None:
        self.loaded: list[str] = []
        self.engines: dict[str, Closing] = {}
        self.gate = threading.Event()
        self.gate.set()
        self.failure: Exception | None = None

    def __call__(self, folder: Path, manifest: PolicyManifest) -> Engine:
        self.loaded.append(manifest.name)
        assert self.gate.wait(120)
        if self.failure is not None:
            raise self.failure
        self.engines[manifest.name] = Closing(lambda _look: Finish())
        return self.engines[manifest.name]

    def is_closed(self, name: str) -> bool:
        return self.engines[name].closed


@pytest.fixture
def loader() -> Loader:
    return Loader()


@contextmanager
def library_of(
    folder: Path,
    loader: Loader,
    *,
    fitting: int = 10,
    available: Callable[[], int] = lambda: 1 << 50,
    bare: tuple[BarePolicy, ...] = (),
    installed: Callable[[str], bool] = lambda _library: True,
) -> Iterator[PolicyLibrary]:
    """Policies with a budget for so many of them."""
    library = PolicyLibrary(
        [folder],
        memory_budget_bytes=fitting * NEEDS,
        limits=LIMITS,
        load=loader,
        available=available,
        bare=bare,
        installed=installed,
    )
    try:
        yield library
    finally:
        loader.gate.set()
        library.close()


def states(library: PolicyLibrary) -> dict[str, PolicyState]:
    return {policy.name: policy.state for policy in library.policies()}


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def is_waited_for(library: PolicyLibrary, name: str, *, by: int) -> bool:
    """Whether so many wait for a policy that is being loaded."""
    try:
        library.unload(name)
    except PolicyInUse as error:
        return f"in use by {by}:" in str(error)
    return False


class TestListing:
    def test_policy_in_several_formats_is_found_in_a_folder_of_its_own(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        (tmp_path / "buddy").mkdir()
        put(tmp_path / "buddy", "buddy-int8")
        put(tmp_path / "buddy", "buddy-q8")
        put(tmp_path, "other")
        with library_of(tmp_path, loader) as library:
            assert set(states(library)) == {"buddy-int8", "buddy-q8", "other"}

    def test_policy_whose_engine_is_not_installed_is_listed_with_the_cure(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        put(tmp_path, "needs-llama-cpp")
        with library_of(tmp_path, loader, installed=lambda name: name != "llama_cpp") as library:
            [policy] = library.policies()
        assert policy.state is PolicyState.UNUSABLE
        assert install_command("gguf") in policy.problem

    def test_broken_bundles_hide_no_others(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "good")
        broken = tmp_path / "broken"
        broken.mkdir()
        (broken / FILE).write_text("{")
        strange = put(tmp_path, "strange")
        data = json.loads((strange / FILE).read_bytes())
        (strange / FILE).write_text(json.dumps({**data, "format_version": 9}))
        (tmp_path / "no bundle").mkdir()
        with library_of(tmp_path, loader) as library:
            listed = {policy.name: policy for policy in library.policies()}

            assert states(library) == {
                "good": PolicyState.AVAILABLE,
                "broken": PolicyState.UNUSABLE,
                "strange": PolicyState.UNUSABLE,
            }
            assert "no JSON" in listed["broken"].problem
            assert "format version 9" in listed["strange"].problem
            assert listed["good"].memory_bytes == 0
            assert listed["good"].file_bytes == 100
            with pytest.raises(BadBundle, match="no JSON"):
                library.use("broken")

    def test_second_bundle_of_a_name_is_reported(self, tmp_path: Path, loader: Loader) -> None:
        first = put(tmp_path, "same", where="a")
        put(tmp_path, "same", where="b")
        with library_of(tmp_path, loader) as library:
            one, other = library.policies()

            assert (one.state, one.folder) == (PolicyState.AVAILABLE, first)
            assert other.state is PolicyState.UNUSABLE
            assert f"'same' is taken by {first}" in other.problem
            with library.use("same"):
                pass
            assert library.status("same").folder == first

    def test_broken_bundle_in_a_folder_of_a_good_ones_name(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        put(tmp_path, "good", where="z")
        (tmp_path / "good").mkdir()
        (tmp_path / "good" / FILE).write_text("[]")
        with library_of(tmp_path, loader) as library, library.use("good") as lease:
            assert lease.manifest.name == "good"

    def test_policies_come_and_go(self, tmp_path: Path, loader: Loader) -> None:
        with library_of(tmp_path, loader) as library:
            assert library.policies() == ()
            with pytest.raises(UnknownPolicy, match="no policy 'new'; there are: none"):
                library.use("new")
            put(tmp_path, "new")
            with library.use("new"):
                assert states(library) == {"new": PolicyState.LOADED}
            library.unload("new")
            (tmp_path / "new" / FILE).unlink()
            assert library.policies() == ()

    def test_bundle_that_was_exported_again_is_used_without_being_listed(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        bundle = put(tmp_path, "a")
        with library_of(tmp_path, loader) as library:
            (bundle / FILE).unlink()
            put(tmp_path, "a", weights=b"y" * 90)
            with library.use("a") as lease:
                assert lease.manifest.files[0].size == 90
            library.unload("a")
            (bundle / FILE).unlink()
            put(tmp_path, "a", weights=b"z" * 80)
            with library.use("a") as lease:
                assert lease.manifest.files[0].size == 80

    def test_bundle_that_was_mended_is_used_without_being_listed(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        bundle = put(tmp_path, "a")
        manifest = (bundle / FILE).read_bytes()
        (bundle / FILE).write_text("{")
        with library_of(tmp_path, loader) as library:
            with pytest.raises(BadBundle, match="no JSON"):
                library.use("a")
            (bundle / FILE).write_bytes(manifest)
            with library.use("a"):
                pass

    def test_loaded_policy_stays_when_its_bundle_goes(self, tmp_path: Path, loader: Loader) -> None:
        bundle = put(tmp_path, "a")
        with library_of(tmp_path, loader) as library, library.use("a"):
            (bundle / FILE).unlink()
            assert states(library) == {"a": PolicyState.LOADED}

    def test_folder_may_be_a_bundle_or_missing(self, tmp_path: Path, loader: Loader) -> None:
        bundle = put(tmp_path, "a")
        folders = [tmp_path / "not there", bundle, bundle, tmp_path / "a.weights"]
        library = PolicyLibrary(folders, memory_budget_bytes=1, load=loader)
        assert [policy.name for policy in library.policies()] == ["a"]
        library.close()


class TestUsing:
    def test_its_memory_is_what_the_process_grew_by(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "a")
        sizes = iter((1000, 1700))
        library = PolicyLibrary(
            [tmp_path],
            memory_budget_bytes=NEEDS,
            limits=LIMITS,
            load=loader,
            resident=lambda: next(sizes),
        )
        assert library.load("a").memory_bytes == 700
        assert library.unload("a").memory_bytes == 0
        library.close()

    def test_loads_when_first_used_and_only_once(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "a")
        with library_of(tmp_path, loader) as library:
            assert loader.loaded == []
            with library.use("a") as one, library.use("a") as other:
                assert one.engine is other.engine
                assert library.status("a").users == 2
            assert loader.loaded == ["a"]
            assert library.status("a").users == 0
            assert states(library) == {"a": PolicyState.LOADED}

    def test_many_threads_load_it_once(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "a")
        loader.gate.clear()
        engines: list[Engine] = []
        with library_of(tmp_path, loader) as library:

            def use() -> None:
                with library.use("a") as lease:
                    engines.append(lease.engine)

            threads = [threading.Thread(target=use) for _ in range(16)]
            for thread in threads:
                thread.start()
            wait_until(lambda: bool(loader.loaded))
            assert states(library) == {"a": PolicyState.LOADING}
            loader.gate.set()
            for thread in threads:
                thread.join(120)

        assert loader.loaded == ["a"]
        assert len(engines) == 16
        assert len({id(engine) for engine in engines}) == 1

    def test_lease_is_given_back_once(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "a")
        with library_of(tmp_path, loader) as library:
            lease, other = library.use("a"), library.use("a")
            lease.release()
            lease.release()
            assert library.status("a").users == 1
            other.release()
            assert library.status("a").users == 0

    def test_corrupted_bundle_is_refused_before_loading(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        bundle = put(tmp_path, "a")
        (bundle / "w.gguf").write_bytes(b"y" * 100)
        with library_of(tmp_path, loader) as library:
            with pytest.raises(BadBundle, match=r"sha256 of 'w\.gguf'"):
                library.use("a")
            assert loader.loaded == []
            assert states(library) == {"a": PolicyState.UNUSABLE}
            assert "sha256" in library.status("a").problem

            (bundle / "w.gguf").write_bytes(b"x" * 100)
            with library.use("a"):
                assert library.status("a").problem == ""

    def test_failed_load_is_reported_to_all_who_wait_and_tried_again(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        put(tmp_path, "a")
        loader.failure = UnsupportedPolicy("no such architecture")
        loader.gate.clear()
        errors: list[str] = []
        with library_of(tmp_path, loader) as library:

            def use() -> None:
                with pytest.raises(UnsupportedPolicy) as caught:
                    library.use("a")
                errors.append(str(caught.value))

            threads = [threading.Thread(target=use) for _ in range(4)]
            for thread in threads:
                thread.start()
            wait_until(lambda: is_waited_for(library, "a", by=4))
            loader.gate.set()
            for thread in threads:
                thread.join()
            assert errors == ["no such architecture"] * 4
            assert loader.loaded == ["a"]
            assert states(library) == {"a": PolicyState.UNUSABLE}

            loader.failure = None
            with library.use("a"):
                assert states(library) == {"a": PolicyState.LOADED}

    def test_loader_that_crashes_is_an_error_of_the_policy(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        put(tmp_path, "a")
        put(tmp_path, "b")
        loader.failure = MemoryError("boom")
        with library_of(tmp_path, loader) as library:
            with pytest.raises(PolicyError, match=r"'a' failed to load: MemoryError\('boom'\)"):
                library.use("a")
            loader.failure = None
            with library.use("b"):
                pass

    def test_waiting_for_a_load_can_be_cancelled(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "a")
        loader.gate.clear()
        cancel = Cancellation()
        with library_of(tmp_path, loader) as library:
            threading.Timer(0.05, cancel.cancel).start()
            started = time.monotonic()
            with pytest.raises(Cancelled):
                library.use("a", cancel=cancel)
            assert time.monotonic() - started < 20  # not when the load gives up

            loader.gate.set()
            with library.use("a"):
                assert loader.loaded == ["a"]


class TestUnloading:
    def test_refused_while_in_use(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "a")
        with library_of(tmp_path, loader) as library:
            with library.use("a"), pytest.raises(PolicyInUse, match="in use by 1"):
                library.unload("a")
            assert library.unload("a").state is PolicyState.AVAILABLE
            assert loader.is_closed("a")
            assert library.unload("a").state is PolicyState.AVAILABLE
            with pytest.raises(UnknownPolicy):
                library.unload("b")
            assert library.load("a").state is PolicyState.LOADED
            assert loader.loaded == ["a", "a"]

    def test_refused_while_loading(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "a")
        loader.gate.clear()
        with library_of(tmp_path, loader) as library:
            thread = threading.Thread(target=library.load, args=("a",))
            thread.start()
            wait_until(lambda: bool(loader.loaded))
            with pytest.raises(PolicyInUse):
                library.unload("a")
            loader.gate.set()
            thread.join(120)

    def test_closing_ends_everything(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "a")
        put(tmp_path, "b")
        with library_of(tmp_path, loader) as library:
            lease = library.use("a")
            loader.gate.clear()
            errors: list[BaseException] = []

            def use() -> None:
                try:
                    library.use("b")
                except ShuttingDown as error:
                    errors.append(error)

            waiting = threading.Thread(target=use)
            waiting.start()
            wait_until(lambda: loader.loaded == ["a", "b"])
            closing = threading.Thread(target=library.close)
            closing.start()
            waiting.join(120)
            assert len(errors) == 1
            loader.gate.set()
            closing.join(120)
            assert not closing.is_alive()
            assert loader.is_closed("a")
            assert loader.is_closed("b")
            lease.release()
            with pytest.raises(ShuttingDown, match="shutting down"):
                library.use("a")
            library.close()


class TestMemory:
    def test_longest_idle_goes_first(self, tmp_path: Path, loader: Loader) -> None:
        for name in "abc":
            put(tmp_path, name)
        with library_of(tmp_path, loader, fitting=2) as library:
            library.load("a")
            library.load("b")
            library.load("a")
            library.load("c")
            loaded = {name for name, state in states(library).items() if state == "loaded"}

            assert loaded == {"a", "c"}
            assert loader.is_closed("b")

    def test_what_is_in_use_stays(self, tmp_path: Path, loader: Loader) -> None:
        for name in "abc":
            put(tmp_path, name)
        with library_of(tmp_path, loader, fitting=2) as library:
            with library.use("a"), library.use("b"):
                with pytest.raises(NoMemoryLeft, match=r"in use are a, b: end their runs"):
                    library.use("c")
                assert states(library)["c"] is PolicyState.AVAILABLE
            with library.use("c"):
                pass

    def test_policy_that_never_fits_is_reported(self, tmp_path: Path, loader: Loader) -> None:
        put(tmp_path, "a")
        with (
            library_of(tmp_path, loader, fitting=0) as library,
            pytest.raises(UnsupportedPolicy, match=r"needs about 157 MB.*raise the memory budget"),
        ):
            library.use("a")

    def test_machine_that_is_short_of_memory_frees_the_idle(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        put(tmp_path, "a")
        put(tmp_path, "b")
        others: list[int] = []

        def available() -> int:
            held = sum(not loader.is_closed(name) for name in loader.engines)
            return (256 << 20) + NEEDS - held * NEEDS - sum(others)

        with library_of(tmp_path, loader, available=available) as library:
            library.load("a")
            library.load("b")
            assert loader.is_closed("a")
            with library.use("b"), pytest.raises(NoMemoryLeft, match="the machine lacks"):
                library.use("a")
            assert library.relieve() == 0
            others.append(1)
            assert library.relieve() == 1
            assert library.relieve() == 0
            assert loader.is_closed("b")

    def test_remote_and_scripted_policies_take_none(self, tmp_path: Path) -> None:
        script = tmp_path / "s"
        script.write_text('{"action": {"name": "finish", "arguments": {}}}')
        manifest = PolicyManifest("demo", EngineKind.SCRIPTED, "compact", weights="script.jsonl")
        write_bundle(tmp_path / "demo", manifest, {"script.jsonl": script})
        library = PolicyLibrary([tmp_path], memory_budget_bytes=0, available=lambda: 0)
        with library.use("demo") as lease:
            assert not lease.engine.wants_screenshot
        library.close()

    def test_threads_that_want_more_than_fits_get_along(
        self, tmp_path: Path, loader: Loader
    ) -> None:
        for name in "abcd":
            put(tmp_path, name)
        most: list[int] = []
        with library_of(tmp_path, loader, fitting=2) as library:

            def work(start: int) -> None:
                for turn in range(30):
                    try:
                        with library.use("abcd"[(start + turn) % 4]) as lease:
                            assert not loader.is_closed(lease.manifest.name)
                            loaded = [s for s in library.policies() if s.state == "loaded"]
                            most.append(len(loaded))
                    except NoMemoryLeft:
                        time.sleep(0.001)

            threads = [threading.Thread(target=work, args=(start,)) for start in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(120)
            assert not any(thread.is_alive() for thread in threads)
            assert max(most) <= 2
            assert all(policy.users == 0 for policy in library.policies())


class TestBareFiles:
    def test_gguf_file_is_served_without_a_bundle(self, tmp_path: Path, loader: Loader) -> None:
        weights = tmp_path / "Some Model (Q8_0).gguf"
        weights.write_bytes(b"GGUF....")
        bare = bare_gguf(weights)
        with library_of(tmp_path, loader, bare=(bare,)) as library:
            assert states(library) == {"Some-Model-Q8_0": PolicyState.AVAILABLE}
            assert "not verified" in library.status("Some-Model-Q8_0").manifest.description  # pyright: ignore[reportOptionalMemberAccess]
            with library.use("Some-Model-Q8_0") as lease:
                assert lease.manifest.prompt_format == "phonebuddy"
                assert not lease.manifest.observation.has_screenshot

    def test_with_its_projector_it_sees(self, tmp_path: Path) -> None:
        for name in ("m.gguf", "mmproj-m.gguf"):
            (tmp_path / name).write_bytes(b"GGUF")
        manifest = bare_gguf(tmp_path / "m.gguf", projector=tmp_path / "mmproj-m.gguf").manifest

        assert manifest.projector == "mmproj-m.gguf"
        assert manifest.observation.has_screenshot

    def test_what_cannot_be_one_is_reported(self, tmp_path: Path) -> None:
        (tmp_path / "m.gguf").write_bytes(b"GGUF")
        (tmp_path / "page.gguf").write_bytes(b"<html>")
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "mmproj.gguf").write_bytes(b"GGUF")
        with pytest.raises(BadBundle, match="no GGUF file"):
            bare_gguf(tmp_path / "page.gguf")
        with pytest.raises(BadBundle, match="cannot be read"):
            bare_gguf(tmp_path / "missing.gguf")
        with pytest.raises(BadBundle, match="must lie in the folder"):
            bare_gguf(tmp_path / "m.gguf", projector=tmp_path / "other" / "mmproj.gguf")
        with pytest.raises(BadBundle, match="cannot be a policy's name"):
            bare_gguf(tmp_path / "m.gguf", name="a b")


def test_limits_bound_the_context() -> None:
    assert EngineLimits(context_tokens=100).context_of(0, 4096) == 100
    assert EngineLimits(context_tokens=100).context_of(50, 4096) == 50
    assert EngineLimits().context_of(0, 4096) == 4096
    assert replace(EngineLimits(), context_tokens=0).context_of(0, 0) == 0
