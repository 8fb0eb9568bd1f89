"""Names on the map: none covers another, a pin or a button, and none is cut off."""

from hypothesis import given
from hypothesis import strategies as st

from phoneworld.apps.maps.labels import PinLabel, label_places, overlap
from runtime.observation import Bounds

FRAME = Bounds(0, 0, 400, 600)


def pin(x: int, y: int) -> Bounds:
    return Bounds(x - 14, y - 14, x + 14, y + 14)


LABELS = st.builds(
    lambda x, y, width, height: PinLabel(pin(x, y), width, height),
    st.integers(-20, 420), st.integers(-20, 620), st.integers(1, 300), st.integers(1, 40),
)  # fmt: skip
BOXES = st.builds(
    lambda x, y, w, h: Bounds(x, y, x + w, y + h),
    st.integers(0, 400), st.integers(0, 600), st.integers(1, 100), st.integers(1, 100),
)  # fmt: skip


@given(st.lists(LABELS, max_size=12), st.lists(BOXES, max_size=4))
def test_no_name_covers_anything(labels: list[PinLabel], taken: list[Bounds]) -> None:
    places = label_places(labels, FRAME, taken, gap=2)
    assert len(places) == len(labels)
    written = [place for place in places if place is not None]
    for number, place in enumerate(written):
        others = [*taken, *(label.pin for label in labels), *written[:number]]
        assert not any(overlap(place, other) for other in others)
        assert FRAME.left <= place.left < place.right <= FRAME.right
        assert FRAME.top <= place.top < place.bottom <= FRAME.bottom


def test_a_name_stands_below_its_pin_and_moves_only_for_others() -> None:
    first, second = PinLabel(pin(200, 200), 80, 14), PinLabel(pin(200, 222), 80, 14)
    alone, (upper, lower) = (
        label_places([first], FRAME, (), gap=2),
        label_places([first, second], FRAME, (), gap=2),
    )
    assert alone == [Bounds(160, 216, 240, 230)]
    assert upper == Bounds(160, 170, 240, 184), "below is the other pin"
    assert lower == Bounds(160, 238, 240, 252)


def test_at_the_edge_a_name_is_pushed_inside() -> None:
    (place,) = label_places([PinLabel(pin(390, 300), 100, 14)], FRAME, (), gap=2)
    assert place == Bounds(298, 316, 398, 330)


def test_where_there_is_no_room_no_name_is_written() -> None:
    everything = [Bounds(0, 0, 400, 600)]
    assert label_places([PinLabel(pin(200, 300), 100, 14)], FRAME, everything, gap=2) == [None]
