"""GPX files: favorites are waypoints, a track is a line of points. Anything else in a file is left out."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from phoneworld.packs.androidworld.osmand.places import Place

SPACE = "http://www.topografix.com/GPX/1/1"
_IN = {"gpx": SPACE}


def write_favorites(places: Sequence[Place]) -> bytes:
    """A file of waypoints with their names."""
    root = _root()
    for place in places:
        point = ET.SubElement(root, "wpt", _spot(place))
        ET.SubElement(point, "name").text = place.name
    return _encoded(root)


def read_favorites(content: bytes) -> list[Place]:
    """The waypoints of a file; none where it is no GPX."""
    root = _parsed(content)
    if root is None:
        return []
    return [
        place
        for point in root.findall("gpx:wpt", _IN)
        if (place := _place(point, point.findtext("gpx:name", "", _IN))) is not None
    ]


def write_track(places: Sequence[Place]) -> bytes:
    """A file with one track."""
    root = _root()
    segment = ET.SubElement(ET.SubElement(root, "trk"), "trkseg")
    for place in places:
        ET.SubElement(segment, "trkpt", _spot(place))
    return _encoded(root)


def read_track(content: bytes) -> list[Place]:
    """The points of all tracks of a file, in order; none where it is no GPX."""
    root = _parsed(content)
    if root is None:
        return []
    points = root.findall("gpx:trk/gpx:trkseg/gpx:trkpt", _IN)
    return [place for point in points if (place := _place(point, "")) is not None]


def _root() -> ET.Element:
    return ET.Element("gpx", {"version": "1.1", "creator": "OsmAnd", "xmlns": SPACE})


def _spot(place: Place) -> dict[str, str]:
    return {"lat": f"{place.lat:.7f}", "lon": f"{place.lon:.7f}"}


def _encoded(root: ET.Element) -> bytes:
    ET.indent(root)
    return ET.tostring(root, encoding="UTF-8", xml_declaration=True)


def _parsed(content: bytes) -> ET.Element | None:
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        # No GPX file declares entities; those that would grow without end are not read.
        return None
    try:
        return ET.fromstring(content)  # noqa: S314 - see above
    except ET.ParseError:
        return None


def _place(point: ET.Element, name: str | None) -> Place | None:
    try:
        return Place(float(point.get("lat", "")), float(point.get("lon", "")), name or "")
    except ValueError:
        return None
