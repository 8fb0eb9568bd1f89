"""The settings of a server: from the command line, else from a TOML file, else the defaults.

Read once, checked, and then never changed. A key that is not known is an error, never passed over.
"""

from __future__ import annotations

import argparse
import difflib
import tomllib
import types
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

from runtime.errors import ConfigError
from runtime.runs.model import Limits
from runtime.runs.queries import Retention
from runtime.server.address import Address, default_address, parse_address

HOME = Path("~/.phonebuddy")
FILE = HOME / "runtime.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """How a server is set up. Each field is a key of the file and an option of the command."""

    listen: Annotated[
        str,
        "HOST:PORT or unix:PATH; port 0 lets the system choose (default: the socket runtime.sock in "
        "the data folder, which only you can use)",
    ] = ""
    data: Annotated[Path, "the folder of runs"] = HOME
    policies: Annotated[Path, "the folder of policy bundles"] = HOME / "policies"
    gguf: Annotated[Path | None, "serve this GGUF file too, without a bundle"] = None
    mmproj: Annotated[Path | None, "the vision part of --gguf"] = None
    guard_rules: Annotated[Path | None, "a file of guard rules, instead of the built-in ones"] = (
        None
    )
    guard_opinion: Annotated[
        str, "a policy that is asked about what the rules allow; it can only add questions"
    ] = ""
    secrets: Annotated[Path | None, "a file of named secrets that policies never see"] = None
    token_file: Annotated[
        Path | None, "holds the token that calls must bring (else $PHONEBUDDY_TOKEN, if set)"
    ] = None
    tls_cert: Annotated[Path | None, "the certificate chain, as PEM"] = None
    tls_key: Annotated[Path | None, "its private key, as PEM"] = None
    metrics: Annotated[str, "HOST:PORT for Prometheus; none without"] = ""
    log_format: Annotated[str, "text or json"] = "text"
    log_level: Annotated[str, "debug, info, warning or error"] = "info"
    most_steps: Annotated[int, "the steps of a run, where it sets no limit"] = 50
    most_seconds: Annotated[float, "the seconds of a run, where it sets no limit"] = 1800.0
    most_tokens: Annotated[int, "the tokens of a run, where it sets no limit"] = 500_000
    most_runs: Annotated[int, "the runs at once, those that are queued included"] = 100
    most_watchers: Annotated[int, "the watchers of runs at once"] = 500
    most_mirrors: Annotated[int, "the mirrored screens at once"] = 8
    policy_memory_mb: Annotated[int, "the memory for loaded policies; 0 for no limit"] = 0
    policy_threads: Annotated[int, "the processor threads of a policy; 0 for as many as fit"] = 0
    keep_days: Annotated[float, "forget ended runs after so many days; 0 for never"] = 90.0
    keep_runs: Annotated[int, "keep only so many ended runs; 0 for all"] = 0
    keep_mb: Annotated[int, "keep only so much of ended runs; 0 for all"] = 2000
    shutdown_seconds: Annotated[float, "how long runs may take to come to rest at the end"] = 10.0

    def __post_init__(self) -> None:
        if self.log_format not in {"text", "json"}:
            raise ConfigError(f"log_format is {self.log_format!r}: it can be text or json")
        if self.log_level not in {"debug", "info", "warning", "error"}:
            raise ConfigError(
                f"log_level is {self.log_level!r}: it can be debug, info, warning or error"
            )
        if (self.tls_cert is None) != (self.tls_key is None):
            raise ConfigError("TLS needs both a certificate (tls_cert) and its key (tls_key)")
        if self.mmproj is not None and self.gguf is None:
            raise ConfigError("mmproj is the vision part of a GGUF file: give that too (gguf)")
        for name in ("most_steps", "most_seconds", "most_tokens", "most_runs", "shutdown_seconds"):
            if getattr(self, name) <= 0:
                raise ConfigError(f"{name} is {getattr(self, name)}: it must be above 0")
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(value, int | float) and value < 0:
                raise ConfigError(f"{entry.name} is {value}: it cannot be negative")
            if isinstance(value, Path):
                object.__setattr__(self, entry.name, value.expanduser())

    @property
    def address(self) -> Address:
        return parse_address(self.listen) if self.listen else default_address(self.data)

    @property
    def limits(self) -> Limits:
        """The limits of runs that set none."""
        return Limits(self.most_steps, self.most_seconds, self.most_tokens)

    @property
    def retention(self) -> Retention:
        return Retention(self.keep_days, self.keep_runs, self.keep_mb * 1024 * 1024)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Offer each field as an option, and the file to read before."""
    parser.add_argument(
        "--config",
        type=Path,
        help=f"a TOML file of these options (default: {FILE}, if it is there)",
    )
    kinds, hints = _kinds(), get_type_hints(ServerConfig, include_extras=True)
    for entry in fields(ServerConfig):
        words = hints[entry.name].__metadata__[0]
        shown = f" (default: {entry.default})" if entry.default not in {None, ""} else ""
        parser.add_argument(
            f"--{entry.name.replace('_', '-')}",
            dest=entry.name,
            type=kinds[entry.name],
            metavar=kinds[entry.name].__name__.upper(),
            # Nothing, rather than the default: the file may say otherwise.
            default=None,
            help=words.replace("%", "%%") + shown,
        )


def read_config(given: argparse.Namespace) -> ServerConfig:
    """What the options say, and the file where they say nothing."""
    path: Path | None = given.config
    if path is not None:
        values = _read_file(path)
    else:
        values = _read_file(FILE.expanduser()) if FILE.expanduser().exists() else {}
    for entry in fields(ServerConfig):
        value = getattr(given, entry.name)
        if value is not None:
            values[entry.name] = value
    return ServerConfig(**values)


def _read_file(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    kinds = _kinds()
    for key in values:
        if key not in kinds:
            near = difflib.get_close_matches(key, kinds, 1)
            hint = f"; is {near[0]} meant?" if near else f"; known are {', '.join(kinds)}"
            raise ConfigError(f"{path}: there is no option {key!r}{hint}")
    return {key: _of_kind(value, kinds[key], f"{path}: {key}") for key, value in values.items()}


def _kinds() -> Mapping[str, type]:
    """What each option is: Path | None is a Path that need not be given."""
    hints = get_type_hints(ServerConfig)
    return {
        name: get_args(hint)[0] if isinstance(hint, types.UnionType) else hint
        for name, hint in hints.items()
    }


def _of_kind(value: object, kind: type, where: str) -> object:
    if kind is Path and isinstance(value, str):
        return Path(value)
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        wanted = "text" if kind in {str, Path} else kind.__name__
        raise ConfigError(f"{where} is {value!r}: it must be a {wanted}")
    return value
