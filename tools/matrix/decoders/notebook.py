"""Reads standard input. `cells` validates a notebook with Jupyter's own library and prints its cells as JSON. `python`
prints the syntax tree of a Python script."""

import ast
import json
import sys

content = sys.stdin.buffer.read().decode('utf-8')
if sys.argv[1] == 'python':
    print(ast.dump(ast.parse(content)))
else:
    import nbformat

    notebook = nbformat.reads(content, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    print(json.dumps(notebook.cells))
