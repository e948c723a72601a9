"""Lets a script answer requests until its input ends. A request is a line of JSON; an answer is a line of JSON, possibly followed by bytes."""

import json
import sys


def serve(answer):
    """Answers each request with the facts (a dict) and the bytes that `answer` returns. An exception becomes the answer's `fault`."""
    for line in sys.stdin:
        try:
            facts, content = answer(json.loads(line))
        except Exception as fault:  # A failed request is an answer, too: the next request must still be answered.
            facts, content = {"fault": f"{type(fault).__name__}: {fault}"}, b""
        sys.stdout.buffer.write(json.dumps({**facts, "bytes": len(content)}).encode() + b"\n")
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
