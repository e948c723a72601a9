"""Reads a data file with Python's own parsers (and PyYAML), and prints its content as JSON."""
import configparser, csv, html.parser, io, json, re, sqlite3, sys, tomllib
import xml.etree.ElementTree as ElementTree


def element(node):
    value = {"@" + name.replace("{http://www.w3.org/XML/1998/namespace}", "xml:"): text for name, text in node.attrib.items()}
    for child in node:
        value.setdefault(child.tag, []).append(element(child))
    text = (node.text or "") if len(node) == 0 else (node.text or "").strip()
    if not value:
        return text
    value = {name: each[0] if isinstance(each, list) and len(each) == 1 else each for name, each in value.items()}
    return {**value, "#text": text} if text else value


ROOT = "(no section)"


class Repeats(dict):
    """Keeps all values of a repeated key. configparser passes the lines of each value as a list."""

    def __setitem__(self, key, value):
        if isinstance(value, list) and isinstance(self.get(key), list):
            value = self[key] + value
        super().__setitem__(key, value)


def ini(text):
    parser = configparser.RawConfigParser(dict_type=Repeats, strict=False, delimiters=("=",))
    parser.optionxform = str
    parser.read_string(f"[{ROOT}]\n{text}")
    root = {}
    for name in parser.sections():
        at = root
        for part in [each.replace("\\.", ".") for each in re.split(r"(?<!\\)\.", name)] if name != ROOT else []:
            at = at.setdefault(part, {})
        for key, value in parser.items(name):
            if value[:1] == '"' == value[-1:] and len(value) > 1:
                value = json.loads(value)
            key = re.sub(r"\\([;#])", r"\1", key)
            at[key.removesuffix("[]")] = value.split("\n") if key.endswith("[]") else re.sub(r"\\([;#])", r"\1", value)
    return root


def unescape(part):
    named = {"n": "\n", "r": "\r", "t": "\t", "f": "\f"}
    plain = lambda match: chr(int(match[1][1:], 16)) if len(match[1]) > 1 else named.get(match[1], match[1])
    halves = re.sub(r"\\(u[0-9a-fA-F]{4}|.)", plain, part)
    return halves.encode("utf-16", "surrogatepass").decode("utf-16")


def properties(text):
    pairs = re.findall(r"^[ \t]*((?:\\.|[^#!\\=: \n])(?:\\.|[^\\=: \n])*)[ \t]*[=: ]?[ \t]*(.*)$", text, re.M)
    return {unescape(key): unescape(value) for key, value in pairs}


def jsonc(text):
    plain = re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', lambda match: match[1] or "", text, flags=re.S)
    return json.loads(re.sub(r",(\s*[}\]])", r"\1", plain))


def yaml(text):
    from yaml import safe_load

    return safe_load(text)


class Cells(html.parser.HTMLParser):
    rows = None
    open = False

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.rows = []
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.open = True
            self.rows[-1].append("")
        elif tag == "br" and self.open:
            self.rows[-1][-1] += "\n"

    def handle_endtag(self, tag):
        self.open = self.open and tag not in ("td", "th")

    def handle_data(self, data):
        if self.open:
            self.rows[-1][-1] += data


def page(text):
    cells = Cells()
    cells.feed(text)
    return records(cells.rows)


def markdown(text):
    lines = [re.split(r"(?<!\\) ?\| ?", line)[1:-1] for line in text.splitlines()]
    assert set(lines.pop(1)) == {"---"}
    return records([[re.sub(r"\\(.)", r"\1", cell) for cell in line] for line in lines])


def sqlite(content):
    database = sqlite3.connect(":memory:")
    database.deserialize(content)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    [table] = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid LIMIT 1").fetchone()
    found = database.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]


def records(rows):
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


readers = {
    "csv": lambda text: list(csv.DictReader(io.StringIO(text, newline=""), strict=True)),
    "html": page,
    "ini": ini,
    "json": json.loads,
    "jsonc": jsonc,
    "md": markdown,
    "ndjson": lambda text: [json.loads(line) for line in text.splitlines()],
    "properties": properties,
    "toml": tomllib.loads,
    "tsv": lambda text: list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t", strict=True)),
    "xml": lambda text: (lambda root: {root.tag: element(root)})(ElementTree.fromstring(text)),
    "yaml": yaml,
}
content = sys.stdin.buffer.read()
kind = sys.argv[1]
json.dump(sqlite(content) if kind == "sqlite" else readers[kind](content.decode("utf-8")), sys.stdout)
