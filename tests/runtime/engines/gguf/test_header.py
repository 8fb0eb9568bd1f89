import contextlib
import struct
import time
from pathlib import Path

import gguf
import pytest
from gguf_edits import with_number, with_offset, with_shape, with_text, with_type
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import tiny_lfm2, tiny_llama, tiny_lora, tiny_qwen35

from runtime.engines.gguf.header import Items, read_header
from runtime.errors import BadBundle, PolicyError, UnsupportedPolicy

TENSOR = "blk.0.attn_q.weight"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_llama(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def data(model: Path) -> bytes:
    return model.read_bytes()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that tests write and read."""
    return tmp_path_factory.mktemp("place") / "policy.gguf"


def _message_of(place: Path, data: bytes) -> str:
    place.write_bytes(data)
    with pytest.raises(BadBundle) as caught:
        read_header(place)
    return str(caught.value)


def test_a_header_says_what_the_gguf_package_reads(model: Path) -> None:
    reader = gguf.GGUFReader(model)

    header = read_header(model)

    assert header.architecture == "llama"
    assert header.kind == "model"
    assert header.tensors == len(reader.tensors)
    assert header.parameters == sum(int(tensor.n_elements) for tensor in reader.tensors)
    fields = {name: field for name, field in reader.fields.items() if not name.startswith("GGUF.")}
    assert set(header.metadata) == set(fields)
    for name, field in fields.items():
        value = header.metadata[name]
        if isinstance(value, Items):
            assert value.count == len(field.contents())
        else:
            assert value == pytest.approx(field.contents())


def test_models_projectors_and_adapters_are_told_apart(tmp_path: Path) -> None:
    seeing = tiny_qwen35(tmp_path)
    files = [tiny_lfm2(tmp_path), seeing.projector, tiny_lora(tmp_path, tiny_llama(tmp_path))]

    assert [read_header(path).kind for path in files] == ["model", "mmproj", "adapter"]


@pytest.mark.parametrize(
    "kind", [k for k in gguf.GGMLQuantizationType if k.name not in ("Q8_1", "Q8_K")]
)
def test_sizes_of_tensors_are_known_for_every_type(
    tmp_path: Path, kind: gguf.GGMLQuantizationType
) -> None:
    block, width = gguf.GGML_QUANT_SIZES[kind]
    name = b"t"
    header = b"".join(
        [
            b"GGUF" + struct.pack("<IQQ", 3, 1, 1),
            struct.pack("<Q", 20) + b"general.architecture" + struct.pack("<IQ", 8, 5) + b"llama",
            struct.pack("<Q", 1) + name + struct.pack("<IQQIQ", 2, 2 * block, 3, int(kind), 0),
        ]
    )
    whole = header + bytes(-len(header) % 32) + bytes(2 * 3 * width)

    (tmp_path / "a.gguf").write_bytes(whole)
    assert read_header(tmp_path / "a.gguf").parameters == 2 * block * 3
    (tmp_path / "a.gguf").write_bytes(whole[:-1])
    with pytest.raises(BadBundle, match="cut off"):
        read_header(tmp_path / "a.gguf")


def test_a_file_cut_off_anywhere_is_reported_with_sizes(data: bytes, place: Path) -> None:
    assert "no GGUF file" in _message_of(place, b"")
    points = {*range(4, 64), *range(64, len(data), 997), len(data) - 1}
    for point in sorted(points):
        message = _message_of(place, data[:point])
        assert f"{point:,}" in message, message
        assert "cut off" in message or "more than fit" in message, message


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\x00" * 4, b"GGML", b"<htm", b"gguf"])
def test_another_kind_of_file_is_reported(data: bytes, place: Path, start: bytes) -> None:
    assert "policy.gguf is no GGUF file" in _message_of(place, start + data[4:])


@pytest.mark.parametrize(
    ("version", "message"), [(1, "of version 1"), (99, "of version 99"), (3 << 24, "big-endian")]
)
def test_other_versions_are_not_supported(
    data: bytes, place: Path, version: int, message: str
) -> None:
    place.write_bytes(data[:4] + struct.pack("<I", version) + data[8:])

    with pytest.raises(UnsupportedPolicy, match=message):
        read_header(place)


@pytest.mark.parametrize("at", [8, 16])
@pytest.mark.parametrize("count", [10**6, 2**40, 2**63, 2**64 - 1])
def test_absurd_counts_are_refused_at_once(data: bytes, place: Path, at: int, count: int) -> None:
    begun = time.process_time()

    message = _message_of(place, data[:at] + struct.pack("<Q", count) + data[at + 8 :])

    assert f"{count:,}" in message
    assert time.process_time() - begun < 1


def test_contradictions_are_reported(data: bytes, place: Path) -> None:
    assert "begins at 5" in _message_of(place, with_offset(data, TENSOR, 5))
    assert "ends at byte" in _message_of(place, with_offset(data, TENSOR, 2**40))
    assert "ends at byte" in _message_of(place, with_shape(data, TENSOR, (2**31, 2**31)))
    assert "cannot have the shape" in _message_of(place, with_shape(data, TENSOR, (0, 64)))
    assert "cannot have the shape" in _message_of(
        place, with_type(with_shape(data, TENSOR, (3, 5)), TENSOR, 8)
    )
    assert "twice" in _message_of(place, data.replace(b"llama.block_count", b"general.file_type"))
    assert "twice" in _message_of(place, data.replace(b"blk.1.attn_q", b"blk.0.attn_q"))
    assert "which architecture" in _message_of(
        place, data.replace(b"general.architecture", b"general.architectura")
    )


def test_an_unknown_type_of_tensor_is_not_supported(data: bytes, place: Path) -> None:
    place.write_bytes(with_type(data, TENSOR, 31))

    with pytest.raises(UnsupportedPolicy, match="quantization type 31"):
        read_header(place)


def test_a_part_of_a_split_model_is_not_supported(tmp_path: Path) -> None:
    writer = gguf.GGUFWriter(tmp_path / "part.gguf", "llama")
    writer.add_uint16("split.count", 4)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()

    with pytest.raises(UnsupportedPolicy, match="one of 4 parts"):
        read_header(tmp_path / "part.gguf")


def test_an_endless_list_of_texts_is_refused_at_once(tmp_path: Path) -> None:
    place = tmp_path / "sparse.gguf"
    with place.open("wb") as file:
        file.write(b"GGUF" + struct.pack("<IQQ", 3, 0, 1))
        file.write(struct.pack("<Q", 1) + b"k" + struct.pack("<IIQ", 9, 8, 2**27))
        file.truncate(2**31)
    begun = time.process_time()

    with pytest.raises(BadBundle, match="lists more than"):
        read_header(place)

    assert time.process_time() - begun < 1


def test_a_missing_file_and_a_folder_are_reported(tmp_path: Path) -> None:
    for path in (tmp_path / "none.gguf", tmp_path):
        with pytest.raises(BadBundle, match="cannot be read"):
            read_header(path)


def test_other_names_and_numbers_are_read_as_they_are(data: bytes, place: Path) -> None:
    changed = with_text(data, "general.architecture", "lamma")
    place.write_bytes(with_number(changed, "llama.block_count", "<I", 77))

    header = read_header(place)

    assert header.architecture == "lamma"
    assert header.metadata["llama.block_count"] == 77


@given(
    edits=st.lists(
        st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=9)), min_size=1, max_size=4
    ),
    length=st.just(1.0) | st.floats(0, 1),
)
def test_no_change_raises_anything_but_our_errors_or_takes_long(
    model: Path, place: Path, edits: list[tuple[float, bytes]], length: float
) -> None:
    whole = model.read_bytes()
    # The header is what is read: 20 kB of it.
    changed = bytearray(whole)
    for at, piece in edits:
        begin = int(at * 20_000)
        changed[begin : begin + len(piece)] = piece
    place.write_bytes(changed[: int(length * len(changed))])
    begun = time.process_time()
    with contextlib.suppress(PolicyError):
        assert read_header(place).parameters > 0
    assert time.process_time() - begun < 2
