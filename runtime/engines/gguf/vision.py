"""The vision part of a GGUF policy: screenshots become embeddings, which go into a context.

On llama.cpp's mtmd, by its low-level calls: the prompt's earlier tokens stay where they are, and an
image that was seen before is not encoded again. Nothing is fetched and no file but the projector is
read; images are decoded by `runtime.engines.gguf.pictures`.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
import threading
import weakref
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from runtime.engines.gguf import native
from runtime.engines.gguf.header import GgufHeader, read_header
from runtime.engines.gguf.native import complaints, llama, reason
from runtime.engines.gguf.pictures import Pixels, decode_image
from runtime.errors import (
    BadBundle,
    Cancelled,
    EngineClosed,
    EngineError,
    PromptTooLong,
    UnsupportedPolicy,
)

KEPT_BYTES = 64 * 2**20
"""How much of encoded images is kept."""

_NO_ROOM, _ABORTED = 1, 2
_TEXT_CHUNK = 0
_GGML_ERROR = 4


@dataclass(frozen=True, slots=True, weakref_slot=True)
class _Piece:
    """A part of an image's tokens: markup around it, or (with embeddings) the image itself."""

    handle: Any  # mtmd_input_chunk *, owned
    embeddings: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class ImageChunk:
    """An encoded image with its markup: `n_tokens` cells of a context, `n_pos` positions.

    The two differ for models that place images in two dimensions (M-RoPE).
    """

    key: str
    width_px: int
    height_px: int
    n_tokens: int
    n_pos: int
    pieces: tuple[_Piece, ...]

    @property
    def embeddings(self) -> NDArray[np.float32]:
        """One row for each token of the image itself, without those of its markup."""
        return np.concatenate([p.embeddings for p in self.pieces if p.embeddings is not None])

    @property
    def size_bytes(self) -> int:
        return sum(p.embeddings.nbytes for p in self.pieces if p.embeddings is not None)


