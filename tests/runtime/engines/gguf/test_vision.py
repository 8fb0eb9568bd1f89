import ctypes
import gc
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file
from tiny_gguf import write_qwen35_projector
from tiny_models import TinyVlm, tiny_llama, tiny_qwen35
from torch_twin import (
    picture,
    png,
    tokenizer,
    torch_embeddings,
    torch_logits_after_picture,
)

from runtime.engines.gguf import pictures
from runtime.engines.gguf.context import Context, ContextSize, Stretch
from runtime.engines.gguf.model import Model
from runtime.engines.gguf.native import llama
from runtime.engines.gguf.vision import Projector
from runtime.errors import BadBundle, EngineClosed, EngineError, PromptTooLong, UnsupportedPolicy

BEFORE = "<|im_start|>user\nYou control a phone."
AFTER = "Task: open Settings<|im_end|>\n<|im_start|>assistant\n<think>\n"
SCREEN = picture(128, 256)
BATCH = 64


@dataclass
class Seeing:
    """A tiny model with its eyes, and a context of three sequences."""

    files: TinyVlm
    model: Model
    projector: Projector
    context: Context

    def tokens(self, text: str) -> list[int]:
        return self.model.tokens(text, markup=True)

    def read(self, tokens: list[int], *, sequence: int, position: int) -> np.ndarray:
        assert self.context.evaluate([Stretch(sequence, position, tokens, ask=True)]) == 0
        return self.context.logits(-1).copy()

    def look(self, image: bytes, *, sequence: int, position: int, batch: int = BATCH) -> int:
        return self.projector.evaluate(
            self.projector.encode(image),
            self.context.pointer,
            n_past=position,
            sequence=sequence,
            n_batch=batch,
        )

    def whole(self, image: bytes, *, sequence: int = 0) -> np.ndarray:
        """The logits after text, image and text, from an empty sequence."""
        self.context.drop(sequence)
        before = self.tokens(BEFORE)
        self.read(before, sequence=sequence, position=0)
        past = self.look(image, sequence=sequence, position=len(before))
        return self.read(self.tokens(AFTER), sequence=sequence, position=past)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> TinyVlm:
    return tiny_qwen35(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def seeing(files: TinyVlm) -> Iterator[Seeing]:
    model = Model.load(files.text)
    projector = Projector.load(files.projector, model.pointer, threads=1)
    context = Context(model, ContextSize(cells=512, sequences=3, batch=BATCH))
    yield Seeing(files, model, projector, context)
    context.close()
    projector.close()
    model.close()


@pytest.fixture(autouse=True)
def empty(seeing: Seeing) -> None:
    for sequence in range(3):
        seeing.context.drop(sequence)


@pytest.mark.parametrize("size", [(128, 256), (128, 96), (320, 160)])
def test_embeddings_are_those_of_torch(seeing: Seeing, size: tuple[int, int]) -> None:
    image = picture(*size)

    ours = seeing.projector.encode(png(image)).embeddings

    theirs = torch_embeddings(seeing.files.torch_folder, image)
    assert ours.shape == theirs.shape
    assert np.corrcoef(ours.ravel(), theirs.ravel())[0, 1] > 0.9999
    assert np.abs(ours - theirs).max() < 0.02 * np.abs(theirs).max()


@pytest.mark.parametrize("size", [(128, 256), (160, 64)])
def test_logits_after_an_image_are_those_of_torch(seeing: Seeing, size: tuple[int, int]) -> None:
    image = picture(*size, seed=1)

    ours = seeing.whole(png(image))

    spoken = tokenizer(seeing.files.torch_folder)
    before, after = spoken.encode(BEFORE).ids, spoken.encode(AFTER).ids
    assert (before, after) == (seeing.tokens(BEFORE), seeing.tokens(AFTER))
    theirs = torch_logits_after_picture(seeing.files.torch_folder, before, image, after)
    assert np.corrcoef(ours, theirs)[0, 1] > 0.9999
    assert ours.argmax() == theirs.argmax()


def test_the_logits_depend_on_what_the_image_shows(seeing: Seeing) -> None:
    one = seeing.whole(png(SCREEN))
    other = seeing.whole(png(picture(128, 256, seed=9)))

    assert np.abs(one - other).max() > 0.01


def test_an_image_after_a_copied_prefix_gives_the_same_logits(seeing: Seeing) -> None:
    whole = seeing.whole(png(SCREEN))
    before = seeing.tokens(BEFORE)
    seeing.read(before, sequence=1, position=0)
    seeing.context.copy(1, 2)

    past = seeing.look(png(SCREEN), sequence=2, position=len(before))
    after_copy = seeing.read(seeing.tokens(AFTER), sequence=2, position=past)

    assert np.array_equal(after_copy, whole)


def test_an_image_after_a_restored_snapshot_gives_the_same_logits(seeing: Seeing) -> None:
    whole = seeing.whole(png(SCREEN))
    calls: Any = llama()
    before = seeing.tokens(BEFORE)
    seeing.read(before, sequence=1, position=0)
    size = calls.llama_state_seq_get_size(seeing.context.pointer, 1)
    snapshot = (ctypes.c_uint8 * size)()
    assert calls.llama_state_seq_get_data(seeing.context.pointer, snapshot, size, 1) == size
    seeing.context.drop(1)

    for _ in range(2):
        assert calls.llama_state_seq_set_data(seeing.context.pointer, snapshot, size, 2) == size
        past = seeing.look(png(SCREEN), sequence=2, position=len(before))
        restored = seeing.read(seeing.tokens(AFTER), sequence=2, position=past)
        assert np.array_equal(restored, whole)
        seeing.context.drop(2)


def test_an_image_evaluated_twice_gives_equal_logits(seeing: Seeing) -> None:
    first, second = seeing.whole(png(SCREEN)), seeing.whole(png(SCREEN), sequence=1)

    assert np.array_equal(first, second)


def test_small_batches_give_the_same_answer(seeing: Seeing) -> None:
    whole = seeing.whole(png(SCREEN))
    before = seeing.tokens(BEFORE)
    seeing.read(before, sequence=1, position=0)

    past = seeing.look(png(SCREEN), sequence=1, position=len(before), batch=8)
    pieces = seeing.read(seeing.tokens(AFTER), sequence=1, position=past)

    assert np.corrcoef(pieces, whole)[0, 1] > 0.9999
    assert pieces.argmax() == whole.argmax()


def test_positions_grow_by_the_longer_side_and_cells_by_the_area(seeing: Seeing) -> None:
    chunk = seeing.projector.encode(png(SCREEN))

    past = seeing.look(png(SCREEN), sequence=0, position=0)

    # 128 x 256 pixels are 4 x 8 tokens; the markup before and after takes one each.
    assert (chunk.n_tokens, chunk.n_pos) == (4 * 8 + 2, 8 + 2)
    assert past == chunk.n_pos


def test_an_image_seen_before_is_not_encoded_again(seeing: Seeing) -> None:
    first = seeing.projector.encode(png(SCREEN))

    assert seeing.projector.encode(png(SCREEN)) is first
    assert seeing.projector.encode(png(picture(128, 256, seed=3))) is not first


def test_what_is_kept_is_bounded_and_what_is_let_go_of_stays_usable(seeing: Seeing) -> None:
    one_image = 4 * 8 * 64 * 4
    projector = Projector.load(
        seeing.files.projector, seeing.model.pointer, threads=1, kept_bytes=2 * one_image
    )
    first = projector.encode(png(picture(128, 256, seed=0)))
    others = [projector.encode(png(picture(128, 256, seed=seed))) for seed in (1, 2)]

    again = projector.encode(png(picture(128, 256, seed=0)))
    assert again is not first
    assert projector.encode(png(picture(128, 256, seed=2))) is others[1]
    del again, others
    gc.collect()
    where = {"n_past": 0, "sequence": 0, "n_batch": BATCH}
    assert projector.evaluate(first, seeing.context.pointer, **where) == first.n_pos
    projector.close()


def test_larger_images_are_scaled_to_the_bound(seeing: Seeing) -> None:
    projector = Projector.load(
        seeing.files.projector, seeing.model.pointer, threads=1, max_image_tokens=40
    )

    chunk = projector.encode(png(picture(640, 1280)))

    assert 20 < chunk.n_tokens <= 40 + 2
    projector.close()


def test_an_image_that_does_not_fit_the_context_is_reported(seeing: Seeing) -> None:
    with pytest.raises(PromptTooLong, match=r"642 tokens"):
        seeing.look(png(picture(640, 1024)), sequence=0, position=0)

    # The context stays usable.
    seeing.context.drop(0)
    assert np.isfinite(seeing.whole(png(SCREEN))).all()


def test_jpeg_webp_and_transparent_png_are_read(seeing: Seeing, tmp_path: Path) -> None:
    for name, mode in (("a.jpg", "RGB"), ("a.webp", "RGB"), ("a.png", "RGBA"), ("b.png", "P")):
        SCREEN.convert(mode).save(tmp_path / name)
        assert seeing.projector.encode((tmp_path / name).read_bytes()).n_tokens == 34


@pytest.mark.parametrize(
    ("image", "message"),
    [
        (b"", "not a whole PNG"),
        (b"not an image", "not a whole PNG"),
        (b"RIFF\x24\x00\x00\x00WAVEfmt ", "not a whole PNG"),
        (png(SCREEN)[:200], "cannot be decoded"),
        (png(SCREEN)[:40], "not a whole PNG"),
    ],
)
def test_what_is_no_image_is_reported(seeing: Seeing, image: bytes, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        seeing.projector.encode(image)


def test_a_huge_image_is_refused_before_it_is_decoded(seeing: Seeing) -> None:
    width = pictures.MAX_IMAGE_PIXELS // 1000 + 1
    header = bytearray(png(SCREEN))
    header[16:24] = width.to_bytes(4, "big") + (1000).to_bytes(4, "big")
    # The checksum of the first block, which holds the size.
    header[29:33] = zlib.crc32(header[12:29]).to_bytes(4, "big")

    with pytest.raises(EngineError, match=f"{width} x 1000 pixels is too large"):
        seeing.projector.encode(bytes(header))
    with pytest.raises(EngineError, match="bytes is too large"):
        seeing.projector.encode(bytes(pictures.MAX_IMAGE_BYTES + 1))


def test_a_projector_of_another_model_is_refused(files: TinyVlm, tmp_path: Path) -> None:
    model = Model.load(tiny_llama(tmp_path))

    with pytest.raises(UnsupportedPolicy, match="belongs to another model"):
        Projector.load(files.projector, model.pointer, threads=1)
    model.close()


def test_a_projector_of_another_width_is_refused(seeing: Seeing, tmp_path: Path) -> None:
    folder = seeing.files.torch_folder
    config = json.loads((folder / "config.json").read_text())
    weights = load_file(folder / "model.safetensors")
    config["text_config"]["hidden_size"] = 96
    last = "model.visual.merger.linear_fc2"
    weights[f"{last}.weight"] = np.zeros((96, 256), np.float32)
    weights[f"{last}.bias"] = np.zeros(96, np.float32)
    write_qwen35_projector(tmp_path / "wider.gguf", config, weights)

    with pytest.raises(UnsupportedPolicy, match=r"mismatch .*n_embd = 64.*n_embd = 96"):
        Projector.load(tmp_path / "wider.gguf", seeing.model.pointer, threads=1)


def test_weights_in_place_of_a_projector_are_refused(seeing: Seeing) -> None:
    with pytest.raises(BadBundle, match=r"no projector but a qwen35 model"):
        Projector.load(seeing.files.text, seeing.model.pointer, threads=1)


def test_a_damaged_projector_is_reported(seeing: Seeing, tmp_path: Path) -> None:
    cut = tmp_path / "mmproj.gguf"
    cut.write_bytes(seeing.files.projector.read_bytes()[:-1000])

    with pytest.raises(BadBundle, match="cut off"):
        Projector.load(cut, seeing.model.pointer, threads=1)


def test_a_closed_projector_says_so(seeing: Seeing) -> None:
    projector = Projector.load(seeing.files.projector, seeing.model.pointer, threads=1)
    projector.close()
    projector.close()

    with pytest.raises(EngineClosed):
        projector.encode(png(SCREEN))


def test_nothing_is_printed(seeing: Seeing, capfd: pytest.CaptureFixture[str]) -> None:
    projector = Projector.load(seeing.files.projector, seeing.model.pointer, threads=1)
    projector.encode(png(picture(64, 64, seed=77)))
    seeing.whole(png(SCREEN))
    projector.close()

    assert capfd.readouterr() == ("", "")
