from phoneworld.adb.handset.display import apply_display
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.methods import SNAPSHOTS
from phoneworld.emulator.snapshots import MAX_SNAPSHOTS, Snapshots
from phoneworld.emulator.stubs import emulator_pb2 as pb
from phoneworld.emulator.testing import ControlClient


async def test_loading_the_first_snapshot_is_a_reset(
    client: ControlClient, session: AdbSession
) -> None:
    before = session.phone.snapshot()
    session.phone.launch("com.phoneworld.notes")
    session.phone.settings.put("global", "airplane_mode_on", "1")
    session.files["/data/local/tmp/left"] = b"behind"

    answer = await client.snapshot("LoadSnapshot", "default_boot")

    assert answer.success
    assert session.phone.snapshot() == before
    assert session.files == {}


async def test_saved_state_comes_back(client: ControlClient, session: AdbSession) -> None:
    session.phone.launch("com.phoneworld.notes")
    saved = await client.snapshot("SaveSnapshot", "in notes")
    session.phone.go_home()
    await client.snapshot("LoadSnapshot", "in notes")

    assert saved.success
    assert session.phone.front == "com.phoneworld.notes"


async def test_list_names_all_and_which_was_loaded(client: ControlClient) -> None:
    await client.snapshot("SaveSnapshot", "mine")
    await client.snapshot("LoadSnapshot", "mine")
    listed = await client.call(
        "ListSnapshots", pb.SnapshotFilter(), pb.SnapshotList, service=SNAPSHOTS
    )

    status = pb.SnapshotDetails.LoadStatus
    assert {item.snapshot_id: item.status for item in listed.snapshots} == {
        "default_boot": status.Compatible,
        "mine": status.Loaded,
    }
    assert all(item.size > 0 for item in listed.snapshots)


async def test_deleted_snapshot_is_gone(client: ControlClient) -> None:
    await client.snapshot("SaveSnapshot", "mine")
    deleted = await client.snapshot("DeleteSnapshot", "mine")
    loaded = await client.snapshot("LoadSnapshot", "mine")

    assert deleted.success
    assert not loaded.success
    assert b"there is no snapshot 'mine'; there are default_boot" in loaded.err


async def test_snapshot_without_a_name_is_refused_in_the_answer(client: ControlClient) -> None:
    answer = await client.snapshot("SaveSnapshot", "")

    assert not answer.success
    assert b"needs a name" in answer.err


async def test_there_is_an_end_to_saving(client: ControlClient, session: AdbSession) -> None:
    for number in range(MAX_SNAPSHOTS - 1):
        await client.snapshot("SaveSnapshot", str(number))
    full = await client.snapshot("SaveSnapshot", "one more")
    replaced = await client.snapshot("SaveSnapshot", "0")

    assert not full.success
    assert replaced.success


def test_a_snapshot_of_a_phone_is_cheap(session: AdbSession) -> None:
    assert Snapshots(session).sizes()["default_boot"] < 10_000_000


async def test_turned_phone_stands_upright_again(
    client: ControlClient, session: AdbSession
) -> None:
    session.phone.settings.put("system", "user_rotation", "1")
    apply_display(session)
    turned = await client.screenshot()
    await client.snapshot("LoadSnapshot", "default_boot")
    upright = await client.screenshot()

    assert (turned.format.width, turned.format.height) == (2400, 1080)
    assert turned.format.rotation.rotation == pb.Rotation.LANDSCAPE
    assert (upright.format.width, upright.format.height) == (1080, 2400)
    assert upright.format.rotation.rotation == pb.Rotation.PORTRAIT
