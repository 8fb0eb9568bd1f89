"""`phonebuddy completion`: what a shell needs to complete commands and options by the Tab key.

The scripts are made from the parsers themselves, so that they always know what there is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

DESCRIPTION = """\
Print what a shell needs to complete phonebuddy's commands and options by the Tab key."""
EPILOG = """\
to use it now and always:
  bash   phonebuddy completion bash > ~/.local/share/bash-completion/completions/phonebuddy
  zsh    phonebuddy completion zsh > "${fpath[1]}/_phonebuddy"
  fish   phonebuddy completion fish > ~/.config/fish/completions/phonebuddy.fish

in this shell only:
  bash   source <(phonebuddy completion bash)"""


@dataclass(frozen=True, slots=True)
class CommandNode:
    """A command: its options, and the commands below it, each with what it is for."""

    options: dict[str, str] = field(default_factory=dict[str, str])
    valued: set[str] = field(default_factory=set[str])
    """The options that want a value."""
    below: dict[str, CommandNode] = field(default_factory=dict[str, "CommandNode"])
    purposes: dict[str, str] = field(default_factory=dict[str, str])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"))


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    from tui.cli import whole_parser

    node = node_of(whole_parser())
    script = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}[given.shell]
    print(script(node), end="")
    return 0


# argparse has no public way to ask a parser what it knows.
# pyright: reportPrivateUsage=false


def node_of(parser: argparse.ArgumentParser) -> CommandNode:
    """What a parser knows."""
    node = CommandNode()
    for action in parser._actions:  # noqa: SLF001
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            parsers = cast("dict[str, argparse.ArgumentParser]", action.choices)  # pyright: ignore[reportUnknownMemberType]
            for choice in action._choices_actions:  # noqa: SLF001
                node.purposes[choice.dest] = _plain(choice.help or "")
                node.below[choice.dest] = node_of(parsers[choice.dest])
            continue
        for option in action.option_strings:
            node.options[option] = _plain(action.help or "")
            if action.nargs != 0:
                node.valued.add(option)
    return node


def _plain(text: str) -> str:
    """Words that no shell takes for anything else."""
    kept = "".join(char for char in text if char not in "'\"`$\\[]:%")
    return " ".join(kept.split())


def _paths(
    node: CommandNode, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], CommandNode]]:
    yield path, node
    for name, below in node.below.items():
        yield from _paths(below, (*path, name))


def bash_script(node: CommandNode) -> str:
    """For bash: a function that knows which words are possible after which commands."""
    cases = "\n".join(
        f"    '{' '.join(path)}') words='{' '.join([*each.below, *each.options])}' ;;"
        for path, each in _paths(node)
    )
    commands = sorted({name for path, _ in _paths(node) for name in path})
    valued = sorted({option for _, each in _paths(node) for option in each.valued})
    return f"""\
# Completion of phonebuddy for bash.
_phonebuddy() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  local at='' word words='' depth=0 i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="${{COMP_WORDS[i]}}"
    case "$word" in
      {"|".join(commands)}) if ((depth < 2)); then at="${{at:+$at }}$word"; depth=$((depth + 1)); fi ;;
    esac
  done
  case "$before" in
    {"|".join(valued)}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$at" in
{cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _phonebuddy phonebuddy
"""


def zsh_script(node: CommandNode) -> str:
    """For zsh: a function for each command."""
    functions = "\n".join(_zsh_function(path, each) for path, each in _paths(node))
    return (
        f'#compdef phonebuddy\n# Completion of phonebuddy for zsh.\n{functions}_phonebuddy "$@"\n'
    )


def _zsh_function(path: tuple[str, ...], node: CommandNode) -> str:
    name = "_".join(("_phonebuddy", *path))
    options = [
        f"    '{option}[{words}]{':value:_files' if option in node.valued else ''}' \\"
        for option, words in node.options.items()
    ]
    if not node.below:
        return "\n".join(
            [f"{name}() {{", "  _arguments \\", *options, "    '*:file:_files'", "}", ""]
        )
    commands = [f"    '{below}:{node.purposes[below]}'" for below in node.below]
    cases = [f"        {below}) {name}_{below} ;;" for below in node.below]
    return "\n".join(
        [
            f"{name}() {{",
            "  local -a commands",
            "  local state line",
            "  commands=(",
            *commands,
            "  )",
            "  _arguments -C \\",
            *options,
            "    '1:command:->command' '*::argument:->argument'",
            "  case $state in",
            "    command) _describe command commands ;;",
            "    argument)",
            "      case $line[1] in",
            *cases,
            "      esac ;;",
            "  esac",
            "}",
            "",
        ]
    )


def fish_script(node: CommandNode) -> str:
    """For fish: a line for each word that is possible somewhere."""
    lines = ["# Completion of phonebuddy for fish."]
    for path, each in _paths(node):
        where = _fish_condition(path, node)
        lines += [
            f"complete -c phonebuddy -f -n '{where}' -a '{name}' -d '{each.purposes[name]}'"
            for name in each.below
        ]
        for option, words in each.options.items():
            flag = f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"
            value = " -r" if option in each.valued else ""
            lines.append(f"complete -c phonebuddy -n '{where}' {flag}{value} -d '{words}'")
    return "\n".join(lines) + "\n"


def _fish_condition(path: tuple[str, ...], root: CommandNode) -> str:
    if not path:
        return "__fish_use_subcommand"
    seen = "; and ".join(f"__fish_seen_subcommand_from {name}" for name in path)
    node = root
    for name in path:
        node = node.below[name]
    if not node.below:
        return seen
    return f"{seen}; and not __fish_seen_subcommand_from {' '.join(node.below)}"
