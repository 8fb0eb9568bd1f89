import subprocess
import sys
from pathlib import Path

import pytest

from runtime.devices import known_schemes, open_device
from runtime.errors import AddressError
from runtime.testing import FakeDevice


@pytest.fixture
def offers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that offers devices."""
    package = tmp_path / "offering-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: offering\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[phonebuddy.devices]\n"
        "offered = offering:open_fake\n"
        "broken = offering_that_is_gone:open_fake\n"
        "nameless = offering:no_such_name\n"
    )
    (tmp_path / "offering.py").write_text(
        "from runtime.testing import FakeDevice\n"
        "def open_fake(address):\n"
        "    device = FakeDevice()\n"
        "    device.notes.append(address)\n"
        "    return device\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("offers")
def test_address_is_opened_by_what_is_installed_for_its_scheme() -> None:
    device = open_device("offered://?seed=7")

    assert isinstance(device, FakeDevice)
    assert device.notes == ["offered://?seed=7"]


@pytest.mark.usefixtures("offers")
@pytest.mark.parametrize("address", ["nonsense:1", "offered", "", ":", "OFFERED:1"])
def test_unknown_address_lists_the_known_schemes(address: str) -> None:
    with pytest.raises(AddressError, match="offered:"):
        open_device(address)


@pytest.mark.usefixtures("offers")
@pytest.mark.parametrize("scheme", ["broken", "nameless"])
def test_offer_that_cannot_be_loaded_names_its_package(scheme: str) -> None:
    with pytest.raises(AddressError, match="offering"):
        open_device(f"{scheme}:1")


@pytest.mark.usefixtures("offers")
def test_schemes_are_listed() -> None:
    assert {"offered", "broken", "nameless"} <= set(known_schemes())


def test_threads_that_open_the_first_phones_at_the_same_time_all_get_one() -> None:
    """In a process of its own, where nothing of the package is imported yet."""
    program = (
        "import threading, time\n"
        "from runtime.devices import open_device\n"
        "opened = []\n"
        "def work(n):\n"
        "    opened.append(open_device(f'phoneworld://?seed={n}'))\n"
        "threads = [threading.Thread(target=work, args=(n,)) for n in range(16)]\n"
        "for thread in threads:\n"
        "    thread.start()\n"
        "    time.sleep(0.01)\n"
        "for thread in threads:\n"
        "    thread.join()\n"
        "assert len(opened) == 16, len(opened)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
