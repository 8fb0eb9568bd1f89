"""What a call of uiautomator2 can fail with, as its server words it.

AdbError
|-- InvalidHttpRequest  a request that cannot be read (http)
|-- PatternError        a regular expression that cannot be read (regex_reader)
|-- TooCostly           a regular expression that takes too many steps (regex)
`-- RpcError            a JSON-RPC error: code, message, data
    |-- UnknownMethod   -32601
    |-- BadParameters   -32602
    `-- JavaError       -32001: the message is a Java class, which clients look at
        |-- NotFound    no such element is on the screen
        `-- Unsupported what this phone cannot do, e.g. two fingers
"""

from __future__ import annotations

from phoneworld.adb.errors import AdbError

UI_OBJECT_NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"
NOT_IMPLEMENTED = "com.wetest.uia2.exceptions.NotImplementedException"
ILLEGAL_STATE = "java.lang.IllegalStateException"
PATTERN_SYNTAX = "java.util.regex.PatternSyntaxException"
STACK_OVERFLOW = "java.lang.StackOverflowError"
RUNTIME = "java.lang.RuntimeException"


class RpcError(AdbError):
    """An error that is sent to the client."""

    def __init__(self, code: int, message: str, data: str | None = None) -> None:
        self.code = code
        self.message = message
        self.data = data
        super().__init__(f"{message}: {data}" if data else message)

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {"code": self.code, "message": self.message}
        if self.data is not None:
            found["data"] = self.data
        return found


class UnknownMethod(RpcError):
    """There is no such method."""

    def __init__(self, name: str) -> None:
        super().__init__(-32601, "method not found", name[:200])


class BadParameters(RpcError):
    """The method exists, but not for these parameters."""

    def __init__(self, reason: str) -> None:
        super().__init__(-32602, "method parameters invalid", reason)


class JavaError(RpcError):
    """What the method threw."""

    def __init__(self, java_class: str, data: str) -> None:
        super().__init__(-32001, java_class, data)


class NotFound(JavaError):
    """No element on the screen is what was looked for."""

    def __init__(self, what: str) -> None:
        super().__init__(UI_OBJECT_NOT_FOUND, what)


class Unsupported(JavaError):
    """A PhoneWorld phone cannot do this."""

    def __init__(self, reason: str) -> None:
        super().__init__(NOT_IMPLEMENTED, f"{NOT_IMPLEMENTED}: {reason}")
