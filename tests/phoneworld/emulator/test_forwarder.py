"""The phone sends its screen to android_env's server, which reads it with its own messages."""

import asyncio
from collections.abc import AsyncIterator

import grpc
import grpc.aio
import pytest
from android_env.proto.a11y import a11y_pb2, android_accessibility_forest_pb2

from phoneworld.adb.proof.wire_host import WireHost
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell
from phoneworld.emulator.forwarder import METHOD, AccessibilityForwarder

Forest = android_accessibility_forest_pb2.AndroidAccessibilityForest
RECEIVER = "com.google.androidenv.accessibilityforwarder"
ENABLE = (
    f"settings put secure enabled_accessibility_services {RECEIVER}/{RECEIVER}.AccessibilityForwarder; "
    "am broadcast -a accessibility_forwarder.intent.action.ENABLE_ACCESSIBILITY_TREE_LOGS "
    f"-n {RECEIVER}/{RECEIVER}.FlagsBroadcastReceiver"
)


class Receiver(grpc.GenericRpcHandler):
    """What android_env's wrapper does: takes forests."""

    def __init__(self) -> None:
        self.forests: asyncio.Queue[Forest] = asyncio.Queue()

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> grpc.RpcMethodHandler | None:
        if handler_call_details.method != METHOD:
            return None
        return grpc.unary_unary_rpc_method_handler(
            self.take, Forest.FromString, a11y_pb2.ForestResponse.SerializeToString
        )

    async def take(self, request: Forest, context: object) -> a11y_pb2.ForestResponse:
        del context
        self.forests.put_nowait(request)
        return a11y_pb2.ForestResponse()


@pytest.fixture
async def receiver() -> AsyncIterator[tuple[Receiver, int]]:
    handler, server = Receiver(), grpc.aio.server()
    server.add_generic_rpc_handlers((handler,))
    port = server.add_secure_port("127.0.0.1:0", grpc.local_server_credentials())
    await server.start()
    yield handler, port
    await server.stop(None)


async def test_forests_come_again_and_again_and_follow_the_screen(
    session: AdbSession, receiver: tuple[Receiver, int]
) -> None:
    handler, port = receiver
    shell = LocalShell(session)
    async with AccessibilityForwarder(session, period_s=0.01):
        assert f"package:{RECEIVER}" in (await shell.run("pm list packages")).out
        await shell.run(ENABLE)
        await shell.run(
            'am broadcast -a accessibility_forwarder.intent.action.SET_GRPC --ei "port" '
            f"{port} -n {RECEIVER}/{RECEIVER}.FlagsBroadcastReceiver"
        )
        home = await asyncio.wait_for(handler.forests.get(), 20)
        again = await asyncio.wait_for(handler.forests.get(), 20)
        session.phone.launch("com.phoneworld.contacts")
        while (shown := await asyncio.wait_for(handler.forests.get(), 20)) == home:
            pass

    nodes = shown.windows[0].tree.nodes
    assert again == home
    assert [node.unique_id for node in nodes] == list(range(len(nodes)))
    assert {node.package_name for node in nodes} == {"com.phoneworld.contacts"}
    assert any(node.text == "Contacts" and node.is_visible_to_user for node in nodes)
    assert any(node.hint_text and node.is_editable for node in nodes)
    assert nodes[0].child_ids
    children = sorted(child for node in nodes for child in node.child_ids)
    assert children == list(range(1, len(nodes)))


async def test_screen_is_there_when_a_command_ends(
    session: AdbSession, receiver: tuple[Receiver, int]
) -> None:
    handler, port = receiver
    async with AccessibilityForwarder(session, period_s=1000), PhoneServer(session) as phone:
        host = await WireHost.connect(phone.port)
        await host.shell(ENABLE)
        await host.shell(
            f"am broadcast -a accessibility_forwarder.intent.action.SET_GRPC --ei port {port}"
        )
        await asyncio.wait_for(handler.forests.get(), 20)
        # As a reset of android_env does: what came before is thrown away, and the screen is the same.
        await host.shell("settings get global airplane_mode_on")
        same = handler.forests.get_nowait()
        await host.shell("am start -W -n com.phoneworld.contacts/.list")
        opened = handler.forests.get_nowait()
        await host.close()

    assert {node.package_name for node in same.windows[0].tree.nodes} != {"com.phoneworld.contacts"}
    assert {node.package_name for node in opened.windows[0].tree.nodes} == {
        "com.phoneworld.contacts"
    }


async def test_commands_do_not_wait_for_a_receiver_that_has_gone(
    session: AdbSession, receiver: tuple[Receiver, int]
) -> None:
    handler, port = receiver
    async with AccessibilityForwarder(session, period_s=1000), PhoneServer(session) as phone:
        host = await WireHost.connect(phone.port)
        await host.shell(ENABLE)
        start = "am broadcast -a accessibility_forwarder.intent.action.SET_GRPC --ei port"
        await host.shell(f"{start} {port}")
        await asyncio.wait_for(handler.forests.get(), 20)
        # Its next receiver is not there; the one before is left.
        await host.shell(f"{start} 1")
        done = await asyncio.wait_for(host.shell("echo here"), 20)
        await host.shell(f"{start} {port}")
        await asyncio.wait_for(handler.forests.get(), 20)
        await host.shell(ENABLE.replace("ENABLE_ACC", "DISABLE_ACC"))
        still = await asyncio.wait_for(host.shell("echo here"), 20)
        await host.close()

    assert (done.out, still.out) == (b"here\n", b"here\n")


async def test_nothing_is_sent_before_it_is_asked_for_nor_to_another_machine(
    session: AdbSession, receiver: tuple[Receiver, int]
) -> None:
    handler, port = receiver
    shell = LocalShell(session)
    start = "am broadcast -a accessibility_forwarder.intent.action.SET_GRPC --ei port"
    async with AccessibilityForwarder(session, period_s=0.01):
        await shell.run(f"{start} {port}")
        await asyncio.sleep(0.1)
        await shell.run(ENABLE)
        await shell.run(f"{start} {port} --es host example.org")

    assert handler.forests.empty()
    assert any("example.org" in miss for miss in session.journal.unknown)


async def test_a_server_that_is_not_there_is_logged(session: AdbSession) -> None:
    shell = LocalShell(session)
    async with AccessibilityForwarder(session, period_s=0.01):
        await shell.run(ENABLE)
        await shell.run(
            "am broadcast -a accessibility_forwarder.intent.action.SET_GRPC --ei port 1"
        )
        for _ in range(1000):
            if any("127.0.0.1:1" in line for line in session.log):
                break
            await asyncio.sleep(0.02)

    assert any("127.0.0.1:1" in line for line in session.log)
