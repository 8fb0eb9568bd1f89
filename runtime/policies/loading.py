"""From a bundle to an engine: the prompt format it names, and the engine its weights run on.

The one place that knows every engine. Each is imported when a bundle first needs it; where its
libraries are not installed, that is an `UnsupportedPolicy` with the command that installs them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import assert_never

from runtime.actions import SCALE
from runtime.engine import Engine
from runtime.errors import BadBundle, UnsupportedPolicy
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_files import find_file, read_bounded
from runtime.policies.limits import EngineLimits
from runtime.prompts.format import ChatMarkup, FormatOptions, PromptFormat

MOST_RULES_BYTES = 1_000_000
TRIAL_S = 300.0

_LIBRARIES = {
    EngineKind.GGUF: ("llama_cpp", "llguidance", "jinja2", "numpy"),
    EngineKind.ONNX: ("onnxruntime", "llguidance", "tokenizers", "numpy"),
}


def load_engine(
    folder: Path,
    manifest: PolicyManifest,
    limits: EngineLimits,
    *,
    environ: Mapping[str, str] | None = None,
) -> Engine:
    """The engine of a bundle that was verified. `environ` holds the keys of model servers.

    Raises `BadBundle` or `UnsupportedPolicy` with the reason; nothing is left behind then.
    """
    _check_libraries(manifest)
    prompt_format = format_of(folder, manifest)
    match manifest.engine:
        case EngineKind.GGUF:
            return _load_gguf(folder, manifest, limits, prompt_format)
        case EngineKind.ONNX:
            return _load_onnx(folder, manifest, limits, prompt_format)
        case EngineKind.REMOTE:
            return _load_remote(manifest, prompt_format, os.environ if environ is None else environ)
        case EngineKind.SCRIPTED:
            from runtime.engines.scripted import ScriptFileEngine, read_script

            script = _path(folder, manifest, manifest.weights)
            return ScriptFileEngine(read_script(script), prompt_format)
        case _:
            assert_never(manifest.engine)


def format_of(folder: Path, manifest: PolicyManifest) -> PromptFormat:
    """The prompt format that a bundle names, as it wants it."""
    from runtime.prompts.registry import find_format

    if manifest.coordinates != SCALE:
        raise UnsupportedPolicy(
            f"the policy {manifest.name!r} says points of 0 to {manifest.coordinates}, and prompt "
            f"formats speak of 0 to {SCALE}: train or serve it with those"
        )
    rules = None
    if manifest.rules:
        data = read_bounded(_path(folder, manifest, manifest.rules), MOST_RULES_BYTES)
        try:
            rules = data.decode()
        except UnicodeDecodeError as error:
            raise BadBundle(f"{manifest.rules!r} is not UTF-8 text") from error
    options = FormatOptions(
        observation=manifest.observation, history_steps=manifest.history_steps, rules=rules
    )
    return find_format(manifest.prompt_format, options)


def is_installed(library: str) -> bool:
    """Whether a library is there; it is not loaded for that."""
    return find_spec(library) is not None


def missing_libraries(
    manifest: PolicyManifest, installed: Callable[[str], bool] = is_installed
) -> str:
    """What is not installed that the policy needs, and how to get it; empty if all is there."""
    kind = manifest.engine
    missing = [name for name in _LIBRARIES.get(kind, ()) if not installed(name)]
    if not missing:
        return ""
    return (
        f"the policy {manifest.name!r} needs the {kind} engine, and {', '.join(missing)} is not "
        f"installed: pip install 'phonebuddy[{kind}]'"
    )


def _check_libraries(manifest: PolicyManifest) -> None:
    if problem := missing_libraries(manifest):
        raise UnsupportedPolicy(problem)


def _load_gguf(
    folder: Path, manifest: PolicyManifest, limits: EngineLimits, prompt_format: PromptFormat
) -> Engine:
    from runtime.engines.gguf.chat_template import markup_of
    from runtime.engines.gguf.engine import GgufEngine
    from runtime.engines.gguf.settings import GgufSettings
    from runtime.engines.gguf.trial import verify_loads

    weights = _path(folder, manifest, manifest.weights)
    projector = _optional(folder, manifest, manifest.projector)
    adapter = _optional(folder, manifest, manifest.adapter)
    # In a child first: a hostile file ends that, not the server.
    facts = verify_loads(weights, projector=projector, adapter=adapter, timeout_s=TRIAL_S)
    chat = manifest.chat
    if chat is None:
        template = facts.chat_template
        chat = markup_of(template, bos=facts.bos, eos=facts.eos) if template else ChatMarkup()
    return GgufEngine.load(
        GgufSettings(
            weights=weights,
            prompt_format=prompt_format,
            projector=projector,
            adapter=adapter,
            chat=chat,
            sampling=manifest.sampling,
            context_tokens=limits.context_of(manifest.context_tokens, facts.context_tokens),
            sessions=limits.sessions,
            parallel=limits.sessions,
            threads=limits.threads,
            threads_batch=limits.threads_batch,
            kv_bytes=limits.kv_bytes,
            queue=limits.queue,
        )
    )


def _load_onnx(
    folder: Path, manifest: PolicyManifest, limits: EngineLimits, prompt_format: PromptFormat
) -> Engine:
    from runtime.engines.onnx.engine import OnnxEngine
    from runtime.engines.onnx.settings import OnnxSettings
    from runtime.engines.onnx.trial import verify_loads

    if not manifest.tokenizer:
        raise BadBundle(f"the policy {manifest.name!r} has no tokenizer, which onnx policies need")
    if manifest.chat is None:
        raise UnsupportedPolicy(
            f"the policy {manifest.name!r} does not say how its model is spoken to, and an ONNX file "
            "holds no chat template: add `chat` to its policy.json"
        )
    for field in ("projector", "adapter"):
        if getattr(manifest, field):
            raise UnsupportedPolicy(f"onnx policies cannot have the {field} of {manifest.name!r}")
    weights = _path(folder, manifest, manifest.weights)
    tokenizer = _path(folder, manifest, manifest.tokenizer)
    facts = verify_loads(weights, tokenizer, timeout_s=TRIAL_S)
    _check_listed(folder, manifest, [weights.parent / name for name in facts.external_files])
    return OnnxEngine(
        OnnxSettings(
            weights=weights,
            tokenizer=tokenizer,
            prompt_format=prompt_format,
            chat=manifest.chat,
            sampling=manifest.sampling,
            context_tokens=limits.context_of(manifest.context_tokens, facts.context_tokens),
            sessions=limits.sessions,
            threads=limits.threads_batch,
            kv_bytes=limits.kv_bytes,
            queue=limits.queue,
        )
    )


def _check_listed(folder: Path, manifest: PolicyManifest, files: list[Path]) -> None:
    """A graph may read its weights from other files: only from those that were verified."""
    listed = {(folder / file.path).resolve() for file in manifest.files}
    for file in files:
        if file.resolve() not in listed:
            raise BadBundle(
                f"{manifest.weights!r} of the policy {manifest.name!r} reads {file.name!r}, which its "
                "policy.json does not list: export it again"
            )


def _load_remote(
    manifest: PolicyManifest, prompt_format: PromptFormat, environ: Mapping[str, str]
) -> Engine:
    from runtime.engines.remote.engine import RemoteEngine

    remote = manifest.remote
    if remote is None:
        raise BadBundle(f"the remote policy {manifest.name!r} does not say where it answers")
    key = environ.get(remote.key_variable, "") if remote.key_variable else ""
    if remote.key_variable and not key:
        raise UnsupportedPolicy(
            f"the policy {manifest.name!r} needs the key of {remote.url!r}: set the environment "
            f"variable {remote.key_variable} for the runtime"
        )
    return RemoteEngine(remote, prompt_format, key=key.strip(), sampling=manifest.sampling)


def _path(folder: Path, manifest: PolicyManifest, path: str) -> Path:
    # A file without a bundle may be a link to anywhere: nobody but the user chose it.
    return find_file(folder, path) if manifest.files else folder / path


def _optional(folder: Path, manifest: PolicyManifest, path: str) -> Path | None:
    return _path(folder, manifest, path) if path else None
