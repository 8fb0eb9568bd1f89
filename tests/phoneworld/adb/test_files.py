"""One tree of files over shared storage, databases and the rest."""

import errno
import io
import sqlite3

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from phoneworld import Workshop
from phoneworld.adb.errors import FileError
from phoneworld.adb.session import AdbSession
from phoneworld.adb.storage.files import FileTree
from phoneworld.providers import settings as settings_provider

SETTINGS = settings_provider.PATH
TMP = "/data/local/tmp"


@pytest.fixture
def tree(session: AdbSession) -> FileTree:
    return session.tree


def code_of(error: pytest.ExceptionInfo[FileError]) -> int:
    return error.value.code


@pytest.mark.parametrize(
    "folder",
    ["/sdcard", "/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard", "//sdcard/x/.."],
)
def test_shared_storage_has_many_names(tree: FileTree, folder: str) -> None:
    tree.write("/sdcard/Download/new.txt", b"content")

    assert tree.read(f"{folder}/Download/new.txt") == b"content"


@pytest.mark.parametrize("folder", [TMP, "/sdcard/Documents"])
def test_file_has_size_time_and_place_in_its_folder(tree: FileTree, folder: str) -> None:
    tree.write(f"{folder}/deep/er/f", b"12345", mtime_s=1_700_000_000, parents=True)
    entry = tree.stat(f"{folder}/deep/er/f")

    assert (entry.size, entry.mtime_s, entry.is_folder) == (5, 1_700_000_000, False)
    assert [e.name for e in tree.entries(f"{folder}/deep/er")] == ["f"]
    assert tree.stat(f"{folder}/deep").is_folder


@pytest.mark.parametrize("folder", [TMP, "/sdcard/Documents"])
def test_what_is_removed_is_gone(tree: FileTree, folder: str) -> None:
    tree.write(f"{folder}/a/b/c", b"x", parents=True)
    with pytest.raises(FileError) as caught:
        tree.remove(f"{folder}/a")
    tree.remove(f"{folder}/a", recursive=True)

    assert code_of(caught) == errno.EISDIR
    assert tree.find(f"{folder}/a") is None
    assert tree.stat(folder).is_folder


@pytest.mark.parametrize("target", [f"{TMP}/there", "/sdcard/Download/there"])
@pytest.mark.parametrize("source", [f"{TMP}/here", "/sdcard/Documents/here"])
def test_folders_move_within_and_between_places(tree: FileTree, source: str, target: str) -> None:
    tree.write(f"{source}/sub/f", b"moved", parents=True)
    tree.rename(source, target)

    assert tree.read(f"{target}/sub/f") == b"moved"
    assert tree.find(source) is None


def test_moved_photograph_stays_the_same_row(tree: FileTree, session: AdbSession) -> None:
    files = session.phone.files
    row = files.one("SELECT _id, _data, art FROM files WHERE art <> '' AND _data LIKE '%.jpg'")
    assert row is not None
    tree.rename(row["_data"], "/sdcard/Pictures/moved.jpg")

    after = files.one("SELECT _data, art FROM files WHERE _id = ?", row["_id"])
    assert after == {"_data": "/sdcard/Pictures/moved.jpg", "art": row["art"]}


def test_photograph_can_be_looked_at_and_put_back(tree: FileTree, session: AdbSession) -> None:
    row = session.phone.files.one("SELECT * FROM files WHERE art <> '' AND _data LIKE '%.jpg'")
    assert row is not None
    data = tree.read(row["_data"])
    with Image.open(io.BytesIO(data)) as image:
        image.load()
    tree.write(row["_data"], data, mtime_s=row["date_modified"] // 1000)

    assert len(data) >= row["_size"]
    assert session.phone.files.one("SELECT * FROM files WHERE _id = ?", row["_id"]) == row


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/system/bin/x", errno.EROFS),
        ("/x", errno.EROFS),
        (f"{TMP}/none/x", errno.ENOENT),
        ("/sdcard", errno.EISDIR),
        (TMP, errno.EISDIR),
        ("/sdcard/Download", errno.EISDIR),
        (f"{TMP}/nul\0", errno.EINVAL),
        (f"{TMP}/\udcff", errno.EILSEQ),
        ("/sdcard/" + "n" * 300, errno.ENAMETOOLONG),
        ("/sdcard" + "/d" * 200, errno.ENAMETOOLONG),
        (SETTINGS + "-wal", errno.EPERM),
        (SETTINGS + "-journal", errno.EPERM),
    ],
)
def test_place_that_cannot_be_written(tree: FileTree, path: str, code: int) -> None:
    with pytest.raises(FileError) as caught:
        tree.write(path, b"x")

    assert code_of(caught) == code


@pytest.mark.parametrize("path", ["/", "/sdcard", "/data", "/data/local/tmp", "/system", SETTINGS])
def test_what_a_phone_needs_cannot_be_removed(tree: FileTree, path: str) -> None:
    with pytest.raises(FileError):
        tree.remove(path, recursive=path == SETTINGS)
    assert tree.find(path) is not None


def test_null_swallows_everything(tree: FileTree) -> None:
    tree.write("/dev/null", b"x" * 1000)

    assert tree.read("/dev/null") == b""


# Databases


def test_database_is_the_real_file(tree: FileTree) -> None:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(tree.read(SETTINGS))
    values = dict(connection.execute("SELECT name, value FROM system"))
    connection.close()

    assert values["screen_brightness"] == "128"
    assert tree.stat(SETTINGS).size == len(tree.read(SETTINGS))


def edited(data: bytes, *statements: str, wal: bool = False) -> bytes:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(data)
    for statement in statements:
        connection.execute(statement)
    changed = connection.serialize()
    connection.close()
    return changed[:18] + b"\x02\x02" + changed[20:] if wal else changed


