"""Methods about the watchers that live on the phone."""

from __future__ import annotations

from collections.abc import Mapping

from phoneworld.adb.u2.call import Method, Result, RpcCall


def _register_click(call: RpcCall) -> Result:
    call.automation.watchers.add_click(call.text(0), call.selectors(1), call.selector(2))
    return None


def _register_keys(call: RpcCall) -> Result:
    call.automation.watchers.add_keys(call.text(0), call.selectors(1), call.texts(2))
    return None


METHODS: Mapping[str, Method] = {
    "getWatchers": Method((0,), lambda call: call.automation.watchers.names()),
    "hasAnyWatcherTriggered": Method((0,), lambda call: call.automation.watchers.any_triggered()),
    "hasWatcherTriggered": Method(
        (1,), lambda call: call.automation.watchers.has_triggered(call.text(0))
    ),
    "registerClickUiObjectWatcher": Method((3,), _register_click),
    # Spelled as the server spells it.
    "registerPressKeyskWatcher": Method((3,), _register_keys),
    "removeWatcher": Method((1,), lambda call: call.automation.watchers.remove(call.text(0))),
    "resetWatcherTriggers": Method((0,), lambda call: call.automation.watchers.reset()),
    "runWatchers": Method((0,), lambda call: call.automation.watchers.run()),
}
