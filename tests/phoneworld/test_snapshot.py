import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld import PhoneDevice, Workshop
from phoneworld.errors import SnapshotError
from phoneworld.hierarchy_dump import dump
from phoneworld.snapshot import pack, unpack
from runtime.actions import OpenApp, Type

parts = st.lists(st.tuples(st.text(max_size=40), st.binary(max_size=200)), max_size=8)


@given(parts)
def test_parts_survive(given_parts: list[tuple[str, bytes]]) -> None:
    printable = [(name.encode("utf-8", "ignore").decode(), data) for name, data in given_parts]

    assert unpack(pack(printable)) == printable


@given(parts, st.data())
def test_any_flipped_byte_is_noticed(
    given_parts: list[tuple[str, bytes]], data: st.DataObject
) -> None:
    printable = [(name.encode("utf-8", "ignore").decode(), body) for name, body in given_parts]
    packed = bytearray(pack(printable))
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= data.draw(st.integers(1, 255))

    with pytest.raises(SnapshotError):
        unpack(bytes(packed))


@given(parts, st.data())
def test_any_cut_is_noticed(given_parts: list[tuple[str, bytes]], data: st.DataObject) -> None:
    printable = [(name.encode("utf-8", "ignore").decode(), body) for name, body in given_parts]
    packed = pack(printable)

    with pytest.raises(SnapshotError):
        unpack(packed[: data.draw(st.integers(0, len(packed) - 1))])


def test_restored_phone_is_the_same_to_the_last_field(workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(2))
    device.perform(OpenApp("Contacts"), device.observe())
    screen = device.observe()
    field = next(element for element in screen.elements if element.editable)
    device.perform(Type("an", screen.point(*field.bounds.center)), screen)
    kept = device.phone.snapshot()
    seen = dump(device.phone)

    other = PhoneDevice(workshop.phone(5))
    other.phone.restore(kept)

    assert dump(other.phone) == seen
    assert other.phone.snapshot() == kept
    assert other.screenshot().data == device.screenshot().data


@pytest.mark.parametrize(
    ("damaged", "complaint"),
    [
        (b"", "no snapshot"),
        (b"x" * 100, "no PhoneWorld snapshot"),
        (pack([("interface", b"{}")]), "lacks the interface or settings"),
    ],
)
def test_phone_stays_as_it_is_when_a_snapshot_is_refused(
    workshop: Workshop, damaged: bytes, complaint: str
) -> None:
    phone = workshop.phone(0)
    before = phone.snapshot()

    with pytest.raises(SnapshotError, match=complaint):
        phone.restore(damaged)

    assert phone.snapshot() == before


def test_snapshot_of_a_phone_with_other_apps_is_refused(workshop: Workshop) -> None:
    phone = workshop.phone(0)
    phone.launch("com.phoneworld.contacts")
    kept = phone.snapshot()
    fewer = {name: app for name, app in workshop.apps.items() if app.label != "Contacts"}
    bare = Workshop(fewer).phone(0)
    before = bare.snapshot()

    with pytest.raises(SnapshotError, match="other apps"):
        bare.restore(kept)

    assert bare.snapshot() == before
