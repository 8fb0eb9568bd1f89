"""In a browser, a secret belongs to sites, not to the app that shows them."""

from dataclasses import replace

import pytest
from guard_screens import element, field, screen

from runtime.actions import ElementRef, Type
from runtime.errors import UnknownSecret
from runtime.guard.browser_site import host_of, is_browser, site_of
from runtime.guard.secrets import Secret, Secrets, fill
from runtime.observation import EDITABLE, FOCUSED, Element, Observation

CHROME = "com.android.chrome"
STORE = Secrets(
    {
        "bank": Secret("bank", "tr0ub4dor", sites=("bank.example", "*.bank.example")),
        "wifi": Secret("wifi", "correct horse"),
        "anywhere": Secret("anywhere", "correct horse", apps=(CHROME,)),
    }
)


def bar(address: str, *, package: str = CHROME, flags: int = EDITABLE) -> Element:
    made = element(address, role="field", flags=flags)
    return replace(made, resource_id=f"{package}:id/url_bar")


def page(*bars: Element, package: str = CHROME) -> Observation:
    return screen(*bars, field("Password", password=True), package=package)


def typed(name: str, observation: Observation) -> object:
    last = ElementRef(len(observation.elements) - 1)
    return fill(Type(f"{{{{secret:{name}}}}}", last), observation, STORE)


@pytest.mark.parametrize(
    "address", ["bank.example/login", "https://www.bank.example", "my.bank.example"]
)
def test_a_secret_is_typed_at_its_site(address: str) -> None:
    seen = page(bar(address))

    assert typed("bank", seen) == Type("tr0ub4dor", ElementRef(1))
    assert STORE.is_listed("bank", seen)


@pytest.mark.parametrize(
    "address",
    [
        "evil.example",
        "bank.example.evil.example",
        "evil.example/bank.example",
        "bank.example@evil.example",
        "notbank.example",
        "bаnk.example",  # a Cyrillic letter
        "…bank.example",
        "Search or type web address",
        "data:text/html,bank.example",
        "",
    ],
)
def test_a_secret_is_not_typed_at_another(address: str) -> None:
    seen = page(bar(address))

    with pytest.raises(UnknownSecret, match="bank"):
        typed("bank", seen)
    assert not STORE.is_listed("bank", seen)


@pytest.mark.parametrize(
    "seen",
    [
        page(),
        page(bar("bank.example"), bar("bank.example")),
        page(bar("bank.example", flags=EDITABLE | FOCUSED)),
        page(bar("bank.example", package="bank.example")),
        page(replace(bar("bank.example"), resource_id="url_bar")),
    ],
    ids=["hidden", "two", "typed into", "of another app", "of the page"],
)
def test_a_secret_is_not_typed_where_the_site_is_not_sure(seen: Observation) -> None:
    assert site_of(seen) == ""
    with pytest.raises(UnknownSecret, match="address of the site is not shown"):
        typed("bank", seen)


def test_an_address_in_the_middle_of_the_page_is_the_pages_own() -> None:
    low = replace(
        bar("bank.example"), bounds=page().elements[0].bounds._replace(top=900, bottom=990)
    )

    assert site_of(page(low)) == ""


@pytest.mark.parametrize("name", ["wifi", "anywhere"])
def test_a_secret_without_sites_is_not_typed_in_browsers(name: str) -> None:
    with pytest.raises(UnknownSecret, match="not for browsers"):
        typed(name, page(bar("bank.example")))


def test_sites_do_not_matter_in_other_apps() -> None:
    assert typed("bank", page(package="com.example.bank")) == Type("tr0ub4dor", ElementRef(0))


def test_browsers_are_known() -> None:
    assert is_browser("org.mozilla.firefox")
    assert is_browser("com.phoneworld.browser")
    assert not is_browser("com.example.bank")


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("HTTPS://Bank.Example:8443/x?y", "bank.example"),
        ("bank.example.", "bank.example"),
        ("localhost:8000", "localhost"),
        ("ftp://bank.example", ""),
        ("two words", ""),
    ],
)
def test_a_host_is_read_off_an_address(address: str, host: str) -> None:
    assert host_of(address) == host
