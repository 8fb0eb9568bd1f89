"""The site that a browser shows, read off its address bar.

Where the bar is not there, is being typed into, or could be imitated by the page, there is no site: a
password is better not typed than typed on a page that only looks right.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from runtime.observation import Element, Observation

_BROWSERS = (
    "com.android.chrome", "com.chrome.*", "org.chromium.*", "org.mozilla.*", "com.microsoft.emmx*",
    "com.brave.*", "com.opera.*", "com.sec.android.app.sbrowser*", "com.duckduckgo.mobile.android",
    "com.vivaldi.*", "com.kiwibrowser.*", "com.ecosia.*", "com.UCMobile*", "com.yandex.browser*",
    "com.google.android.apps.chrome*", "com.cloudmosa.*", "*.browser", "*.browser.*",
)  # fmt: skip
_ADDRESS_IDS = frozenset(
    {
        "url_bar", "mozac_browser_toolbar_url_view", "mozac_browser_toolbar_edit_url_view",
        "ADDRESSBAR_URL_BOX", "location_bar_edit_text", "omnibarTextInput", "url_field", "url",
        "address", "address_bar", "addressbarEdit", "bro_omnibar_address_title_text",
        "display_url", "url_bar_title", "enterUrl", "location_bar",
    }
)  # fmt: skip
_HOST = re.compile(r"[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,20}|localhost")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://")
_EDGE = 0.14


def is_browser(package: str) -> bool:
    """Whether an app shows whatever site it is sent to."""
    return any(fnmatchcase(package, pattern) for pattern in _BROWSERS)


def site_of(observation: Observation) -> str:
    """The host that the browser in front is at; empty where that is not sure."""
    bars = [element for element in observation.elements if _is_address(element, observation)]
    if len(bars) != 1:
        return ""  # a page can bring elements of any name
    bar = bars[0]
    return "" if bar.focused or observation.focused == bar.index else host_of(bar.text)


def host_of(address: str) -> str:
    """The host of an address as browsers show it, without `www.`; empty if it is none."""
    written = address.strip().casefold()
    scheme = _SCHEME.match(written)
    if scheme is not None and scheme.group() not in {"https://", "http://"}:
        return ""
    place = re.split(r"[/?#]", written[scheme.end() :] if scheme else written, maxsplit=1)[0]
    host = place.partition(":")[0].removeprefix("www.").rstrip(".")
    return host if _HOST.fullmatch(host) else ""


def site_fits(site: str, pattern: str) -> bool:
    """Whether a host is the one named, or one of those that a glob names."""
    return bool(site) and fnmatchcase(site, pattern.casefold().removeprefix("www."))


def _is_address(element: Element, observation: Observation) -> bool:
    package, _, name = element.resource_id.partition(":id/")
    if name not in _ADDRESS_IDS or package != observation.package:
        return False
    height = observation.height_px
    return element.bounds.top <= _EDGE * height or element.bounds.bottom >= (1 - _EDGE) * height
