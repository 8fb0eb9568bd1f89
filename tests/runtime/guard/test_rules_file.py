from pathlib import Path

import pytest
from guard_screens import button, element, row, screen, text

from runtime.actions import Click, ElementRef
from runtime.episode import Verdict
from runtime.errors import GuardError
from runtime.guard.rule import RuleSet
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import SHIPPED, load_rules, read_rules
from runtime.guard.ruling import Risk
from runtime.observation import CLICKABLE, Bounds

RULE = """
[[rule]]
name = "%s"
risk = "message"
verdict = "%s"
why = "because"
[[rule.when]]
label = ["%s"]
"""


EFFECT = RULE.replace('why = "because"', 'why = "because"\neffect = "%%s"') % ("x", "allow", "a")


def own(tmp_path: Path, text: str) -> RuleSet:
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return load_rules(path)


def verdict(rules: RuleSet, label: str, package: str = "com.example.app") -> Verdict:
    seen = screen(text("Title"), button(label), row("Below it"), package=package)
    return RuleGuard(rules).judge(Click(ElementRef(1)), seen).verdict


def test_a_user_says_what_kind_of_app_a_package_is(tmp_path: Path) -> None:
    seen = screen(
        text("Check"), text("12,00 €"), element("Go", role="item", flags=CLICKABLE,
        bounds=Bounds(40, 400, 440, 500)), package="org.pots",
    )  # fmt: skip
    go = Click(ElementRef(2))
    path = tmp_path / "rules.toml"
    path.write_text('[apps]\nbank = ["org.pots"]', encoding="utf-8")

    assert RuleGuard(load_rules()).judge(go, seen).verdict is Verdict.ALLOW
    assert RuleGuard(load_rules(path)).judge(go, seen).verdict is Verdict.CONFIRM


def test_an_unknown_kind_of_app_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[apps]\nbanks = ["org.pots"]', encoding="utf-8")

    with pytest.raises(GuardError, match="unknown key 'banks'"):
        load_rules(path)


def test_shipped_rules_cover_every_risk() -> None:
    # What leaves by another way than it came is known from the episode, not by a rule.
    assert {rule.risk for rule in load_rules().rules} == set(Risk) - {Risk.DISCLOSURE}


def test_every_shipped_list_of_words_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in SHIPPED)

    assert [name for name in load_rules().words if f'"@{name}"' not in source] == []


def test_a_users_file_adds_to_the_shipped_rules(tmp_path: Path) -> None:
    rules = own(tmp_path, RULE % ("launch", "confirm", "launch rocket"))

    assert verdict(rules, "Launch rocket") is Verdict.CONFIRM
    assert verdict(rules, "Send") is Verdict.CONFIRM


def test_a_users_file_can_replace_all_rules(tmp_path: Path) -> None:
    rules = own(tmp_path, "extends = false\n" + RULE % ("launch", "confirm", "launch rocket"))

    assert verdict(rules, "Launch rocket") is Verdict.CONFIRM
    assert verdict(rules, "Send") is Verdict.ALLOW


def test_a_rule_of_the_same_name_takes_the_place_of_the_shipped_one(tmp_path: Path) -> None:
    rules = own(tmp_path, RULE % ("send", "confirm", "launch rocket"))

    assert verdict(rules, "Send") is Verdict.ALLOW


def test_a_shipped_rule_can_be_disabled(tmp_path: Path) -> None:
    rules = own(tmp_path, 'disable = ["send"]')

    assert verdict(rules, "Send") is Verdict.ALLOW
    with pytest.raises(GuardError, match="'sned', which is no shipped rule"):
        own(tmp_path, 'disable = ["sned"]')


def test_words_can_be_added_to_a_shipped_list(tmp_path: Path) -> None:
    rules = own(tmp_path, '[words.send]\nsv = ["skicka"]')

    assert verdict(load_rules(), "Skicka") is Verdict.ALLOW
    assert verdict(rules, "Skicka") is Verdict.CONFIRM
    assert verdict(rules, "Send") is Verdict.CONFIRM


def test_never_beats_allow_and_allow_beats_confirm(tmp_path: Path) -> None:
    allow = RULE % ("mine", "allow", "send")
    never = RULE % ("stop", "never", "send")

    assert verdict(own(tmp_path, allow), "Send") is Verdict.ALLOW
    assert verdict(own(tmp_path, allow + never), "Send") is Verdict.NEVER
    assert verdict(own(tmp_path, never + allow), "Send") is Verdict.NEVER


def test_a_rule_can_be_for_one_app(tmp_path: Path) -> None:
    rules = own(tmp_path, RULE % ("mine", "never", "send") + 'app = ["com.bank*"]\n')

    assert verdict(rules, "Send", "com.bank.app") is Verdict.NEVER
    assert verdict(rules, "Send", "com.chat") is Verdict.CONFIRM


def test_unless_makes_an_exception(tmp_path: Path) -> None:
    rules = own(
        tmp_path,
        RULE % ("mine", "never", "go") + '[[rule.unless]]\nshows = ["title"]\n',
    )

    assert verdict(rules, "Go") is Verdict.ALLOW


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("rule = 3", r"written as \[\[rule\]\]"),
        ("colour = 1", "unknown key 'colour'"),
        ("not toml", "is not TOML"),
        ("[[rule]]\nrisk = 'call'", "name must be a text"),
        (RULE % ("x", "maybe", "send"), r"rule 1 \(x\): verdict is 'maybe': choose allow"),
        (RULE % ("x", "confirm", "@nothing"), r"no \[words.nothing\]"),
        (RULE % ("x", "confirm", "/(/"), "not a regular expression"),
        (RULE % ("x", "confirm", "..."), "has no letters"),
        (RULE % ("x", "confirm", "a") + "lable = ['b']", "unknown key 'lable'"),
        (RULE % ("x", "confirm", "a") + "checked = 'yes'", "must be true or false"),
        (RULE % ("x", "confirm", "a") + "action = ['hop']", "action is 'hop': choose click"),
        (RULE % ("x", "confirm", "a") + "[[rule.when]]\n", "is empty and would always hold"),
        (RULE % ("x", "confirm", "a") + RULE % ("x", "allow", "a"), "two rules are called 'x'"),
        ("[[rule]]\nname='x'\nrisk='call'\nverdict='allow'\nwhy='y'", "has no .*rule.when"),
        (EFFECT % "{thought}", "{thought}, which is none of"),
        (EFFECT % "{label", "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(GuardError, match=complaint):
        read_rules(text, source="mine.toml")


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GuardError, match="cannot be read"):
        load_rules(tmp_path / "nothing.toml")
