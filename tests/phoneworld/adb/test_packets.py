from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.adb.errors import ProtocolError
from phoneworld.adb.wire.packets import (
    HANDSHAKE_PAYLOAD,
    HEADER,
    MAX_PAYLOAD,
    Decoder,
    Packet,
    PacketKind,
    checksum,
    encode,
)

WORDS = st.integers(0, 2**32 - 1)
PACKETS = st.builds(Packet, st.sampled_from(PacketKind), WORDS, WORDS, st.binary(max_size=600))


def decode(decoder: Decoder, data: bytes, cuts: list[int]) -> list[Packet]:
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    pieces = [data[start:end] for start, end in pairwise(places)]
    return [packet for piece in pieces for packet in decoder.feed(piece)]


@given(st.lists(PACKETS, max_size=5), st.lists(st.integers(0, 3000), max_size=20))
def test_packets_arrive_however_they_are_cut(packets: list[Packet], cuts: list[int]) -> None:
    decoder = Decoder(max_payload=MAX_PAYLOAD)
    decoder.checks_sums = True
    data = b"".join(encode(packet) for packet in packets)

    assert decode(decoder, data, cuts) == packets


@given(st.binary(max_size=200))
def test_any_bytes_are_packets_or_an_error(data: bytes) -> None:
    try:
        packets = list(Decoder().feed(data))
    except ProtocolError:
        return
    assert b"".join(encode(p) for p in packets)[:4] == data[: 4 if packets else 0]


@given(PACKETS, st.integers(HANDSHAKE_PAYLOAD + 1, 2**32 - 1))
def test_hostile_length_is_refused_before_any_of_it_is_taken(packet: Packet, size: int) -> None:
    header = HEADER.pack(packet.kind, 0, 0, size, 0, packet.kind ^ 0xFFFFFFFF)

    with pytest.raises(ProtocolError, match="at most 4096"):
        list(Decoder().feed(header))


@given(PACKETS.filter(lambda packet: packet.payload), st.integers(1, 255))
def test_changed_payload_is_noticed_by_those_who_check(packet: Packet, change: int) -> None:
    data = bytearray(encode(packet))
    data[-1] = (data[-1] + change) % 256
    decoder = Decoder()
    decoder.checks_sums = True

    with pytest.raises(ProtocolError, match="checksum"):
        list(decoder.feed(bytes(data)))


def test_newer_hosts_send_no_checksum() -> None:
    packet = Packet(PacketKind.WRTE, 1, 2, b"\xff\xff")

    assert checksum(packet.payload) == 510
    assert HEADER.unpack_from(encode(packet, with_checksum=False))[4] == 0


@pytest.mark.parametrize("magic", [0, 0xFFFFFFFF, PacketKind.OKAY])
def test_wrong_magic_is_refused(magic: int) -> None:
    with pytest.raises(ProtocolError, match="no header"):
        list(Decoder().feed(HEADER.pack(PacketKind.OKAY, 0, 0, 0, 0, magic)))
