"""What `phonebuddy run` writes, whoever has a word to say at the same time."""

import io
import json
import time
from concurrent.futures import ThreadPoolExecutor

from tui.commands.json_output import JsonLinesOutput


class SlowOutput(io.StringIO):
    """Lets other threads go first after every piece that is written."""

    def write(self, text: str) -> int:
        written = super().write(text)
        time.sleep(0.001)
        return written


def test_remarks_of_several_threads_are_a_line_each() -> None:
    out = SlowOutput()
    output = JsonLinesOutput(out)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: output.remark(str(number)), range(40)))
    told = [json.loads(line)["text"] for line in out.getvalue().splitlines()]
    assert sorted(told, key=int) == [str(number) for number in range(40)]
