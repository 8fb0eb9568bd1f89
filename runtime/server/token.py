"""The token that calls must bring, read from a file that only its owner can read, or a variable."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from pathlib import Path

from runtime.errors import ConfigError

VARIABLE = "PHONEBUDDY_TOKEN"
SHORTEST = 16


def read_token(file: Path | None, environment: Mapping[str, str]) -> str:
    """The token; empty where none is wanted."""
    if file is None:
        return _checked(environment[VARIABLE], f"${VARIABLE}") if environment.get(VARIABLE) else ""
    try:
        mode = file.stat().st_mode
        text = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the token cannot be read from {file}: {error}") from error
    if stat.S_IMODE(mode) & 0o077:
        raise ConfigError(f"others can read the token in {file}: chmod 600 {file}")
    return _checked(text, str(file))


def _checked(token: str, where: str) -> str:
    if len(token) < SHORTEST or not token.isascii() or not token.isprintable() or " " in token:
        raise ConfigError(
            f"the token in {where} must be at least {SHORTEST} printable ASCII characters without "
            "spaces: make one with python -c 'import secrets; print(secrets.token_urlsafe(32))'"
        )
    return token