@pytest.mark.parametrize("wal", [False, True])
def test_written_database_changes_the_phone(tree: FileTree, session: AdbSession, wal: bool) -> None:  # noqa: FBT001
    before = session.phone.version
    data = edited(
        tree.read(SETTINGS), "UPDATE global SET value = '1' WHERE name = 'wifi_on'", wal=wal
    )
    tree.write(SETTINGS, data)

    assert session.phone.settings.get("global", "wifi_on") == "1"
    assert session.phone.version > before


@pytest.mark.parametrize(
    "content", [b"", b"x", b"SQLite format 3\0", b"SQLite format 3\0" + b"\xff" * 5000]
)
@pytest.mark.parametrize(
    "path", [SETTINGS, "/data/data/com.phoneworld.settings/databases/other.db"]
)
def test_what_is_no_database_is_refused(
    tree: FileTree, session: AdbSession, path: str, content: bytes
) -> None:
    session.tree.mkdir("/data/data/com.phoneworld.settings/databases", parents=True)
    with pytest.raises(FileError) as caught:
        tree.write(path, content)

    assert code_of(caught) == errno.EINVAL
    assert session.phone.settings.get("system", "screen_brightness") == "128"


def test_database_of_another_app_is_refused(tree: FileTree) -> None:
    with pytest.raises(FileError, match="needs the tables"):
        tree.write(SETTINGS, edited(tree.read(SETTINGS), "DROP TABLE global"))


def test_nothing_lies_beside_a_database(tree: FileTree) -> None:
    names = [entry.name for entry in tree.entries(SETTINGS.rpartition("/")[0])]

    assert names == ["settings.db"]


def test_apps_have_folders(tree: FileTree, session: AdbSession) -> None:
    folders = {entry.name for entry in tree.entries("/data/data")}

    assert set(session.phone.apps) <= folders
    assert tree.find("/data/user/0/com.phoneworld.settings") is not None


# Anything at all

NAMES = st.sampled_from(["a", "b", "..", ".", "sdcard", "data", "local", "tmp", "Download", "é"])
PATHS = st.lists(NAMES, max_size=5).map(lambda parts: "/" + "/".join(parts))
STEPS = st.one_of(
    st.tuples(st.just("write"), PATHS, st.binary(max_size=20)),
    st.tuples(st.just("mkdir"), PATHS, st.none()),
    st.tuples(st.just("remove"), PATHS, st.none()),
    st.tuples(st.just("rename"), PATHS, PATHS),
    st.tuples(st.just("copy"), PATHS, PATHS),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, max_size=12))
def test_whatever_is_done_every_file_is_in_its_folder(workshop: Workshop, steps: list) -> None:
    phone = workshop.phone(0)
    phone.files.run("DELETE FROM files WHERE is_folder = 0")
    tree = AdbSession(phone, serial="fuzz").tree
    for verb, path, other in steps:
        try:
            match verb:
                case "write":
                    tree.write(path, other)
                case "mkdir":
                    tree.mkdir(path, parents=True)
                case "remove":
                    tree.remove(path, recursive=path.count("/") > 2)
                case _:
                    getattr(tree, verb)(path, other)
        except FileError:
            pass
    for top in ("/sdcard/Download", TMP):
        for entry in tree.walk(top) if tree.find(top) else ():
            folder = entry.path.rpartition("/")[0]
            assert tree.stat(folder).is_folder
            assert entry.name in {child.name for child in tree.entries(folder)}
            if not entry.is_folder:
                assert len(tree.read(entry.path)) == entry.size


def test_what_a_look_leaves_behind_is_a_file_and_no_media(
    tree: FileTree, session: AdbSession
) -> None:
    before = session.phone.files.serialize()

    tree.write_look("/sdcard/look.png", b"pixels")

    assert tree.read("/storage/emulated/0/look.png") == b"pixels"
    assert "look.png" in [entry.name for entry in tree.entries("/sdcard")]
    assert session.phone.files.serialize() == before
    tree.write("/sdcard/look.png", b"again")
    assert tree.stat("/sdcard/look.png").size == len(b"again")
    assert session.phone.files.serialize() == before
    tree.remove("/sdcard/look.png")
    assert tree.find("/sdcard/look.png") is None


def test_a_look_that_is_copied_or_moved_is_a_file_as_any(
    tree: FileTree, session: AdbSession
) -> None:
    tree.write_look("/sdcard/look.png", b"pixels")

    tree.copy("/sdcard/look.png", "/sdcard/copied.png")
    tree.rename("/sdcard/look.png", "/sdcard/moved.png")

    named = {row["_data"] for row in session.phone.files.rows("SELECT _data FROM files")}
    assert {"/sdcard/copied.png", "/sdcard/moved.png"} <= named
    assert tree.find("/sdcard/look.png") is None


def test_a_look_goes_with_its_folder(tree: FileTree) -> None:
    tree.mkdir("/sdcard/Looks")
    tree.write_look("/sdcard/Looks/one.png", b"pixels")

    tree.rename("/sdcard/Looks", "/sdcard/Old")

    assert tree.read("/sdcard/Old/one.png") == b"pixels"
    tree.remove("/sdcard/Old", recursive=True)
    assert tree.find("/sdcard/Old/one.png") is None


def test_a_look_over_a_picture_of_the_user_changes_it(tree: FileTree, session: AdbSession) -> None:
    tree.write("/sdcard/mine.png", b"mine")
    before = session.phone.files.serialize()

    tree.write_look("/sdcard/mine.png", b"pixels")

    assert tree.read("/sdcard/mine.png") == b"pixels"
    assert session.phone.files.serialize() != before
