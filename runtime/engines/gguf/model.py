"""The weights of a GGUF policy and its tokens. What llama.cpp refuses is `UnsupportedPolicy` here."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

from runtime.engines.constraint import TokenVocabulary
from runtime.engines.gguf.header import read_header
from runtime.engines.gguf.native import complaints, llama, reason
from runtime.errors import EngineError, UnsupportedPolicy

_PIECE_BYTES = 256


class Model:
    """Loaded weights. Tokenizing is safe from any thread; closing is not while anyone uses it."""

    def __init__(self, pointer: Any, path: Path) -> None:  # noqa: ANN401  a pointer of llama.cpp's
        calls = llama()
        self.path = path
        self.pointer = pointer
        self._vocab: Any = calls.llama_model_get_vocab(pointer)
        self._adapter: Any = None
        self.size: int = calls.llama_vocab_n_tokens(self._vocab)
        self.weight_bytes: int = calls.llama_model_size(pointer)
        self.trained_tokens: int = calls.llama_model_n_ctx_train(pointer)
        self.endings = tuple(
            token for token in range(self.size) if calls.llama_vocab_is_eog(self._vocab, token)
        )

    @classmethod
    def load(cls, path: Path) -> Model:
        """The weights in a file, mapped rather than read. `BadBundle` when the file is damaged."""
        read_header(path)
        calls = llama()
        with complaints() as lines:
            pointer = calls.llama_model_load_from_file(
                str(path).encode(), calls.llama_model_default_params()
            )
        if not pointer:
            raise UnsupportedPolicy(
                f"{path.name} cannot be loaded by this llama.cpp: {reason(lines)}; "
                "export it again, or update llama-cpp-python if its architecture is newer"
            )
        model = cls(pointer, path)
        refused = model._unfit()
        if refused:
            model.close()
            raise UnsupportedPolicy(f"{path.name} cannot decide: it is {refused}")
        return model

    def _unfit(self) -> str:
        calls = llama()
        if not self.size:
            return "a model without a vocabulary"
        if calls.llama_model_has_encoder(self.pointer):
            return "a model with an encoder; policies are decoders only"
        if calls.llama_model_is_diffusion(self.pointer):
            return "a diffusion model; policies are decoders only"
        return ""

    def add_adapter(self, path: Path) -> None:
        """Load a LoRA, which contexts made later apply."""
        read_header(path)
        with complaints() as lines:
            adapter = llama().llama_adapter_lora_init(self.pointer, str(path).encode())
        if not adapter:
            raise UnsupportedPolicy(
                f"adapter {path.name} does not fit {self.path.name}: {reason(lines)}; "
                "an adapter belongs to the very model it was trained on"
            )
        self._adapter = adapter

    def apply_adapter(self, context: Any, scale: float) -> None:  # noqa: ANN401  a pointer
        """Have a context use the adapter, if there is one."""
        if self._adapter is None:
            return
        calls = llama()
        adapters = (calls.llama_cpp.llama_adapter_lora_p_ctypes * 1)(self._adapter)
        if calls.llama_set_adapters_lora(context, adapters, 1, (ctypes.c_float * 1)(scale)):
            raise UnsupportedPolicy(f"the adapter of {self.path.name} cannot be applied")

    def tokens(self, text: str, *, markup: bool = False) -> list[int]:
        """The tokens of a text; only with `markup` are special tokens seen in it."""
        data = text.encode(errors="replace")
        return self._tokens(data, markup=markup)

    def _tokens(self, data: bytes, *, markup: bool = False) -> list[int]:
        room = len(data) + 8
        tokens = (ctypes.c_int32 * room)()
        count = llama().llama_tokenize(self._vocab, data, len(data), tokens, room, False, markup)
        if count < 0:
            raise EngineError(f"{self.path.name} has no tokens for a text of {len(data)} bytes")
        return tokens[:count]

    def opening(self) -> list[int]:
        """What every prompt of this model begins with: its token for that, or nothing."""
        calls = llama()
        begin = calls.llama_vocab_bos(self._vocab)
        return [begin] if calls.llama_vocab_get_add_bos(self._vocab) and begin >= 0 else []

    def end_of(self, reply_end: str) -> int:
        """The token that ends a reply: the one of `reply_end`, or the model's own."""
        tokens = self.tokens(reply_end, markup=True)
        if len(tokens) == 1:
            return tokens[0]
        calls = llama()
        turn, text = calls.llama_vocab_eot(self._vocab), calls.llama_vocab_eos(self._vocab)
        if turn < 0 and text < 0:
            raise UnsupportedPolicy(
                f"{self.path.name} has no token that ends a reply: name one as `reply_end` in the "
                "bundle's chat markup"
            )
        return turn if turn >= 0 else text

    def vocabulary(self, end: int) -> TokenVocabulary:
        """All tokens as grammars need them."""
        calls = llama()
        return TokenVocabulary(
            self.pieces(),
            special=[
                token
                for token in range(self.size)
                if calls.llama_vocab_is_control(self._vocab, token) or token in self.endings
            ],
            end=end,
            tokenize=self._tokens,
        )

    def pieces(self) -> list[bytes]:
        """What each token stands for in a text; nothing for markup."""
        piece = self._reader()
        return [piece(token) for token in range(self.size)]

    def _reader(self) -> Callable[[int], bytes]:
        write, vocab = llama().llama_token_to_piece, self._vocab
        room = ctypes.create_string_buffer(_PIECE_BYTES)

        def piece(token: int) -> bytes:
            count = write(vocab, token, room, _PIECE_BYTES, 0, False)
            if count < 0:
                large = ctypes.create_string_buffer(-count)
                return large.raw[: write(vocab, token, large, -count, 0, False)]
            return room.raw[:count]

        return piece

    def close(self) -> None:
        if self.pointer:
            llama().llama_model_free(self.pointer)
            self.pointer = None
