"""From the text of a command line to its parts.

What is not understood (here-documents, arithmetic, `case`, functions) is a `ShellSyntaxError` that
says so; nothing is guessed. How deeply things may be nested is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from phoneworld.adb.shell.scanner import Scanner
from phoneworld.adb.shell.syntax import (
    Chain,
    Command,
    CommandGroup,
    For,
    If,
    LiteralText,
    Loop,
    Part,
    Pipeline,
    Redirect,
    RedirectKind,
    Script,
    Simple,
    Substitution,
    Variable,
    Word,
)

_PLAIN = re.compile(r"[^ \t\r\n'\"\\$`;&|<>()]+")
_PLAIN_IN_BRACES = re.compile(r"[^'\"\\$`}]+")
_PLAIN_IN_QUOTED_BRACES = re.compile(r"[^\"\\$`}]+")
_PLAIN_IN_QUOTES = re.compile(r"[^\"\\$`]+")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PARAMETER = re.compile(r"[A-Za-z_]\w*|\d+|[?$!@*#-]", re.ASCII)
_OPERATOR = re.compile(r":?[-+=]")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=", re.ASCII)
_REDIRECT = re.compile(r"(\d?)(>>|>&|>\||>|<<<?|<&|<)|&>(>?)")
_BACKTICKS = re.compile(r"`((?:[^`\\]|\\.)*)`", re.DOTALL)
_UNKNOWN = ("case", "function", "select", "esac")
_ENDS = ("then", "elif", "else", "fi", "do", "done", "}")


def parse(text: str) -> Script:
    """The script that a text stands for, or `ShellSyntaxError`."""
    parser = _Parser(text, 0)
    script = parser.script(())
    if parser.at < len(text):
        parser.fail()
    return script


class _Parser(Scanner):
    # Scripts

    def script(self, ends: tuple[str, ...]) -> Script:
        """Commands up to the end, a closing parenthesis, or one of the words that may end it."""
        self.deeper()
        chains: list[Chain] = []
        while True:
            self.skip_lines()
            if self.at >= len(self.text) or self.starts(")"):
                break
            word = self.bare_word()
            if word in _ENDS:
                if word in ends:
                    break
                self.fail()
            links = self.links()
            self.skip_blanks()
            in_background = False
            if self.starts("&"):
                self.at += 1
                in_background = True
            elif not self.take(";") and not self.take("\n"):
                chains.append(Chain(links))
                break
            chains.append(Chain(links, in_background))
        self.depth -= 1
        return tuple(chains)

    def links(self) -> tuple[tuple[str, Pipeline], ...]:
        links = [("", self.pipeline())]
        while True:
            self.skip_blanks()
            if self.starts("&&") or self.starts("||"):
                operator = self.text[self.at : self.at + 2]
                self.at += 2
                self.skip_lines()
                links.append((operator, self.pipeline()))
            else:
                return tuple(links)

    def pipeline(self) -> Pipeline:
        self.skip_blanks()
        negated = False
        while self.bare_word() == "!":
            negated = not negated
            self.at += 1
            self.skip_blanks()
        commands = [self.command()]
        while True:
            self.skip_blanks()
            if not self.starts("|") or self.starts("||"):
                return Pipeline(tuple(commands), negated)
            self.at += 1
            self.skip_lines()
            commands.append(self.command())

    def command(self) -> Command:
        if self.take("("):
            script = self.script(())
            if not self.take(")"):
                self.fail()
            return CommandGroup(script, True, self.redirects())
        word = self.bare_word()
        if word in _UNKNOWN:
            self.unsupported(f"'{word}'")
        compound: Callable[[], Command] | None = {
            "{": self.group, "if": self.if_, "while": self.loop, "until": self.loop, "for": self.for_
        }.get(word)  # fmt: skip
        if compound is None:
            return self.simple()
        self.at += len(word)
        return compound()

    def group(self) -> Command:
        script = self.script(("}",))
        self.expect("}")
        return CommandGroup(script, False, self.redirects())

    def if_(self) -> Command:
        branches: list[tuple[Script, Script]] = []
        otherwise: Script = ()
        while True:
            condition = self.script(("then",))
            self.expect("then")
            branches.append((condition, self.script(("elif", "else", "fi"))))
            self.skip_lines()
            if self.bare_word() != "elif":
                break
            self.at += len("elif")
        if self.bare_word() == "else":
            self.at += len("else")
            otherwise = self.script(("fi",))
        self.expect("fi")
        return If(tuple(branches), otherwise, self.redirects())

    def loop(self) -> Command:
        until = self.text[self.at - 5 : self.at] == "until"
        condition = self.script(("do",))
        return Loop(condition, self.body(), until, self.redirects())

    def for_(self) -> Command:
        self.skip_blanks()
        name = _NAME.match(self.text, self.at)
        if name is None:
            self.fail()
        self.at = name.end()
        self.skip_lines()
        words: list[Word] | None = None
        if self.bare_word() == "in":
            self.at += 2
            words = []
            while word := self.next_word():
                words.append(word)
        self.skip_blanks()
        self.take(";")
        body = self.body()
        return For(name.group(), None if words is None else tuple(words), body, self.redirects())

    def body(self) -> Script:
        self.expect("do")
        script = self.script(("done",))
        self.expect("done")
        return script

    # Commands

    def simple(self) -> Simple:
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            self.skip_blanks()
            if redirect := self.redirect():
                redirects.extend(redirect)
                continue
            assignment = None if words else _ASSIGNMENT.match(self.text, self.at)
            if assignment is not None:
                self.at = assignment.end()
                assignments.append((assignment.group(1), self.word()))
                continue
            word = self.word()
            if not word:
                break
            words.append(word)
        if not assignments and not words and not redirects:
            self.fail()
        return Simple(tuple(assignments), tuple(words), tuple(redirects))

    def redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        while True:
            self.skip_blanks()
            redirect = self.redirect()
            if not redirect:
                return tuple(found)
            found.extend(redirect)

    def redirect(self) -> tuple[Redirect, ...]:
        found = _REDIRECT.match(self.text, self.at)
        if found is None:
            return ()
        descriptor, operator, both = found.groups()
        if operator in ("<<", "<<<", "<&"):
            self.unsupported(f"'{operator}'")
        self.at = found.end()
        target = self.next_word()
        if not target:
            self.fail()
        if operator is None:
            direction = RedirectKind.APPEND if both else RedirectKind.WRITE
            join = Redirect(2, RedirectKind.JOIN, (LiteralText("1", quoted=True),))
            return (Redirect(1, direction, target), join)
        direction = RedirectKind(operator.rstrip("|"))
        usual = 0 if direction is RedirectKind.READ else 1
        return (Redirect(int(descriptor) if descriptor else usual, direction, target),)

    # Words

    def next_word(self) -> Word:
        self.skip_blanks()
        return self.word()

    def word(self) -> Word:
        """The word ahead; an empty one where none starts."""
        return self.parts(_PLAIN, quoted=False)

    def parts(self, plain: re.Pattern[str], *, quoted: bool) -> Word:
        """Parts up to the first character that `plain` and the expansions leave over."""
        parts: list[Part] = []
        while self.at < len(self.text):
            if run := plain.match(self.text, self.at):
                self.at = run.end()
                parts.append(LiteralText(run.group(), quoted))
                continue
            character = self.text[self.at]
            if character == "\\":
                parts.extend(self.escaped(quoted=quoted))
            elif character == "$":
                parts.append(self.dollar(quoted=quoted))
            elif character == "`":
                parts.append(self.backticks(quoted=quoted))
            elif character == "'" and not quoted:
                parts.append(self.single_quoted())
            elif character == '"' and not quoted:
                parts.extend(self.double_quoted())
            else:
                break
        return tuple(parts)

    def escaped(self, *, quoted: bool) -> tuple[LiteralText, ...]:
        following = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if following == "\n":
            return ()
        if not following or (quoted and following not in '"\\$`'):
            return (LiteralText("\\" + following, quoted=True),)
        return (LiteralText(following, quoted=True),)

    def single_quoted(self) -> LiteralText:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            self.unclosed()
        text = self.text[self.at + 1 : end]
        self.at = end + 1
        return LiteralText(text, quoted=True)

    def double_quoted(self) -> Word:
        self.at += 1
        parts = self.parts(_PLAIN_IN_QUOTES, quoted=True)
        if not self.take('"'):
            self.unclosed()
        # An empty text keeps "" a word.
        return parts or (LiteralText("", quoted=True),)

    def backticks(self, *, quoted: bool) -> Substitution:
        found = _BACKTICKS.match(self.text, self.at)
        if found is None:
            self.unclosed()
        self.at = found.end()
        inner = _Parser(re.sub(r"\\([`\\$])", r"\1", found.group(1)), self.depth)
        script = inner.script(())
        if inner.at < len(inner.text):
            inner.fail()
        return Substitution(script, quoted)

    def dollar(self, *, quoted: bool) -> Part:
        if self.starts("$(("):
            self.unsupported("'$(('")
        if self.take("$("):
            script = self.script(())
            if not self.take(")"):
                self.fail()
            return Substitution(script, quoted)
        if self.take("${"):
            return self.braced(quoted=quoted)
        self.at += 1
        if name := _NAME.match(self.text, self.at):
            self.at = name.end()
            return Variable(name.group(), quoted)
        special = self.text[self.at : self.at + 1]
        if special and special in "?$!@*#0123456789-":
            self.at += 1
            return Variable(special, quoted)
        return LiteralText("$", quoted)

    def braced(self, *, quoted: bool) -> Variable:
        length = self.starts("#") and not self.starts("#}")
        if length:
            self.at += 1
        name = _PARAMETER.match(self.text, self.at)
        if name is None:
            self.fail()
        self.at = name.end()
        if self.take("}"):
            return Variable(name.group(), quoted, "length" if length else "")
        operator = _OPERATOR.match(self.text, self.at)
        if operator is None or length:
            self.unsupported("'${" + self.text[name.start() : name.end() + 1] + "..}'")
        self.at = operator.end()
        self.deeper()
        plain = _PLAIN_IN_QUOTED_BRACES if quoted else _PLAIN_IN_BRACES
        word = self.parts(plain, quoted=quoted)
        self.depth -= 1
        if not self.take("}"):
            self.fail()
        return Variable(name.group(), quoted, operator.group(), word)
