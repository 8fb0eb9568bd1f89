"""The phone's shell and its basic commands, as a script sees them."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld import Workshop
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command_list import find_commands
from phoneworld.adb.shell.interpreter import Shell, Toolbox
from phoneworld.adb.shell.io import Collected, FixedInput, Streams

TMP = "/data/local/tmp"


async def run(session: AdbSession, script: str, given: bytes = b"") -> tuple[int, str, str]:
    out, err = Collected(), Collected()
    shell = Shell(Toolbox(session, find_commands()))
    status = await shell.run(script, Streams(FixedInput(given), out, err))
    return status, out.data.decode("utf-8", "replace"), err.data.decode("utf-8", "replace")


@pytest.mark.parametrize(
    ("script", "out"),
    [
        ("echo X4EXIT:$?", "X4EXIT:0\n"),
        ("false; echo X4EXIT:$?", "X4EXIT:1\n"),
        ("nothing_like_it 2>/dev/null; echo X4EXIT:$?", "X4EXIT:127\n"),
        ("true && echo yes || echo no", "yes\n"),
        ("false && echo yes || echo no", "no\n"),
        ("false || true && echo both", "both\n"),
        ("! false && echo turned", "turned\n"),
        ("echo one; echo two", "one\ntwo\n"),
        ("A='x  y'; echo $A \"$A\"", "x y x  y\n"),
        ("A=1; B=${A}2; echo ${B:-no}${C:-none}${#B}", "12none2\n"),
        ("A=outer; A=inner env | grep ^A=; echo $A", "A=inner\nouter\n"),
        ("export E=5; sh -c 'echo $E'", "5\n"),
        ("(A=1; cd /sdcard); echo [$A] $(pwd)", "[] /\n"),
        ("{ echo a; echo b; } | wc -l", "2\n"),
        ("echo $(echo a b) `echo c`", "a b c\n"),
        ('echo "$(printf "a\\nb")"', "a\nb\n"),
        ("sh -c 'echo $0 $1 $# \"$@\"' name one 'two three'", "name one 2 one two three\n"),
        ("for x in a 'b c' d; do echo [$x]; done", "[a]\n[b c]\n[d]\n"),
        ("i=; while [ \"$i\" != xxx ]; do i=${i}x; done; echo $i", "xxx\n"),
        ("until true; do echo never; done; echo done", "done\n"),
        ("for x in 1 2 3; do [ $x = 2 ] && continue; [ $x = 3 ] && break; echo $x; done", "1\n"),
        ("if [ -d /sdcard ]; then echo folder; else echo none; fi", "folder\n"),
        ("if false; then echo 1; elif [ 1 -lt 2 ]; then echo 2; fi", "2\n"),
        ("exit 3; echo never", ""),
        ("(exit 4); echo $?", "4\n"),
        ("eval 'A=3'; echo $A", "3\n"),
        ("toybox echo hi; command -v ls; which nothing_like_it; echo $?", "hi\n/system/bin/ls\n1\n"),
        ("echo a b c | xargs -n 1 echo =", "= a\n= b\n= c\n"),
        ("echo a >&2 2>/dev/null | cat; echo shown", "shown\n"),
        ("ls /nowhere 2>&1", "ls: /nowhere: No such file or directory\n"),
        ("echo '*' \"?\" \\*", "* ? *\n"),
        ("printf '%s=%d %x%%\\n' a 1 255 b 2 16", "a=1 ff%\nb=2 10%\n"),
        ("echo -n a; echo -e 'b\\tc'; echo -E 'd\\te'", "ab\tc\nd\\te\n"),
        ("seq 5 | head -n 3 | tail -n 1", "3\n"),
        ("seq 3 | sort -r | tr '\\n' ,", "3,2,1,"),
        ("echo a:b:c | cut -d : -f 1,3", "a:c\n"),
        ("printf 'x\\nx\\ny\\n' | uniq -c", "      2 x\n      1 y\n"),
        ("printf 'one\\ntwo\\n' | grep -n t", "2:two\n"),
        ("printf 'one\\ntwo\\n' | grep -E 'one|three' | wc -c", "4\n"),
        ("printf 'a1b22\\n' | grep -o '[0-9][0-9]*'", "1\n22\n"),
        ("echo abc | base64 | base64 -d", "abc\n"),
        ("echo -n abc | md5sum", "900150983cd24fb0d6963f7d28e17f72  -\n"),
        ("echo -n abc | sha1sum", "a9993e364706816aba3e25717850c26c9cd0d89d  -\n"),
        ("basename /a/b.txt .txt; dirname /a/b.txt", "b\n/a\n"),
        ("run-as com.phoneworld.settings pwd", "/data/data/com.phoneworld.settings\n"),
        ("su 0 whoami; su -c 'id -u'", "root\n0\n"),
        ("[ a = a -a b != c ] && test -n x && [[ -z '' ]] && echo ok", "ok\n"),
        ("", ""),
    ],
)  # fmt: skip
async def test_output(session: AdbSession, script: str, out: str) -> None:
    assert (await run(session, script))[1] == out


@pytest.mark.parametrize(
    ("script", "status"),
    [
        ("true", 0),
        ("false", 1),
        ("exit 300", 44),
        ("nothing_like_it", 127),
        ("ls /nowhere", 1),
        ("cat < /nowhere", 1),
        ("echo x > /system/x", 1),
        ("echo 'unclosed", 1),
        ("false | true", 0),
        ("true | false", 1),
        ("grep x /data/local/tmp/none", 2),
        ("echo a | grep -q b", 1),
        ("[ 1 -gt 2 ]", 1),
        ("[ 1", 2),
        ("ls --nonsense", 1),
        ("A=$(false)", 1),
    ],
)
async def test_exit_code(session: AdbSession, script: str, status: int) -> None:
    assert (await run(session, script))[0] == status


async def test_files_are_written_appended_and_read(session: AdbSession) -> None:
    script = f"cd {TMP}; echo one > f; echo two >> f; cat < f; wc -l f; ls; rm f; ls"

    assert (await run(session, script))[1] == "one\ntwo\n2 f\nf\n"


async def test_file_work_keeps_to_the_phone(session: AdbSession) -> None:
    script = (
        f"cd {TMP}; mkdir -p a/b; touch a/b/x; cp -r a c; mv c/b/x c/y; "
        "find . -type f; stat -c %s c/y; rm -r a; ls -R"
    )
    status, out, err = await run(session, script)

    assert (status, err) == (0, "")
    assert out == "./a/b/x\n./c/y\n0\n.:\nc\n\n./c:\nb\ny\n\n./c/b:\n"


async def test_patterns_of_file_names(session: AdbSession) -> None:
    script = f"cd {TMP}; touch a1 a2 b1 'c *'; echo a? [ab]1 c* nothing* {TMP}/b*"

    assert (await run(session, script))[1] == f"a1 a2 a1 b1 c * nothing* {TMP}/b1\n"


async def test_script_in_a_file_is_run(session: AdbSession) -> None:
    session.tree.write(f"{TMP}/x.sh", b"#!/system/bin/sh\necho got $1\nexit 6\n")

    assert await run(session, f"sh {TMP}/x.sh it; {TMP}/x.sh again") == (
        6,
        "got it\ngot again\n",
        "",
    )


async def test_unknown_command_is_journaled(session: AdbSession) -> None:
    status, _, err = await run(session, "frobnicate --all")

    assert status == 127
    assert err == "/system/bin/sh: frobnicate: inaccessible or not found\n"
    assert session.journal.unknown == ["frobnicate --all"]


async def test_sleep_moves_the_phone_and_not_the_wall(session: AdbSession) -> None:
    before = session.phone.now_s
    async with asyncio.timeout(60):
        await run(session, "sleep 90; sleep 1m")

    assert session.phone.now_s == before + 150


async def test_waiting_for_something_that_never_comes_can_be_ended(session: AdbSession) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(run(session, "while ! test -e /sdcard/never; do sleep 1; done"), 0.2)


async def test_endless_command_ends_when_nobody_reads_it(session: AdbSession) -> None:
    script = "while true; do echo x; done | head -n 2; while true; do echo y; done | head -c 3"
    _, out, _ = await asyncio.wait_for(run(session, script), 120)

    assert out == "x\nx\ny\ny"


async def test_input_is_read_once_and_in_order(session: AdbSession) -> None:
    assert (await run(session, "cat; cat", b"input"))[1] == "input"


async def test_background_job_does_not_hold_up_the_shell(session: AdbSession) -> None:
    out = await asyncio.wait_for(run(session, "while true; do sleep 1; done & echo at once"), 120)

    assert out[1] == "at once\n"


async def test_broken_command_is_that_commands_failure(session: AdbSession) -> None:
    def broken(io: object, arguments: object) -> int:
        raise RuntimeError("oops")

    out, err = Collected(), Collected()
    shell = Shell(Toolbox(session, {**find_commands(), "broken": broken}))
    status = await shell.run("broken; echo $?", Streams(FixedInput(b""), out, err))

    assert (status, bytes(out.data)) == (0, b"1\n")
    assert b"broken: the phone could not do this" in err.data


async def test_processes_are_the_open_apps(session: AdbSession) -> None:
    session.phone.launch("com.phoneworld.settings")
    _, listed, _ = await run(session, "ps -A | grep settings")
    await run(session, "kill $(pidof com.phoneworld.settings)")

    assert listed.rstrip().endswith("com.phoneworld.settings")
    assert "com.phoneworld.settings" not in session.phone.recent_apps


FRAGMENTS = st.sampled_from(
    ["ls", "cat", "echo a", "rm -rf *", "cd /sdcard", "|", ";", "&&", "||", "> x", "< x", "$(pwd)",
     "grep", "-r", "'a'", "head -n", "sort", "-x", "printf '%d' x", "test", "[", "]", "/data/data/*/*/*",
     "find . -name", "xargs", "sh -c", "stat -c %s", "tr a-z", "base64 -d", "cut -f", "seq 9", "\n"]
)  # fmt: skip


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(FRAGMENTS, max_size=10))
def test_any_script_has_an_exit_code(workshop: Workshop, fragments: list[str]) -> None:
    session = AdbSession(workshop.phone(0), serial="fuzz")

    async def attempt() -> int:
        async with asyncio.timeout(120):
            return (await run(session, " ".join(fragments), b"some input\n"))[0]

    assert 0 <= asyncio.run(attempt()) <= 255
