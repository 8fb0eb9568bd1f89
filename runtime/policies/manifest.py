"""`policy.json` as a `PolicyManifest`, read strictly and written back.

Whatever is wrong is a `BadBundle` that names the field. Nothing is guessed or passed over: an unknown
field, a key that is there twice, a number that is not finite, a path that leads out of the folder.
The files themselves are looked at in `verification`.
"""

from __future__ import annotations

import dataclasses
import json
import types
from pathlib import Path
from typing import Any, get_args, get_type_hints

from runtime.bundle_files import read_bounded
from runtime.errors import BadBundle, PolicyError, RecordError, UnsupportedPolicy
from runtime.policies.bundle import FILE, FORMAT_VERSION, PolicyManifest
from runtime.policies.manifest_rules import check_manifest
from runtime.record_codec import Codec, codec_of
from runtime.strict_json import StrictJsonError, read_strict_json

MOST_BYTES = 1_000_000


def read_manifest(folder: Path) -> PolicyManifest:
    """What the `policy.json` of a bundle says; `BadBundle` where it cannot be trusted."""
    path = folder / FILE
    try:
        return parse_manifest(read_bounded(path, MOST_BYTES))
    except PolicyError as error:
        raise type(error)(f"{path}: {error}") from error


def parse_manifest(data: bytes) -> PolicyManifest:
    """The manifest that the bytes of a `policy.json` hold."""
    try:
        value = read_strict_json(data)
    except StrictJsonError as error:
        raise BadBundle(str(error)) from error
    if not isinstance(value, dict):
        raise BadBundle("it is no JSON object")
    # First: what another version holds cannot be judged by this one's fields.
    version = value.get("format_version", FORMAT_VERSION)
    if type(version) is int and version != FORMAT_VERSION:
        raise UnsupportedPolicy(
            f"the bundle has format version {version}, this PhoneBuddy reads {FORMAT_VERSION}: "
            "update PhoneBuddy, or export the policy again"
        )
    codecs = _codecs()
    for name in value:
        if name not in codecs:
            raise BadBundle(f"unknown field {name[:60]!r}; known are {', '.join(codecs)}")
    given: dict[str, Any] = {}
    for field in dataclasses.fields(PolicyManifest):
        if field.name in value:
            try:
                given[field.name] = codecs[field.name].decode(value[field.name])
            except RecordError as error:
                raise BadBundle(f"field {field.name!r}: {error}") from error
        elif field.default is field.default_factory is dataclasses.MISSING:
            raise BadBundle(f"the field {field.name!r} is missing")
    manifest = PolicyManifest(**given)
    check_manifest(manifest)
    return manifest


def write_manifest(manifest: PolicyManifest) -> bytes:
    """The `policy.json` of a manifest: every field, in order, for people to read too."""
    check_manifest(manifest)
    value = {name: codec.encode(getattr(manifest, name)) for name, codec in _codecs().items()}
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2)
    return text.encode() + b"\n"


def _codecs() -> dict[str, Codec]:
    hints = get_type_hints(PolicyManifest)
    return {field.name: _codec(hints[field.name]) for field in dataclasses.fields(PolicyManifest)}


def _codec(hint: Any) -> Codec:  # noqa: ANN401 - a type annotation, which has no type of its own
    """As records have it, but for an optional object: there is one kind, so it needs no `type`."""
    members = get_args(hint)
    if len(members) != 2 or members[1] is not types.NoneType:
        return codec_of(hint)
    inner = codec_of(members[0])
    return Codec(
        lambda value: None if value is None else inner.encode(value),
        lambda value: None if value is None else inner.decode(value),
    )
