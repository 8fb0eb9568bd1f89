"""The settings that a server takes, and those it refuses."""

import argparse
import os
import socket
import stat
from pathlib import Path

import pytest

from runtime.errors import ConfigError
from runtime.runs.model import Limits
from runtime.server.address import (
    TcpAddress,
    UnixAddress,
    check_exposure,
    clear_socket_path,
    parse_address,
)
from runtime.server.config import ServerConfig, add_options, read_config
from runtime.server.data_folder import Holder, find_holder, hold_folder
from runtime.server.tls import read_credentials
from runtime.server.token import read_token

GOOD_TOKEN = "0123456789abcdef"


def _config(*words: str, file: Path | None = None) -> ServerConfig:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return read_config(parser.parse_args([*words, *(["--config", str(file)] if file else [])]))


def test_options_win_over_the_file_and_the_file_over_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / "runtime.toml"
    file.write_text('listen = "127.0.0.1:1"\nmost_steps = 7\nkeep_days = 3\npolicies = "/p"\n')
    config = _config("--listen", "127.0.0.1:2", file=file)
    assert config.listen == "127.0.0.1:2"
    assert config.limits == Limits(7, 1800.0, 500_000)
    assert config.retention.days == 3.0
    assert config.policies == Path("/p")
    assert config.most_watchers == ServerConfig().most_watchers


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("most_step = 7", "is most_steps meant"),
        ("wholly_unknown = 1", "known are listen"),
        ('most_steps = "7"', "must be a int"),
        ("most_steps = true", "must be a int"),
        ("listen = 7", "must be a text"),
        ("listen = ", "cannot be read"),
        ("most_steps = 0", "must be above 0"),
        ("keep_days = -1", "cannot be negative"),
        ('log_format = "xml"', "text or json"),
        ('tls_cert = "a"', "both a certificate"),
        ('mmproj = "a"', "vision part"),
    ],
)
def test_a_file_that_says_something_else_is_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "runtime.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=message):
        _config(file=file)


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        _config(file=tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:7777", TcpAddress("127.0.0.1", 7777)),
        ("[::1]:0", TcpAddress("::1", 0)),
        ("localhost:5", TcpAddress("localhost", 5)),
        ("unix:/run/x", UnixAddress(Path("/run/x"))),
        ("unix:///run/x", UnixAddress(Path("/run/x"))),
    ],
)
def test_addresses_are_read(text: str, address: object) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", "127.0.0.1", ":1", "a:b", "h:99999", "::1:5", "http://x:1"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="is no address"):
        parse_address(text)


@pytest.mark.parametrize(
    "text", ["127.0.0.1:1", "[::1]:1", "localhost:1", "127.1.2.3:1", "unix:/x"]
)
def test_this_machine_may_be_served_without_tls_and_token(text: str) -> None:
    check_exposure(parse_address(text), has_tls=False, has_token=False)


OUTSIDE = ["0.0.0.0", "[::]", "192.168.0.7", "phone.example", "127.0.0.1.x"]  # noqa: S104 - refused


@pytest.mark.parametrize("host", OUTSIDE)
def test_other_machines_are_served_only_with_tls_and_a_token(host: str) -> None:
    address = parse_address(f"{host}:7777")
    with pytest.raises(ConfigError, match=r"TLS.*and a token.*127\.0\.0\.1:7777"):
        check_exposure(address, has_tls=False, has_token=False)
    with pytest.raises(ConfigError, match="give a token"):
        check_exposure(address, has_tls=True, has_token=False)
    with pytest.raises(ConfigError, match="give TLS"):
        check_exposure(address, has_tls=False, has_token=True)
    check_exposure(address, has_tls=True, has_token=True)


def test_a_token_comes_from_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{GOOD_TOKEN}\n")
    file.chmod(0o644)
    with pytest.raises(ConfigError, match="chmod 600"):
        read_token(file, {})
    file.chmod(0o600)
    assert read_token(file, {"PHONEBUDDY_TOKEN": "another-one-of-16"}) == GOOD_TOKEN
    assert read_token(None, {"PHONEBUDDY_TOKEN": GOOD_TOKEN}) == GOOD_TOKEN
    assert read_token(None, {}) == ""


@pytest.mark.parametrize("token", ["short", "has a space in it", "füüüüüüüüüüüüüüüü"])
def test_a_token_that_is_easy_to_guess_or_to_mistype_is_refused(token: str) -> None:
    with pytest.raises(ConfigError, match="at least 16"):
        read_token(None, {"PHONEBUDDY_TOKEN": token})


def test_certificates_must_be_certificates(tmp_path: Path) -> None:
    file = tmp_path / "cert.pem"
    file.write_text("hello")
    with pytest.raises(ConfigError, match="no private key"):
        read_credentials(file, file)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_credentials(tmp_path / "none", file)


def test_a_dead_socket_is_removed_and_a_live_one_or_a_file_is_not(tmp_path: Path) -> None:
    path = tmp_path / "s"
    clear_socket_path(path)
    with socket.socket(socket.AF_UNIX) as live:
        live.bind(str(path))
        live.listen()
        with pytest.raises(ConfigError, match="another server"):
            clear_socket_path(path)
    assert stat.S_ISSOCK(path.stat().st_mode)
    clear_socket_path(path)
    assert not path.exists()
    path.write_text("dear diary")
    with pytest.raises(ConfigError, match="is no socket"):
        clear_socket_path(path)


def test_a_data_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    assert find_holder(tmp_path) is None
    with hold_folder(tmp_path) as lock:
        lock.write_address("127.0.0.1:7")
        assert find_holder(tmp_path) == Holder(os.getpid(), "127.0.0.1:7")
        with (
            pytest.raises(ConfigError, match=rf"process {os.getpid()}, at 127\.0\.0\.1:7"),
            hold_folder(tmp_path),
        ):
            pass
    assert find_holder(tmp_path) is None
    with hold_folder(tmp_path):
        pass


def test_the_address_is_a_private_socket_unless_another_is_given(tmp_path: Path) -> None:
    assert ServerConfig(data=tmp_path).address == UnixAddress(tmp_path / "runtime.sock")
    deep = tmp_path / ("d" * 120)
    found = ServerConfig(data=deep).address
    assert isinstance(found, UnixAddress)
    assert found != ServerConfig(data=deep / "e").address
    assert found.path.parent.stat().st_mode & 0o777 == 0o700


def test_what_is_kept_is_bounded_by_default() -> None:
    retention = ServerConfig().retention
    assert (retention.days, retention.bytes) == (90.0, 2000 * 1024 * 1024)