class Projector:
    """A loaded vision part, for as long as its model is loaded.

    Encoding is safe from any thread; `evaluate` belongs to the context's thread, and so does `close`.
    """

    def __init__(self, pointer: Any, width: int, *, kept_bytes: int) -> None:  # noqa: ANN401  a pointer
        """Made by `load`. `width` is the number of values in an embedding."""
        self._pointer = pointer
        self._width = width
        self._kept_bytes = kept_bytes
        self._kept: OrderedDict[str, ImageChunk] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def load(
        cls,
        path: Path,
        model: Any,  # noqa: ANN401  llama_model *
        *,
        threads: int,
        max_image_tokens: int = 0,
        kept_bytes: int = KEPT_BYTES,
    ) -> Projector:
        """The vision part in a file, for a loaded model.

        Larger images are scaled down to `max_image_tokens` (0: what the file says, else the
        projector's own bound). Raises
        `BadBundle` when the file is damaged, `UnsupportedPolicy` when it belongs to another model
        or llama.cpp does not know its kind.
        """
        header = read_header(path)
        if header.architecture != "clip":
            raise BadBundle(
                f"{path.name} is no projector but a {header.architecture} {header.kind}; "
                "a projector is the file whose name begins with mmproj"
            )
        calls, mtmd = llama(), _mtmd()
        kind = header.text("clip.projector_type") or header.text("clip.vision.projector_type")
        flat = calls.llama_model_rope_type(model) not in (
            calls.LLAMA_ROPE_TYPE_MROPE,
            calls.LLAMA_ROPE_TYPE_IMROPE,
        )
        if kind.startswith("qwen") and flat:
            raise UnsupportedPolicy(
                f"projector {path.name} ({kind}) belongs to another model: these weights do not "
                "place images in two dimensions"
            )
        options = mtmd.mtmd_context_params_default()
        options.print_timings = False
        options.warmup = False
        options.n_threads = threads
        # llama.cpp itself takes no notice of what a file of this kind says.
        most = max_image_tokens or _most_tokens(header)
        if most:
            options.image_max_tokens = most
            options.image_min_tokens = min(8, most)
        with complaints() as lines:
            pointer = mtmd.mtmd_init_from_file(str(path).encode(), model, options)
        if not pointer:
            raise UnsupportedPolicy(
                f"projector {path.name} cannot be loaded with these weights: {_last_lines(lines)}; a "
                "projector belongs to the very model it was exported with"
            )
        if not mtmd.mtmd_support_vision(pointer):
            mtmd.mtmd_free(pointer)
            raise UnsupportedPolicy(f"projector {path.name} reads no images")
        return cls(pointer, calls.llama_model_n_embd_inp(model), kept_bytes=kept_bytes)

    def encode(self, image: bytes) -> ImageChunk:
        """Encode a PNG, JPEG or WebP, or find it among those encoded lately.

        Raises `EngineError` when it cannot be decoded, is too large, or cannot be encoded.
        """
        key = hashlib.sha256(image).hexdigest()
        with self._lock:
            self._check_open()
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        pixels = decode_image(image)
        with self._lock:
            self._check_open()
            # Another thread may have been quicker.
            chunk = self._kept.get(key) or self._encode(key, pixels)
            self._kept[key] = chunk
            total = sum(kept.size_bytes for kept in self._kept.values())
            while total > self._kept_bytes and len(self._kept) > 1:
                total -= self._kept.popitem(last=False)[1].size_bytes
            return chunk

    def evaluate(
        self,
        chunk: ImageChunk,
        context: Any,  # noqa: ANN401  llama_context *
        *,
        n_past: int,
        sequence: int,
        n_batch: int,
    ) -> int:
        """Add an encoded image to a sequence at position `n_past`; the position after it.

        No logits are asked for. Raises `PromptTooLong` when the context has no room, `Cancelled`
        when the evaluation was aborted, `EngineError` when it failed: in all three cases part of
        the image may be in the sequence, which must be dropped or restored.
        """
        self._check_open()
        mtmd = _mtmd()
        if mtmd.mtmd_decode_use_non_causal(self._pointer, None) and chunk.n_tokens > n_batch:
            raise EngineError(
                f"this model reads an image at once: its {chunk.n_tokens} tokens need batches of as "
                f"many, not {n_batch}"
            )
        after = ctypes.c_int32(n_past)
        for piece in chunk.pieces:
            place = (after.value, sequence, n_batch)
            with complaints() as lines:
                if piece.embeddings is None:
                    code = mtmd.mtmd_helper_eval_chunk_single(
                        self._pointer, context, piece.handle, *place, False, ctypes.byref(after)
                    )
                else:
                    values = piece.embeddings.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
                    no_callback = mtmd.mtmd_helper_post_decode_callback()
                    code = mtmd.mtmd_helper_decode_image_chunk(
                        self._pointer, context, piece.handle, values, *place,
                        ctypes.byref(after), no_callback, None,
                    )  # fmt: skip
            _check_evaluated(code, chunk, lines)
        return after.value

    def close(self) -> None:
        """Free it. Closing again does nothing."""
        with self._lock:
            self._kept.clear()
            if self._pointer:
                _mtmd().mtmd_free(self._pointer)
                self._pointer = None

    def _check_open(self) -> None:
        if not self._pointer:
            raise EngineClosed("the vision part of this policy was closed")

    def _encode(self, key: str, pixels: Pixels) -> ImageChunk:
        mtmd = _mtmd()
        bitmap = mtmd.mtmd_bitmap_init(
            pixels.width_px,
            pixels.height_px,
            ctypes.cast(ctypes.c_char_p(pixels.rgb), ctypes.POINTER(ctypes.c_uint8)),
        )
        chunks = mtmd.mtmd_input_chunks_init()
        try:
            marker: bytes = mtmd.mtmd_default_marker()
            text = mtmd.mtmd_input_text(marker, len(marker), False, True)
            bitmaps = (ctypes.c_void_p * 1)(bitmap)
            with complaints() as lines:
                code = mtmd.mtmd_tokenize(self._pointer, chunks, ctypes.byref(text), bitmaps, 1)
            if code:
                raise EngineError(
                    f"a screenshot of {pixels.width_px} x {pixels.height_px} pixels cannot be "
                    f"prepared for this model: {_last_lines(lines)}"
                )
            count = mtmd.mtmd_input_chunks_size(chunks)
            found = [mtmd.mtmd_input_chunks_get(chunks, index) for index in range(count)]
            return ImageChunk(
                key,
                pixels.width_px,
                pixels.height_px,
                sum(mtmd.mtmd_input_chunk_get_n_tokens(chunk) for chunk in found),
                sum(mtmd.mtmd_input_chunk_get_n_pos(chunk) for chunk in found),
                tuple(self._piece(chunk) for chunk in found),
            )
        finally:
            mtmd.mtmd_input_chunks_free(chunks)
            mtmd.mtmd_bitmap_free(bitmap)

    def _piece(self, chunk: Any) -> _Piece:  # noqa: ANN401  a pointer
        mtmd = _mtmd()
        if mtmd.mtmd_input_chunk_get_type(chunk) == _TEXT_CHUNK:
            return _owned(mtmd.mtmd_input_chunk_copy(chunk), None)
        with complaints() as lines:
            code = mtmd.mtmd_encode_chunk(self._pointer, chunk)
        if code:
            raise EngineError(f"a screenshot cannot be encoded: {_last_lines(lines)}")
        rows = mtmd.mtmd_input_chunk_get_n_tokens(chunk)
        output = mtmd.mtmd_get_output_embd(self._pointer)
        embeddings = np.ctypeslib.as_array(output, shape=(rows, self._width)).copy()
        # What is copied has the image's places but no longer its pixels.
        return _owned(mtmd.mtmd_input_chunk_get_placeholder(chunk), embeddings)


