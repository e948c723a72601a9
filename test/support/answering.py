"""Lets a script answer requests until its input ends: each is a line of JSON, as is its answer, behind which bytes may stand."""

import json
import sys


def serve(answer):
    """Answers with what `answer` makes of a request: facts (a dict) and bytes. What it raises is the answer's `fault`."""
    for line in sys.stdin:
        try:
            facts, content = answer(json.loads(line))
        except Exception as fault:  # A request that fails is one answer; the next one must come through.
            facts, content = {"fault": f"{type(fault).__name__}: {fault}"}, b""
        sys.stdout.buffer.write(json.dumps({**facts, "bytes": len(content)}).encode() + b"\n")
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
