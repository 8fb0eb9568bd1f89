"""The server's certificate and key, from files."""

from __future__ import annotations

from pathlib import Path

import grpc

from runtime.errors import ConfigError


def read_credentials(certificate: Path | None, key: Path | None) -> grpc.ServerCredentials | None:
    """What TLS needs; None without TLS."""
    if certificate is None or key is None:
        return None
    chain, private = _read(certificate), _read(key)
    if b"PRIVATE KEY-----" not in private:
        raise ConfigError(f"{key} holds no private key in PEM form")
    if b"-----BEGIN CERTIFICATE-----" not in chain:
        raise ConfigError(f"{certificate} holds no certificate in PEM form")
    return grpc.ssl_server_credentials([(private, chain)])


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