def _most_tokens(header: GgufHeader) -> int:
    """The most tokens of an image, by the pixels that a projector's file allows; 0 if it does not say."""
    names = ("image_max_pixels", "patch_size", "spatial_merge_size")
    values = [header.metadata.get(f"clip.vision.{name}") for name in names]
    pixels, patch, merge = (
        value if isinstance(value, int) and value > 0 else 0 for value in values
    )
    return pixels // (patch * merge) ** 2 if patch and merge else 0


def _owned(handle: Any, embeddings: NDArray[np.float32] | None) -> _Piece:  # noqa: ANN401  a pointer
    piece = _Piece(handle, embeddings)
    # A chunk may outlive its place among those kept, and the projector: freed with its last user.
    weakref.finalize(piece, _mtmd().mtmd_input_chunk_free, handle).atexit = False
    return piece


def _check_evaluated(code: int, chunk: ImageChunk, lines: list[str]) -> None:
    if code == _NO_ROOM:
        raise PromptTooLong(
            f"an image of {chunk.n_tokens} tokens does not fit what is left of the context"
        )
    if code == _ABORTED:
        raise Cancelled("evaluating an image was ended")
    if code:
        raise EngineError(
            f"llama.cpp could not evaluate an image (code {code}): {_last_lines(lines)}"
        )


def _last_lines(lines: list[str]) -> str:
    return reason([line.partition("error: ")[2] or line for line in lines])


@dataclass(frozen=True, slots=True)
class _Library:
    calls: Any
    listener: Any
    """mtmd holds its bare address: it must live as long as the process."""


def _mtmd() -> Any:  # noqa: ANN401  ctypes functions
    return _library().calls


@cache
def _library() -> _Library:
    calls = llama()
    from llama_cpp import mtmd_cpp

    listener = calls.llama_log_callback(_listen)
    mtmd: Any = mtmd_cpp
    # The helper's part passes it on to mtmd's own.
    mtmd.mtmd_helper_log_set(listener, ctypes.c_void_p(0))
    return _Library(mtmd, listener)


def _listen(level: int, text: bytes, _data: object) -> None:
    message = text.decode(errors="replace").strip(" .\n")
    if message:
        # As llama.cpp's own messages, so that `complaints` hears both.
        severity = logging.WARNING if level == _GGML_ERROR else logging.DEBUG
        logging.getLogger(native.__name__).log(severity, "%s", message)
