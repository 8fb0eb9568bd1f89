"""What a running shell remembers: variables, arguments, how the last command ended."""

from __future__ import annotations

from dataclasses import dataclass, field

FIRST_VARIABLES = {
    "ANDROID_DATA": "/data",
    "ANDROID_ROOT": "/system",
    "ANDROID_STORAGE": "/storage",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "phoneworld",
    "LOGNAME": "root",
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/vendor/bin",
    "PWD": "/",
    "SHELL": "/system/bin/sh",
    "TERM": "dumb",
    "TMPDIR": "/data/local/tmp",
    "USER": "root",
}
LONGEST_VALUE = 1 << 20


@dataclass(slots=True)
class State:
    """One shell's memory. A subshell works on a copy."""

    variables: dict[str, str] = field(default_factory=lambda: dict(FIRST_VARIABLES))
    arguments: tuple[str, ...] = ()
    name: str = "sh"
    status: int = 0
    depth: int = 0
    """How many shells this one runs in."""

    def copy(self) -> State:
        return State(dict(self.variables), self.arguments, self.name, self.status, self.depth + 1)

    @property
    def cwd(self) -> str:
        return self.variables.get("PWD", "/")

    def value_of(self, name: str) -> str | None:
        """What `$name` stands for; None if it is not set."""
        if name.isdigit():
            number = int(name) if len(name) < 6 else len(self.arguments) + 1
            if number == 0:
                return self.name
            return self.arguments[number - 1] if number <= len(self.arguments) else None
        match name:
            case "?":
                return str(self.status)
            case "#":
                return str(len(self.arguments))
            case "@" | "*":
                return " ".join(self.arguments)
            case "$":
                return "4242"
            case "!" | "-":
                return ""
            case _:
                return self.variables.get(name)

    def set(self, name: str, value: str) -> None:
        self.variables[name] = value[:LONGEST_VALUE]
