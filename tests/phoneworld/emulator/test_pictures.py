import asyncio
import io

import grpc
import grpc.aio
import pytest
from PIL import Image

from phoneworld.adb.session import AdbSession
from phoneworld.emulator.codec import image_of
from phoneworld.emulator.pictures import PixelFormat, ScreenshotImage, fit
from phoneworld.emulator.stubs import emulator_pb2 as pb
from phoneworld.emulator.testing import ControlClient
from phoneworld.render.paint import paint

SMALL = pb.ImageFormat(format=pb.ImageFormat.RGB888, width=108)
RGBA = pb.ImageFormat(format=pb.ImageFormat.RGBA8888)


async def test_rgba_is_the_painted_screen_from_the_top(
    client: ControlClient, session: AdbSession
) -> None:
    image = await client.screenshot(RGBA)

    assert (image.format.width, image.format.height) == (1080, 2400)
    assert image.image == paint(session.phone.frame()).convert("RGBA").tobytes()


async def test_rgb_has_three_bytes_for_a_pixel(client: ControlClient, session: AdbSession) -> None:
    image = await client.screenshot(pb.ImageFormat(format=pb.ImageFormat.RGB888))

    assert image.image == paint(session.phone.frame()).tobytes()


@pytest.mark.parametrize(
    ("wanted", "size"), [((0, 0), (1080, 2400)), ((270, 0), (270, 600)), ((500, 600), (270, 600))]
)
async def test_png_fits_into_what_was_asked_for(
    client: ControlClient, wanted: tuple[int, int], size: tuple[int, int]
) -> None:
    image = await client.screenshot(pb.ImageFormat(width=wanted[0], height=wanted[1]))

    with Image.open(io.BytesIO(image.image)) as opened:
        assert opened.size == size
    assert (image.format.width, image.format.height) == size


@pytest.mark.parametrize("size", [0, 1, 127, 128, 300, 16_384, 2_097_152])
def test_picture_is_written_as_protobuf_writes_it(size: int) -> None:
    pixels = bytes(number % 251 for number in range(size))
    picture = ScreenshotImage(pixels, PixelFormat.RGB, 7, 9)
    answer = image_of(picture, turns=1, number=3, time_us=1_234_567)

    read = pb.Image.FromString(answer.SerializeToString())

    assert read.image == pixels
    assert (read.format.width, read.format.height) == (7, 9)
    assert read.format.rotation.rotation == pb.Rotation.LANDSCAPE
    assert (read.seq, read.timestampUs) == (3, 1_234_567)


def test_nothing_is_ever_enlarged_or_gone() -> None:
    assert fit((100, 200), 5000, 5000) == (100, 200)
    assert fit((100, 2000), 1, 1) == (1, 1)


async def test_hidden_screen_is_black(client: ControlClient, session: AdbSession) -> None:
    session.screen_on = False

    assert set((await client.screenshot(SMALL)).image) == {0}


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (pb.ImageFormat(display=3), grpc.StatusCode.INVALID_ARGUMENT),
        (
            pb.ImageFormat(transport=pb.ImageTransport(channel=pb.ImageTransport.MMAP)),
            grpc.StatusCode.UNIMPLEMENTED,
        ),
    ],
)
async def test_what_cannot_be_sent_is_refused(
    client: ControlClient, wanted: pb.ImageFormat, code: grpc.StatusCode
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as single:
        await client.screenshot(wanted)
    with pytest.raises(grpc.aio.AioRpcError) as streamed:
        async for _ in client.screenshots(wanted):
            pass

    assert (single.value.code(), streamed.value.code()) == (code, code)


async def test_stream_sends_each_change_and_nothing_else(
    client: ControlClient, session: AdbSession
) -> None:
    stream = client.screenshots(SMALL)
    first = await anext(stream)
    following = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0.1)
    waited = not following.done()
    session.phone.launch("com.phoneworld.notes")
    second = await asyncio.wait_for(following, 120)
    await stream.aclose()

    assert first.seq == 0
    assert waited
    assert second.seq > 0
    assert second.image != first.image


async def test_two_streams_and_a_call_at_once(client: ControlClient, session: AdbSession) -> None:
    streams = [client.screenshots(SMALL) for _ in range(2)]
    firsts = [await anext(stream) for stream in streams]
    session.phone.launch("com.phoneworld.notes")
    seconds = await asyncio.gather(*(anext(stream) for stream in streams))
    single = await client.screenshot(SMALL)
    for stream in streams:
        await stream.aclose()

    assert firsts[0].image == firsts[1].image
    assert seconds[0].image == seconds[1].image == single.image
