"""Malformed, huge, slow, never-ending and unauthorised calls: refused, and the server goes on."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import psutil
import pytest
from desk_scene import until
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from hypothesis import given, settings
from hypothesis import strategies as st
from phonebuddy.v1 import agent_service_pb2, errors, policy_service_pb2
from phonebuddy.v1.connection import LARGEST_MESSAGE
from served_desk import ServedDesk

from runtime.actions import Finish
from runtime.server import assembly
from runtime.testing import ScriptedEngine

TOKEN = "an-open-secret-of-32-characters!"
SERVICES = {
    "phonebuddy.v1.AgentService": agent_service_pb2.DESCRIPTOR.services_by_name["AgentService"],
    "phonebuddy.v1.PolicyService": policy_service_pb2.DESCRIPTOR.services_by_name["PolicyService"],
}
METHODS = [
    (f"/{name}/{method.name}", method.server_streaming)
    for name, service in SERVICES.items()
    for method in service.methods
]


@pytest.fixture
def channel(served: ServedDesk) -> Iterator[grpc.Channel]:
    options = [("grpc.max_send_message_length", -1)]
    with grpc.insecure_channel(served.address, options=options) as channel:
        yield channel


def _raw(channel: grpc.Channel, method: str, data: bytes, *, streaming: bool = False) -> grpc.Call:
    """Send bytes as they are, and give the failure."""

    def send() -> object:
        if streaming:
            return list(channel.unary_stream(method)(data, timeout=120))
        return channel.unary_unary(method)(data, timeout=120)

    with pytest.raises(grpc.RpcError) as failed:
        send()
    assert isinstance(failed.value, grpc.Call)
    return failed.value


# Foreign stubs have no types.
def _health(channel: grpc.Channel) -> Any:  # noqa: ANN401
    return health_pb2_grpc.HealthStub(channel)


def _reflection(channel: grpc.Channel) -> Any:  # noqa: ANN401
    return reflection_pb2_grpc.ServerReflectionStub(channel)


def _still_serves(served: ServedDesk) -> None:
    served.scene.library.engines["p"] = ScriptedEngine([Finish("done")])
    with served.client() as buddy:
        run = buddy.start("a", device="fake:1", policy="p")
        assert buddy.wait(run.id).outcome.text == "done"


@pytest.mark.parametrize(("method", "streaming"), METHODS)
def test_bytes_that_are_no_message_are_an_invalid_request(
    served: ServedDesk, channel: grpc.Channel, method: str, *, streaming: bool
) -> None:
    failure = _raw(channel, method, b"\xff\xff\xff\xff", streaming=streaming)
    assert failure.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert isinstance(errors.error_of(failure), errors.InvalidRequest)  # type: ignore[arg-type]


def test_any_bytes_at_all_are_answered_and_never_an_internal_error(
    served: ServedDesk, channel: grpc.Channel
) -> None:
    allowed = {
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.NOT_FOUND,
        grpc.StatusCode.FAILED_PRECONDITION,
    }
    quiet = [method for method in METHODS if "/List" not in method[0]]

    @settings(max_examples=60)
    @given(st.binary(max_size=60), st.sampled_from(quiet))
    def check(data: bytes, method: tuple[str, bool]) -> None:
        failure = _raw(channel, method[0], data, streaming=method[1])
        assert failure.code() in allowed, failure.details()

    check()
    _still_serves(served)


def test_unknown_methods_and_services_are_unimplemented(channel: grpc.Channel) -> None:
    for method in ("/phonebuddy.v1.AgentService/Format", "/evil/Call"):
        assert _raw(channel, method, b"").code() is grpc.StatusCode.UNIMPLEMENTED


def test_a_huge_message_is_refused_and_memory_stays_bounded(
    served: ServedDesk, channel: grpc.Channel
) -> None:
    before = psutil.Process().memory_info().rss
    data = bytes(LARGEST_MESSAGE + 1)
    for _ in range(5):
        failure = _raw(channel, "/phonebuddy.v1.AgentService/StartRun", data)
        assert failure.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    _still_serves(served)
    assert psutil.Process().memory_info().rss - before < 300e6


def test_a_goal_that_is_far_too_long_is_refused_by_its_field(served: ServedDesk) -> None:
    with served.client() as buddy, pytest.raises(errors.InvalidRequest) as refused:
        buddy.start("x" * 5_000_000, device="fake:1", policy="p")
    assert list(refused.value.fields) == ["goal"]
    _still_serves(served)


def test_connections_that_say_nothing_or_nonsense_hurt_nobody(served: ServedDesk) -> None:
    host, _, port = served.address.rpartition(":")
    silent = [socket.create_connection((host, int(port))) for _ in range(50)]
    for each in silent[:25]:
        each.sendall(b"GET / HTTP/1.1\r\n\r\n" + b"\0" * 1000)
    _still_serves(served)
    for each in silent:
        each.close()


def test_a_request_stream_that_never_ends_is_just_one_call(
    served: ServedDesk, channel: grpc.Channel
) -> None:
    def forever() -> Iterator[reflection_pb2.ServerReflectionRequest]:
        while True:
            yield reflection_pb2.ServerReflectionRequest(list_services="")
            time.sleep(0.01)

    stub = _reflection(channel)
    call = stub.ServerReflectionInfo(forever())
    names = [service.name for service in next(call).list_services_response.service]
    assert "phonebuddy.v1.AgentService" in names
    assert "grpc.health.v1.Health" in names
    _still_serves(served)
    call.cancel()


def test_health_is_reported_per_service_and_ends_with_the_server(served: ServedDesk) -> None:
    with grpc.insecure_channel(served.address) as channel:
        stub = _health(channel)
        for name in ("", *SERVICES):
            answer = stub.Check(health_pb2.HealthCheckRequest(service=name))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        with pytest.raises(grpc.RpcError) as unknown:
            stub.Check(health_pb2.HealthCheckRequest(service="nonsense"))
        assert isinstance(unknown.value, grpc.Call)
        assert unknown.value.code() is grpc.StatusCode.NOT_FOUND
        watch = stub.Watch(health_pb2.HealthCheckRequest())
        assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
        served.stop()
        assert next(watch).status == health_pb2.HealthCheckResponse.NOT_SERVING


def test_watchers_of_health_cannot_use_up_the_server(served: ServedDesk) -> None:
    with grpc.insecure_channel(served.address) as channel:
        health = _health(channel)
        watching = [health.Watch(health_pb2.HealthCheckRequest()) for _ in range(50)]
        assert all(next(call).status == 1 for call in watching)
        with pytest.raises(grpc.RpcError) as refused:
            next(health.Watch(health_pb2.HealthCheckRequest()))
        assert isinstance(errors.error_of(refused.value), errors.Overloaded)
        assert health.Check(health_pb2.HealthCheckRequest()).status == 1
        for call in watching:
            call.cancel()
    _still_serves(served)


def test_without_the_token_only_health_is_answered(tmp_path: Path) -> None:
    served = ServedDesk(tmp_path / "data", token=TOKEN)
    try:
        for wrong in ("", TOKEN[:-1], TOKEN + "x", "Bearer"):
            with served.client(token=wrong, patience_s=0) as buddy:
                for call in (buddy.policies, buddy.devices, lambda: next(buddy.watch("x"))):
                    with pytest.raises(errors.Unauthenticated):
                        call()
        with grpc.insecure_channel(served.address) as channel:
            health = _health(channel)
            assert health.Check(health_pb2.HealthCheckRequest()).status == 1
            reflection = _reflection(channel)
            request = reflection_pb2.ServerReflectionRequest(list_services="")
            with pytest.raises(grpc.RpcError) as refused:
                next(reflection.ServerReflectionInfo(iter([request])))
            assert isinstance(refused.value, grpc.Call)
            assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED
        with served.client(token=TOKEN) as buddy:
            assert buddy.policies() == []
    finally:
        served.close()


def test_a_call_that_takes_too_long_is_ended_and_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = {"/phonebuddy.v1.DeviceService/Observe": 0.2}
    monkeypatch.setattr(assembly, "TIME_LIMITS_S", limits)
    slow = ServedDesk(tmp_path / "slow")
    try:
        slow.scene.phone("fake:1").slow.add("observe")
        with slow.client() as buddy, pytest.raises(errors.TooSlow, match=r"longer than 0\.2 s"):
            buddy.observe("fake:1")
        slow.scene.phone("fake:1").slow.clear()
        _still_serves(slow)
    finally:
        slow.close()


def test_more_calls_than_threads_are_refused_at_once(served: ServedDesk) -> None:
    phone = served.scene.phone("fake:1")
    phone.slow.add("observe")
    with grpc.insecure_channel(served.address) as channel:
        observe = channel.unary_unary("/phonebuddy.v1.DeviceService/Observe")
        data = b"\x0a\x06fake:1"
        waiting = [observe.future(data) for _ in range(180)]
        until(lambda: sum(call.done() for call in waiting) >= 40)
        codes = {call.code() for call in waiting if call.done()}
        assert codes == {grpc.StatusCode.RESOURCE_EXHAUSTED}
        with served.client() as buddy:
            assert list(buddy.runs()) == []
        phone.slow.clear()
        until(lambda: all(call.done() for call in waiting))
        assert {call.code() for call in waiting} == {
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            grpc.StatusCode.OK,
        }
