"""`am` and `monkey`: starting, stopping and listing apps, by name and by what is wanted."""

import re
import shlex

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld.adb.packages.components import component_of, read_component, route_of
from phoneworld.adb.packages.intents import read_intent
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.arguments import Arguments
from phoneworld.adb.shell.local import LocalShell
from phoneworld.device import PhoneDevice

LAUNCHER = "com.phoneworld.launcher"


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


def screen(session: AdbSession) -> tuple[str, str]:
    activity = session.phone.activity
    return activity.package.removeprefix("com.phoneworld."), activity.route


async def test_start_by_component(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run("am start -n com.phoneworld.notes/.list")
    assert (done.status, done.err) == (0, "")
    assert done.out == "Starting: Intent { cmp=com.phoneworld.notes/.list }\n"
    assert screen(session) == ("notes", "list")


async def test_the_whole_class_name_means_the_same(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("am start com.phoneworld.notes/com.phoneworld.notes.edit")
    assert screen(session) == ("notes", "edit")


async def test_waiting_reports_what_was_started(shell: LocalShell) -> None:
    done = await shell.run("am start-activity -W -n com.phoneworld.notes/.list")
    assert "Status: ok\nLaunchState: COLD\nActivity: com.phoneworld.notes/.list\n" in done.out
    assert done.out.endswith("Complete\n")
    assert re.search(r"TotalTime: \d+\nWaitTime: \d+\n", done.out)


async def test_started_again_it_comes_to_the_front(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("am start -n com.phoneworld.notes/.list")
    again = await shell.run("am start -n com.phoneworld.notes/.list")
    assert "Warning: Activity not started, intent has been delivered" in again.err
    await shell.run("input keyevent HOME")
    back = await shell.run("am start -W -n com.phoneworld.notes/.list")
    assert "its current task has been brought to the front" in back.out
    assert (again.status, back.status) == (0, 0)
    assert screen(session) == ("notes", "list")


async def test_stop_option_starts_afresh(shell: LocalShell, session: AdbSession) -> None:
    await shell.run(
        "am start -n com.phoneworld.notes/.list; am start -n com.phoneworld.notes/.edit"
    )
    done = await shell.run("am start -S -n com.phoneworld.notes/.list")
    assert done.out.startswith("Stopping: com.phoneworld.notes\nStarting: ")
    assert len(session.phone.tasks["com.phoneworld.notes"]) == 1


@pytest.mark.parametrize("name", ["com.nope/.Main", "com.phoneworld.notes/.Main"])
async def test_a_missing_class_is_an_error(
    shell: LocalShell, session: AdbSession, name: str
) -> None:
    done = await shell.run(f"am start -n {name}")
    package, _, activity = name.partition("/")
    assert done.status == 1
    assert done.err == (
        f"Error type 3\nError: Activity class {{{package}/{package}{activity}}} does not exist.\n"
    )
    assert screen(session) == ("launcher", "home")
    assert session.journal.unknown


async def test_extras_open_a_screen_with_them(shell: LocalShell, session: AdbSession) -> None:
    id = session.phone.contacts.value("SELECT min(_id) FROM raw_contacts")
    await shell.run(f"am start -n com.phoneworld.contacts/.person --ei id {id}")
    assert session.phone.activity.args == {"id": id}


@pytest.mark.parametrize("extras", ["", "--es id nobody", "--ez id true --ef x 1.5"])
async def test_a_screen_that_cannot_be_shown_is_not_left_in_front(
    shell: LocalShell, session: AdbSession, extras: str
) -> None:
    await shell.run("am start -n com.phoneworld.mail/.list")
    done = await shell.run(f"am start -n com.phoneworld.notes/.note {extras}")
    if done.status:
        assert done.status == 255
        assert "cannot be shown with these extras" in done.err
        assert screen(session) == ("mail", "list")
    session.phone.window()


async def test_every_screen_opens_or_is_refused(shell: LocalShell, session: AdbSession) -> None:
    for app in session.phone.apps.values():
        for route in app.screens:
            component = component_of(app, route)
            done = await shell.run(f"am start -n {component}")
            assert done.status in (0, 255), (component, done.err)
            session.phone.window()


def test_components_name_each_screen_and_have_one_slash(session: AdbSession) -> None:
    for app in session.phone.apps.values():
        for route in app.screens:
            component = component_of(app, route)
            assert str(component).count("/") == 1
            assert read_component(str(component)) == component
            assert route_of(app, component) == route


async def test_names_agree_with_what_a_device_observes(
    shell: LocalShell, session: AdbSession
) -> None:
    device = PhoneDevice(session.phone)
    for start in ("am start -n com.phoneworld.shop/.cart", "cmd statusbar expand-notifications"):
        await shell.run(start)
        seen = device.observe()
        focus = (await shell.run("dumpsys window windows")).out
        assert f"mCurrentFocus=Window{{1a2b3c4 u0 {seen.package}/{seen.activity}}}" in focus


@pytest.mark.parametrize(
    ("words", "wanted", "args"),
    [
        ("-a android.intent.action.VIEW -d tel:555-0123", "phone dial", {"number": "555-0123"}),
        ("-a android.intent.action.DIAL -d tel:%2B1555", "phone dial", {"number": "+1555"}),
        ("-a android.intent.action.DIAL", "phone dial", {"number": ""}),
        ("-a android.intent.action.CALL -d tel:5550123", "phone call", {"number": "5550123"}),
        (
            "-a android.intent.action.SENDTO -d sms:5550123 --es sms_body 'hi there'",
            "messages thread",
            None,
        ),
        (
            "-a android.intent.action.SENDTO -d 'mailto:a@example.com?subject=Hi%20you&body=Text'",
            "mail compose",
            {"to": "a@example.com", "subject": "Hi you", "text": "Text"},
        ),
        ("-a android.intent.action.VIEW -d 'geo:0,0?q=Elm+Street'", "maps search", {"query": "Elm Street"}),
        ("-a android.intent.action.VIEW -d geo:0,0", "maps explore", {}),
        ("-a android.intent.action.VIEW -d https://example.com/a?b=c", "browser page", {"url": "https://example.com/a?b=c"}),
        ("https://example.com", "browser page", {"url": "https://example.com"}),
        ("-a android.intent.action.WEB_SEARCH --es query cats", "browser page", {"text": "cats"}),
        ("-a android.settings.WIFI_SETTINGS", "settings wifi", {}),
        ("-a android.settings.SETTINGS", "settings start", {}),
        (
            "-a android.settings.APPLICATION_DETAILS_SETTINGS -d package:com.phoneworld.mail",
            "settings app",
            {"package": "com.phoneworld.mail"},
        ),
        ("-a android.intent.action.MAIN -c android.intent.category.HOME", "launcher home", {}),
        ("-a android.intent.action.MAIN -c android.intent.category.APP_CALCULATOR", "calculator calculator", {}),
        ("-p com.phoneworld.clock", "clock alarms", {}),
        ("com.phoneworld.clock", "clock alarms", {}),
        ("-a android.intent.action.SHOW_TIMERS", "clock timer", {}),
        ("-a android.media.action.STILL_IMAGE_CAMERA", "camera viewfinder", {}),
        ("-a android.intent.action.VIEW -d content://contacts/people/", "contacts list", {}),
        ("-a android.intent.action.VIEW -d content://com.android.calendar", "calendar home", {}),
        ("-a android.intent.action.VIEW -d file:///sdcard/Download", "files folder", {"path": "/sdcard/Download"}),
        (
            "-a android.intent.action.SEND -t text/plain -p com.phoneworld.notes --es android.intent.extra.TEXT 'keep me'",
            "notes edit",
            {"text": "keep me"},
        ),
        (
            "-a android.intent.action.INSERT -t vnd.android.cursor.dir/event --es title Lunch --el beginTime 1778760000000",
            "calendar edit",
            {"title": "Lunch", "day": "2026-05-14", "time": "12:00"},
        ),
    ],
)  # fmt: skip
async def test_what_is_wanted_leads_to_a_screen(
    shell: LocalShell, session: AdbSession, words: str, wanted: str, args: dict[str, str] | None
) -> None:
    done = await shell.run(f"am start {words}")
    assert done.status == 0, done.err
    assert " ".join(screen(session)) == wanted
    if args is not None:
        assert session.phone.activity.args == args


async def test_a_new_contact_s_form_is_filled_in(shell: LocalShell, session: AdbSession) -> None:
    await shell.run(
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact "
        '-e name "Ada Fox" -e phone 5550123'
    )
    state = session.phone.activity.state
    assert (state["first"], state["last"], state["phone"]) == ("Ada", "Fox", "5550123")


async def test_sending_to_nobody_in_particular_asks(shell: LocalShell, session: AdbSession) -> None:
    await shell.run(
        "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT hello"
    )
    assert session.phone.panel is not None
    assert session.phone.panel["kind"] == "share"
    assert session.phone.panel["text"] == "hello"


@pytest.mark.parametrize(
    "words",
    [
        "-a com.example.NOTHING",
        "-a android.intent.action.VIEW -d market://details?id=x",
        "-a android.settings.NO_SUCH_SETTINGS",
        "-a android.intent.action.VIEW -d file:///sdcard/missing.txt",
        "-a android.intent.action.DIAL -p com.phoneworld.mail",
        "com.nope",
    ],
)
async def test_what_nobody_answers_to_cannot_be_resolved(shell: LocalShell, words: str) -> None:
    done = await shell.run(f"am start {words}")
    assert done.status == 1
    assert done.err.startswith("Error: Activity not started, unable to resolve Intent { ")


async def test_numbers_are_not_printed(shell: LocalShell) -> None:
    done = await shell.run("am start -a android.intent.action.CALL -d tel:555-0123")
    assert "dat=tel:xxx-xxxx" in done.out


async def test_a_disabled_app_does_not_start(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("pm disable com.phoneworld.music")
    assert (await shell.run("am start -n com.phoneworld.music/.library")).status == 1
    assert (await shell.run("monkey -p com.phoneworld.music 1")).status == 252
    await shell.run("pm enable com.phoneworld.music; am start -n com.phoneworld.music/.library")
    assert screen(session) == ("music", "library")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("start --bogus", "Unknown option: --bogus"),
        ("start -n nothing", "Bad component name: nothing"),
        ("start --ei id many", 'For input string: "many"'),
        ("start -a", 'Argument expected after "-a"'),
        ("start", "No intent supplied"),
        ("force-stop", 'Argument expected after "force-stop"'),
        ("stack remove x", 'For input string: "x"'),
        ("task lock 999", "task 999 not found"),
    ],
)
async def test_bad_arguments_throw(shell: LocalShell, words: str, complaint: str) -> None:
    done = await shell.run(f"am {words}")
    assert done.status == 255
    assert f"Exception occurred while executing '{words.split(maxsplit=1)[0]}'" in done.err
    assert complaint in done.err


async def test_unknown_sub_command(shell: LocalShell) -> None:
    done = await shell.run("am dance")
    assert (done.status, done.err) == (255, "Unknown command: dance\n")
    assert (await shell.run("am")).out.startswith("Activity manager (activity) commands:")


async def test_force_stop_forgets_screens_and_unknown_packages_are_no_error(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("am start -n com.phoneworld.notes/.edit")
    assert (await shell.run("am force-stop com.phoneworld.notes")).status == 0
    assert "com.phoneworld.notes" not in session.phone.tasks
    assert screen(session) == ("launcher", "home")
    assert (await shell.run("am force-stop com.nope")).status == 0


async def test_kill_spares_what_is_in_front(shell: LocalShell, session: AdbSession) -> None:
    await shell.run("am start -n com.phoneworld.notes/.list; am kill com.phoneworld.notes")
    assert "com.phoneworld.notes" in session.phone.tasks
    await shell.run("input keyevent HOME; am kill com.phoneworld.notes")
    assert "com.phoneworld.notes" not in session.phone.tasks


async def test_stack_list_reads_as_android_env_reads_it(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("am start -n com.phoneworld.mail/.list; am start -n com.phoneworld.notes/.list")
    await shell.run("am start -n com.phoneworld.notes/.edit")
    visible = (await shell.run("am stack list | grep -E visible=true")).out
    found = re.search(r".*\{(.*)\}", visible)
    assert found is not None
    assert found.group(1) == "com.phoneworld.notes/.edit"
    pattern = (
        r"^\ *taskId=(?P<id>[0-9]*): (?P<base_activity>[^\s]*) .*visible=true"
        r".*topActivity=ComponentInfo{(?P<top_activity>[^\s]*)}$"
    )
    task = re.search(pattern, visible.rstrip("\n"))
    assert task is not None
    assert task["base_activity"] == "com.phoneworld.notes/.list"
    assert (await shell.run(f"am task lock {task['id']}; am task lock stop")).status == 0
    await shell.run(f"am stack remove {task['id']}")
    assert "com.phoneworld.notes" not in session.phone.tasks


async def test_recent_tasks_can_be_removed_as_android_world_does(
    shell: LocalShell, session: AdbSession
) -> None:
    await shell.run("am start -n com.phoneworld.mail/.list; am start -n com.phoneworld.notes/.list")
    listed = (await shell.run("dumpsys activity recents")).out
    for number in re.findall(r"id=(\d+)", listed):
        assert (await shell.run(f"am stack remove {number}")).status == 0
    assert session.phone.recent_apps == []


async def test_small_questions(shell: LocalShell) -> None:
    assert (await shell.run("am get-current-user")).out == "0\n"
    assert (await shell.run("am wait-for-broadcast-idle")).status == 0
    service = await shell.run("am startservice -n com.nope/.Service")
    assert (service.status, service.err) == (255, "Error: Not found; no service started.\n")
    instrument = await shell.run("am instrument -w com.nope/.Runner")
    assert instrument.status == 1
    assert "INSTRUMENTATION_FAILED: com.nope/.Runner" in instrument.err


async def test_monkey_starts_an_app(shell: LocalShell, session: AdbSession) -> None:
    done = await shell.run("monkey -p com.phoneworld.notes -c android.intent.category.LAUNCHER 1")
    assert done.status == 0
    assert "Events injected: 1" in done.out
    assert screen(session) == ("notes", "list")


@pytest.mark.parametrize("package", ["com.nope", LAUNCHER])
async def test_monkey_finds_nothing_to_run(shell: LocalShell, package: str) -> None:
    done = await shell.run(f"monkey -p {package} -c android.intent.category.LAUNCHER 1")
    assert done.status == 252
    assert "** No activities found to run, monkey aborted." in done.out


async def test_monkey_plays_the_same_with_the_same_seed(
    shell: LocalShell, session: AdbSession
) -> None:
    before = session.phone.snapshot()
    await shell.run("monkey -p com.phoneworld.calculator -s 4 60")
    first = session.phone.snapshot()
    session.phone.restore(before)
    await shell.run("monkey -p com.phoneworld.calculator -s 4 60")
    assert session.phone.snapshot() == first
    assert (await shell.run("monkey -p com.phoneworld.calculator")).status == 255


async def test_starts_are_logged(shell: LocalShell) -> None:
    await shell.run("am start -n com.phoneworld.notes/.list")
    logged = (await shell.run("logcat -d -s ActivityTaskManager")).out
    assert "START u0 {cmp=com.phoneworld.notes/.list}" in logged


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=30).filter(lambda text: "\0" not in text), st.sampled_from(["--es", "-e"]))
async def test_extras_survive_quoting(shell: LocalShell, text: str, option: str) -> None:
    intent = read_intent(Arguments([option, "name", text, "-a", "x"]), {})
    assert intent.extras == {"name": text}
    if text.isprintable():
        words = f"{option} text {shlex.quote(text)}"
        await shell.run(f"am start -S -n com.phoneworld.notes/.edit {words}")
        assert shell.session.phone.activity.args == {"text": text}
