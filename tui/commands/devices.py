"""`phonebuddy devices`: the phones that there are, and what is on their screens."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from phonebuddy.v1 import device_service_pb2, observation_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.enum_names import short_name

from tui.choices import advice, troubled_phones
from tui.commands.runtime_access import add_connection, open_runtime
from tui.commands.tables import columns
from tui.commands.targets import choose_device
from tui.errors import Problem
from tui.plain_text import one_line
from tui.words import device_state_words, device_words, element_words

DESCRIPTION = """\
List phones, and look at one.

A phone is attached by USB with debugging allowed, or over the network (adb connect). The virtual
phone, phoneworld://, is always there; phoneworld://?seed=7 is another one."""
EPILOG = """\
examples:
  phonebuddy devices                                 the same as: phonebuddy devices list
  phonebuddy devices look                            what is on the screen, as text
  phonebuddy devices look adb://R5CT10 --save now.png"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    listing = actions.add_parser("list", help="all phones, a line each (the default)")
    look = actions.add_parser("look", help="what is on the screen: elements as text, a picture")
    look.add_argument("device", metavar="PHONE", nargs="?", default="", help="address or serial")
    look.add_argument(
        "--save", metavar="FILE", type=Path, help="write a picture of the screen here"
    )
    for each in (parser, listing, look):
        each.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="for programs"
        )
        add_connection(each)


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    as_json = "json" in vars(given)
    with open_runtime(given) as runtime:
        if given.action == "look":
            _look(runtime.client, given.device, given.save, as_json=as_json)
        else:
            _list(runtime.client, as_json=as_json)
    return 0


def _list(client: Client, *, as_json: bool) -> None:
    devices = client.devices()
    if as_json:
        for device in devices:
            print(json.dumps(_device_json(device), ensure_ascii=False))
        return
    rows = [
        (
            one_line(device.address),
            device_state_words(device.state),
            device_words(device) + (f"   run {device.run_id}" if device.run_id else ""),
        )
        for device in devices
    ]
    print(*columns(rows), sep="\n")
    if troubled_phones(devices):
        print(f"\n{advice(devices)}")


def _look(client: Client, wanted: str, save: Path | None, *, as_json: bool) -> None:
    address, why = choose_device(client.devices, wanted)
    look = client.observe(address, screenshot=save is not None)
    if save is not None:
        _save(look.screenshot, save)
    if as_json:
        print(json.dumps(_look_json(address, look), ensure_ascii=False))
        return
    print(f"{one_line(address)}{f'   ({why})' if why else ''}")
    print(f"{one_line(look.package)}  {one_line(look.activity)}")
    rows = [(f"{element.index:3}", element_words(element)) for element in look.elements]
    print(*columns(rows), sep="\n")
    if look.secure:
        print("this screen forbids pictures of it")
    if save is not None:
        print(f"\nthe screen is in {save}")


def _save(picture: observation_pb2.Screenshot, file: Path) -> None:
    if not picture.data:
        raise Problem("the phone gives no picture of this screen", next="phonebuddy devices look")
    kind = picture.mime.removeprefix("image/")
    allowed = {"jpeg": {".jpg", ".jpeg"}, "png": {".png"}, "webp": {".webp"}}.get(kind, set())
    try:
        if file.suffix.lower() in allowed or not allowed:
            file.write_bytes(picture.data)
            return
        # Pillow writes whatever the ending asks for.
        from io import BytesIO

        from PIL import Image

        with Image.open(BytesIO(picture.data)) as image:
            image.save(file)
    except (OSError, ValueError) as error:
        raise Problem(f"{file} cannot be written: {error}") from error


def _device_json(device: device_service_pb2.Device) -> dict[str, str]:
    state = short_name(device_service_pb2.DeviceState, device.state)
    return {
        "address": device.address,
        "kind": device.kind,
        "state": state,
        "run": device.run_id,
        "advice": device.advice,
        "model": device.info.model,
    }


def _look_json(address: str, look: observation_pb2.Observation) -> dict[str, object]:
    from google.protobuf.json_format import MessageToDict

    bare = observation_pb2.Observation()
    bare.CopyFrom(look)
    bare.ClearField("screenshot")
    seen = MessageToDict(bare, preserving_proto_field_name=True)
    return {"device": address, **seen}
