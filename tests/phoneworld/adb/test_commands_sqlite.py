"""`sqlite3`: SQL on the apps' databases, its output modes, and what it must never reach."""

import asyncio
import json
import shlex
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld.adb.content.sql_sandbox import SqlRefused, open_sandbox
from phoneworld.adb.content.sql_statements import split_statements, statement_end
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell, Ran

NOTES = "/data/data/com.phoneworld.notes/databases/notes.db"
NEW = "/data/local/tmp/new.db"
VALUES = "create table t (a, b); insert into t values (1, 'x'), (2.5, NULL), ('a b', 'q\"uote');"


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


async def attempt(shell: LocalShell, sql: str, path: str = NOTES, options: str = "") -> Ran:
    return await shell.run(f"sqlite3 {options} {path} {shlex.quote(sql)}")


async def ask(shell: LocalShell, sql: str, path: str = NOTES, options: str = "") -> str:
    done = await attempt(shell, sql, path, options)
    assert (done.status, done.err) == (0, "")
    return done.out


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_a_query(shell: LocalShell, session: AdbSession) -> None:
    count = session.phone.databases[NOTES].value("SELECT count(*) FROM notes")
    assert await ask(shell, "select count(*), 'x' from notes") == f"{count}|x\n"
    assert await ask(shell, "SELECT 1; SELECT 2;") == "1\n2\n"
    assert await ask(shell, "select 1 where 0") == ""


