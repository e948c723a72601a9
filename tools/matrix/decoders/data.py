"""Reads a data file with Python's own parsers (and PyYAML), and prints its content as JSON."""
import configparser, csv, io, json, re, sys, tomllib
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


readers = {
    "csv": lambda text: list(csv.DictReader(io.StringIO(text, newline=""), strict=True)),
    "ini": ini,
    "json": json.loads,
    "jsonc": jsonc,
    "ndjson": lambda text: [json.loads(line) for line in text.splitlines()],
    "properties": properties,
    "toml": tomllib.loads,
    "tsv": lambda text: list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t", strict=True)),
    "xml": lambda text: (lambda root: {root.tag: element(root)})(ElementTree.fromstring(text)),
    "yaml": yaml,
}
content = sys.stdin.buffer.read()
json.dump(readers[sys.argv[1]](content.decode("utf-8")), sys.stdout)
