from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from trainer.errors import DataError
from trainer.vision.packed_prompts import packed, unpacked
from trainer.vision.pictures import Files, ImageBuffer, PictureWriter, SeenTokens, key_of

PICTURES = st.lists(st.binary(min_size=1, max_size=40), max_size=6)


@given(st.binary(), st.binary())
def test_equal_pictures_and_no_others_have_equal_keys(one: bytes, other: bytes) -> None:
    assert (key_of(one) == key_of(other)) == (one == other)
    assert -(2**62) < key_of(one) < 0


@given(PICTURES)
def test_pictures_in_a_file_are_found_again(pictures: list[bytes]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "some.pictures")
        writer = PictureWriter(path)
        keys = [writer.add(data) for data in pictures]
        file = writer.close()
        assert [file.data(key) for key in keys] == pictures
        assert len(file) == len(set(pictures))
        assert path.stat().st_size == sum(map(len, set(pictures)))


def test_a_picture_that_is_in_no_file_is_an_error(tmp_path: Path) -> None:
    file = PictureWriter(tmp_path / "one.pictures").close()
    with pytest.raises(DataError, match="another training"):
        Files([file]).data(-5)


def test_prompts_take_their_pictures_with_them() -> None:
    key = key_of(b"screen")
    prompt = SeenTokens((1, key, key, 2), {key: b"screen"})

    there = pickle.loads(pickle.dumps(prompt))  # noqa: S301  our own

    assert there == prompt == (1, key, key, 2)
    assert hash(there) == hash((1, key, key, 2))
    album = ImageBuffer()
    album.hold([there, (1, 2)])
    assert album.data(key) == b"screen"


def test_an_album_holds_only_what_the_newest_prompts_show() -> None:
    key = key_of(b"screen")
    album = ImageBuffer()
    album.hold([SeenTokens((key,), {key: b"screen"})])
    album.hold([(1, 2)])
    with pytest.raises(DataError, match="did not come with it"):
        album.data(key)


def test_prompts_survive_a_checkpoint_that_holds_no_code(tmp_path: Path) -> None:
    one, other = key_of(b"one"), key_of(b"other")
    prompts = [SeenTokens((1, one), {one: b"one"}), SeenTokens((other,), {other: b"other"}), (3, 4)]
    torch.save(
        {"turns": [tuple(prompt) for prompt in prompts], "pictures": packed(prompts)},
        tmp_path / "state.pt",
    )

    state = torch.load(tmp_path / "state.pt", weights_only=True)

    back = [unpacked(prompt, state["pictures"]) for prompt in state["turns"]]
    assert back == prompts
    assert isinstance(back[0], SeenTokens)
    assert back[0].pictures == {one: b"one"}
    assert type(back[2]) is tuple