async def test_a_change_reaches_the_app(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("am start -n com.phoneworld.notes/.list")
    before = session.phone.version
    await ask(shell, "update notes set title = 'Changed outside', place = 'notes', pinned = 1")
    assert session.phone.version > before
    assert any(view.text == "Changed outside" for view in session.phone.window().view.walk())


async def test_reading_does_not_touch_the_phone(shell: LocalShell, session: AdbSession) -> None:
    before, snapshot = session.phone.version, session.phone.snapshot()
    await ask(shell, "select * from notes")
    await shell.run(f"sqlite3 {NOTES} .dump")
    assert session.phone.version == before
    assert session.phone.snapshot() == snapshot


async def test_a_failed_script_keeps_what_came_before_and_undoes_what_was_begun(
    shell: LocalShell, session: AdbSession
) -> None:
    database = session.phone.databases[NOTES]
    count = database.value("SELECT count(*) FROM notes")
    done = await attempt(shell, "begin; delete from notes; select * from nowhere")
    assert done.status == 1
    assert done.err == "Error: in prepare, no such table: nowhere\n"
    assert database.value("SELECT count(*) FROM notes") == count


async def test_tables_that_the_app_needs_cannot_be_dropped(
    shell: LocalShell, session: AdbSession
) -> None:
    done = await shell.run(f'sqlite3 {NOTES} "drop table notes"')
    assert done.status == 1
    assert "the app needs the tables notes" in done.err
    assert "notes" in session.phone.databases[NOTES].tables()


async def test_output_modes(shell: LocalShell) -> None:
    await ask(shell, VALUES, NEW)
    query = "select * from t"
    assert await ask(shell, query, NEW) == '1|x\n2.5|\na b|q"uote\n'
    assert (
        await ask(shell, query, NEW, "-header -separator '; '")
        == 'a; b\n1; x\n2.5; \na b; q"uote\n'
    )
    assert await ask(shell, query, NEW, "-csv") == '1,x\r\n2.5,\r\n"a b","q""uote"\r\n'
    assert json.loads(await ask(shell, query, NEW, "--json")) == [
        {"a": 1, "b": "x"},
        {"a": 2.5, "b": None},
        {"a": "a b", "b": 'q"uote'},
    ]
    assert (await ask(shell, query, NEW, "-line")).startswith(
        "    a = 1\n    b = x\n\n    a = 2.5\n"
    )
    assert (await ask(shell, query, NEW, "-column")).splitlines()[:3] == [
        "a    b",
        "---  ------",
        "1    x",
    ]
    assert await ask(shell, query, NEW, "-tabs -nullvalue NULL") == '1\tx\n2.5\tNULL\na b\tq"uote\n'
    assert "2.5,NULL\n" in await ask(shell, query, NEW, "-quote")


async def test_numbers_read_as_sqlite_writes_them(shell: LocalShell) -> None:
    assert await ask(shell, "select 1.0, 0.1+0.2, 1e100, 9e999, 12345678901, x'4142'") == (
        "1.0|0.3|1e+100|Inf|12345678901|AB\n"
    )


async def test_dot_commands(shell: LocalShell) -> None:
    tables = (await shell.run(f"sqlite3 {NOTES} .tables")).out.split()
    assert {"notes", "labels"} <= set(tables)
    schema = await shell.run(f"sqlite3 {NOTES} '.schema notes'")
    assert schema.out.startswith("CREATE TABLE notes (")
    assert ");\n" in schema.out
    await ask(shell, VALUES, NEW)
    dump = (await shell.run(f"sqlite3 {NEW} .dump")).out
    assert dump.startswith("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")
    copy = sqlite3.connect(":memory:")
    copy.executescript(dump)
    assert copy.execute("select count(*) from t").fetchone() == (3,)
    copy.close()
    done = await shell.run(f"sqlite3 {NEW} .shell")
    assert done.status == 1
    assert 'unknown command or invalid arguments:  "shell"' in done.err


async def test_sql_from_standard_input(shell: LocalShell) -> None:
    script = (
        b".headers on\n.mode csv\ncreate table t (a);\n"
        b"insert into t values ('semi;colon'),\n ('line\nbreak');\n"
        b"-- a comment; with a semicolon\nselect * from nowhere;\nselect count(*) as n from t;\n"
        b".quit\nselect 'never';\n"
    )
    done = await shell.run(f"sqlite3 {NEW}", script)
    assert done.out == "n\r\n2\r\n"
    assert done.err == "Parse error near line 7: no such table: nowhere\n"
    again = await shell.run(f"sqlite3 {NEW}", b"select a from t")
    assert again.out == "semi;colon\nline\nbreak\n"


async def test_input_that_fails_says_so(shell: LocalShell) -> None:
    done = await shell.run(f"sqlite3 {NEW}", b"selct 1;\nselect 2")
    assert (done.status, done.out) == (1, "2\n")
    assert 'near line 1: near "selct": syntax error' in done.err


async def test_constraints_fail_while_stepping(shell: LocalShell) -> None:
    done = await attempt(shell, "create table u (a unique); insert into u values (1),(1)", NEW)
    assert done.status == 1
    assert done.err == "Error: stepping, UNIQUE constraint failed: u.a (2067)\n"


@pytest.mark.parametrize(
    "sql",
    [
        "attach '{host}' as other", "attach ':memory:' as other", "attach '/' || 'x' as other",
        "vacuum into '{host}'", "select load_extension('{host}')",
        "pragma temp_store_directory = '{folder}'", "pragma writable_schema = on",
        "select readfile('{host}')", "select writefile('{host}', 'x')",
        "pragma journal_mode = wal; attach database '{host}' as a; create table a.t (x)",
    ],
)  # fmt: skip
async def test_the_host_is_out_of_reach(shell: LocalShell, tmp_path: Path, sql: str) -> None:
    host = tmp_path / "host.db"
    filled = sql.replace("{host}", str(host)).replace("{folder}", str(tmp_path))
    done = await shell.run(f"sqlite3 {NOTES} {shlex.quote(filled)}")
    assert done.status == 1
    assert done.err.startswith("Error: ")
    assert names_in(tmp_path) == []


async def test_host_files_cannot_be_opened(shell: LocalShell, tmp_path: Path) -> None:
    host = tmp_path / "host.db"
    sqlite3.connect(host).execute("create table secret (a)").connection.close()
    done = await shell.run(f"sqlite3 {host} .tables")
    assert done.status == 1
    assert "unable to open database file" in done.err


async def test_vacuum_and_pragmas_that_harm_nobody(shell: LocalShell) -> None:
    assert await ask(
        shell, "vacuum; pragma user_version; select count(*) > 0 from pragma_table_info('notes')"
    ) == ("0\n1\n")


async def test_what_is_no_database_is_reported(shell: LocalShell, session: AdbSession) -> None:
    session.tree.write("/data/local/tmp/text.db", b"no database at all, only text" * 50)
    done = await shell.run("sqlite3 /data/local/tmp/text.db .tables")
    assert (done.status, done.err) == (1, "Error: file is not a database (26)\n")
    nowhere = await shell.run("sqlite3 /data/data/com.nope/databases/x.db 'select 1'")
    assert nowhere.status == 1
    assert "unable to open database" in nowhere.err


async def test_options_that_do_not_exist(shell: LocalShell) -> None:
    done = await shell.run("sqlite3 -wings x")
    assert done.status == 1
    assert "unknown option: -wings" in done.err
    assert (await shell.run("sqlite3 -separator")).status == 1
    assert (await shell.run("sqlite3 -version")).out.startswith("3.")
    assert (await shell.run("sqlite3 :memory: 'select 6*7'")).out == "42\n"


async def test_a_new_file_appears_only_with_something_in_it(
    shell: LocalShell, session: AdbSession
) -> None:
    await ask(shell, "select 1", NEW)
    assert session.tree.find(NEW) is None
    await ask(shell, "create table t (a)", NEW)
    assert session.tree.read(NEW).startswith(b"SQLite format 3\0")


async def test_whoever_writes_in_between_wins(shell: LocalShell, session: AdbSession) -> None:
    slow = (
        "with recursive c(x) as (select 1 union all select x + 1 from c where x < 300000) "
        "select count(*) from c; delete from notes"
    )
    running = asyncio.ensure_future(shell.run(f'sqlite3 {NOTES} "{slow}"'))
    await asyncio.sleep(0.01)
    session.phone.databases[NOTES].run("UPDATE notes SET title = 'kept'")
    done = await running
    assert done.status == 5
    assert "database is locked" in done.err
    assert session.phone.databases[NOTES].value("SELECT title FROM notes") == "kept"


def test_endless_sql_ends() -> None:
    endless = (
        "with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c"
    )
    with open_sandbox(None, limit_s=0.1) as sandbox:
        with pytest.raises(SqlRefused, match="interrupted"):
            sandbox.run(endless)
        with pytest.raises(SqlRefused, match="interrupted"):
            sandbox.run("select 1")


def test_sql_cannot_fill_the_memory() -> None:
    with open_sandbox(None) as sandbox:
        with pytest.raises(SqlRefused):
            sandbox.run("select length(zeroblob(1000000000))")
        sandbox.run("create table t (a)")
        with pytest.raises(SqlRefused, match=r"full|too big"):
            sandbox.run(
                "insert into t with recursive c(x) as "
                "(select 1 union all select x + 1 from c limit 100) "
                "select randomblob(1000000) from c"
            )


def test_statements_end_where_sqlite_ends_them() -> None:
    trigger = (
        "create trigger tr after insert on t begin update t set a = case when 1 then 2 end; "
        "delete from t; end;"
    )
    assert list(split_statements(f"select ';' ; {trigger} select 2")) == [
        "select ';' ;",
        " " + trigger,
        " select 2",
    ]
    assert list(split_statements("; ; -- nothing;\n /* ; */ ;")) == []
    assert list(split_statements("select 'a''b;', \"c;\", [d;], `e;`")) == [
        "select 'a''b;', \"c;\", [d;], `e;`"
    ]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(["'", '"', ";", "--", "/*", "*/", "\n", "a", " ", "[", "]", "`"])))
def test_where_a_statement_ends_sqlite_agrees(pieces: list[str]) -> None:
    text = "".join(pieces)
    at = 0
    while at < len(text):
        end = statement_end(text, at)
        assert end > at
        if end < len(text):
            assert sqlite3.complete_statement(text[at:end])
        at = end


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=40).filter(lambda t: "\0" not in t))
async def test_any_text_goes_in_and_comes_out(shell: LocalShell, text: str) -> None:
    text = text.encode("utf-8", "ignore").decode()
    literal = "'" + text.replace("'", "''") + "'"
    await ask(shell, "create table if not exists any (a); delete from any", NEW)
    await ask(shell, "insert into any values (IT)".replace("IT", literal), NEW)
    assert (await attempt(shell, "select a from any", NEW)).raw == f"{text}\n".encode()
    assert json.loads(await ask(shell, "select a from any", NEW, "-json")) == [{"a": text}]
