"""Prints the sheets of a workbook or table as JSON: the name of each sheet, and the kind and text of each cell that isn't empty."""
import base64, csv, datetime, io, json, re, sqlite3, sys, zipfile
import xml.etree.ElementTree as ElementTree

DAY = 86_400_000


def clock(milliseconds):
    seconds, rest = divmod(milliseconds, 1000)
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{rest:03}" if rest else text


def moment(day, milliseconds):
    return day.isoformat() if milliseconds == 0 else f"{day.isoformat()}T{clock(milliseconds)}"


def serial(value, date1904, code):
    """A number of days in the form that its number format shows: a duration, a time of day, or a date."""
    total = round(value * DAY)
    if re.search(r"\[[hms]+\]", code, re.I):
        return ["date", ("-" if total < 0 else "") + clock(abs(total))]
    if 0 <= total < DAY and value % 1:
        return ["date", clock(total)]
    days, rest = divmod(total, DAY)
    # If days are counted from 1900, day 60 is February 29, 1900, which didn't exist.
    first = datetime.date(1904, 1, 1) if date1904 else datetime.date(1899, 12, 31 if days < 60 else 30)
    return ["date", moment(first + datetime.timedelta(days), rest)]


def number(value):
    return ["number", str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)]


def plain(value):
    """The kind and the text of a Python value."""
    if isinstance(value, bool):
        return ["truth", "true" if value else "false"]
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, datetime.datetime):
        milliseconds = round((value - datetime.datetime.combine(value.date(), datetime.time())).total_seconds() * 1000)
        return ["date", moment(value.date() + datetime.timedelta(milliseconds // DAY), milliseconds % DAY)]
    if isinstance(value, datetime.date):
        return ["date", value.isoformat()]
    if isinstance(value, datetime.time):
        value = datetime.timedelta(hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond)
    if isinstance(value, datetime.timedelta):
        milliseconds = round(value.total_seconds() * 1000)
        return ["date", ("-" if milliseconds < 0 else "") + clock(abs(milliseconds))]
    return ["text", str(value)]


def name(row, column):
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


def openpyxl(path):
    from openpyxl import load_workbook

    for sheet in load_workbook(path, data_only=True).worksheets:
        cells = {}
        for (row, column), cell in sheet._cells.items():
            if cell.value is not None:
                cells[name(row - 1, column - 1)] = ["error", cell.value] if cell.data_type == "e" else plain(cell.value)
        yield sheet.title, cells


def xlrd(path):
    import xlrd

    book = xlrd.open_workbook(path, formatting_info=True, logfile=io.StringIO())
    for sheet in book.sheets():
        cells = {}
        for row in range(sheet.nrows):
            for column in range(sheet.row_len(row)):
                cell = sheet.cell(row, column)
                if cell.ctype == xlrd.XL_CELL_TEXT:
                    read = ["text", cell.value]
                elif cell.ctype == xlrd.XL_CELL_NUMBER:
                    read = number(cell.value)
                elif cell.ctype == xlrd.XL_CELL_DATE:
                    code = book.format_map[book.xf_list[cell.xf_index].format_key].format_str
                    read = serial(cell.value, book.datemode == 1, code)
                elif cell.ctype == xlrd.XL_CELL_BOOLEAN:
                    read = plain(bool(cell.value))
                elif cell.ctype == xlrd.XL_CELL_ERROR:
                    read = ["error", xlrd.error_text_from_code[cell.value]]
                else:
                    continue
                cells[name(row, column)] = read
        yield sheet.name, cells


OFFICE, TABLE, TEXT = (f"{{urn:oasis:names:tc:opendocument:xmlns:{each}:1.0}}" for each in ("office", "table", "text"))
MAX_REPEATS = 1000


def paragraph(node):
    """The text of a paragraph without white space at its ends, unless an element stands for it."""
    for at, each in (("first", node), ("last", node[-1] if len(node) else node)):
        if at == "first" and each.text:
            each.text = each.text.lstrip(" \t\r\n")
        if at == "last" and each is not node and each.tail:
            each.tail = each.tail.rstrip(" \t\r\n")
        elif at == "last" and each is node and each.text:
            each.text = each.text.rstrip(" \t\r\n")
    return words(node)


def words(node):
    """The text of a paragraph, with spaces as defined by OpenDocument 1.2 (6.1.2 and 6.1.3)."""
    text = re.sub(r"[ \t\r\n]+", " ", node.text or "")
    for child in node:
        if child.tag == TEXT + "s":
            text += " " * int(child.get(TEXT + "c", 1))
        elif child.tag == TEXT + "tab":
            text += "\t"
        elif child.tag == TEXT + "line-break":
            text += "\n"
        elif child.tag != OFFICE + "annotation":
            text += words(child)
        text += re.sub(r"[ \t\r\n]+", " ", child.tail or "")
    return text


def openDocumentCell(cell):
    kind = cell.get(OFFICE + "value-type")
    shown = "\n".join(paragraph(each) for each in cell.findall(TEXT + "p"))
    if kind in ("float", "percentage", "currency"):
        if cell.get("{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type") == "error":
            return ["error", shown]
        return number(float(cell.get(OFFICE + "value")))
    if kind == "boolean":
        return ["truth", cell.get(OFFICE + "boolean-value")]
    if kind == "date":
        value = cell.get(OFFICE + "date-value")
        return plain(datetime.datetime.fromisoformat(re.sub(r"(\.\d{6})\d+|Z$", r"\1", value)))
    if kind == "time":
        sign, hours, minutes, seconds = re.fullmatch(
            r"(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?", cell.get(OFFICE + "time-value")
        ).groups()
        span = datetime.timedelta(hours=int(hours or 0), minutes=int(minutes or 0), seconds=float(seconds or 0))
        return plain(-span if sign else span)
    if kind == "string":
        if cell.get("{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type") == "error":
            return ["error", shown]
        return ["text", cell.get(OFFICE + "string-value", shown)]
    return ["text", shown]


def rowsOf(table):
    for child in table:
        if child.tag == TABLE + "table-row":
            yield child
        elif child.tag in (TABLE + "table-row-group", TABLE + "table-header-rows", TABLE + "table-rows"):
            yield from rowsOf(child)


def openDocument(path):
    if zipfile.is_zipfile(path):
        tree = ElementTree.fromstring(zipfile.ZipFile(path).read("content.xml"))
    else:
        tree = ElementTree.parse(path).getroot()
    for table in tree.iterfind(f".//{OFFICE}spreadsheet/{TABLE}table"):
        cells, row = {}, 0
        for each in rowsOf(table):
            rows, column = int(each.get(TABLE + "number-rows-repeated", 1)), 0
            for cell in each:
                if cell.tag not in (TABLE + "table-cell", TABLE + "covered-table-cell"):
                    continue
                columns = int(cell.get(TABLE + "number-columns-repeated", 1))
                read = openDocumentCell(cell)
                if read[1] != "":
                    for r in range(row, row + min(rows, MAX_REPEATS)):
                        for c in range(column, column + min(columns, MAX_REPEATS)):
                            cells[name(r, c)] = read
                column += columns
            row += rows
        yield table.get(TABLE + "name"), cells


def cellsOf(rows):
    """The cells of rows of values. The kind of a text is unknown, because the format has no dates."""
    cells = {}
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            if value is not None and value != "":
                kind, text = plain(value)
                cells[name(row, column)] = [None if kind == "text" else kind, text]
    return cells


def separated(delimiter, encoding):
    def read(path):
        yield None, cellsOf(csv.reader(open(path, encoding=encoding, newline=""), delimiter=delimiter))

    csv.field_size_limit(sys.maxsize)
    return read


def records(values):
    """The rows of a table: nested names are joined by dots, and lists are written as JSON."""
    if isinstance(values, dict) and len(values) == 1:
        return records(*values.values())
    if not values or not all(isinstance(value, dict) for value in values):
        return values
    flats = [flat(value) for value in values]
    names = list(dict.fromkeys(name for row in flats for name in row))
    return [names, *([row.get(name) for name in names] for row in flats)]


def flat(value, prefix=""):
    cells = {}
    for name, each in value.items():
        if isinstance(each, dict):
            cells.update(flat(each, f"{prefix}{name}."))
        else:
            cells[prefix + name] = json.dumps(each, ensure_ascii=False, separators=(",", ":")) if isinstance(each, list) else each
    return cells


def jsonTable(path):
    yield None, cellsOf(records(json.load(open(path, encoding="utf-8"))))


def jsonLines(path):
    yield None, cellsOf(records([json.loads(line) for line in open(path, encoding="utf-8")]))


def sqlite(path):
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    names = database.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY type, rowid")
    for (title,) in names.fetchall():
        found = database.execute(f'SELECT * FROM "{title}"')
        rows = [[column[0] for column in found.description], *found]
        yield None, cellsOf([[sqliteText(value) for value in row] for row in rows])


def sqliteText(value):
    """A value as text, because the kinds of SQLite's values aren't those of a workbook's cells."""
    return base64.b64encode(value).decode() if isinstance(value, bytes) else plain(value)[1] if value is not None else None


READERS = {
    "openpyxl": openpyxl,
    "xlrd": xlrd,
    "openDocument": openDocument,
    "csv": separated(",", "utf-8-sig"),
    "tsv": separated("\t", "utf-8-sig"),
    "json": jsonTable,
    "ndjson": jsonLines,
    "sqlite": sqlite,
}

if __name__ == "__main__":
    sheets = [{"name": title, "cells": cells} for title, cells in READERS[sys.argv[1]](sys.argv[2])]
    json.dump(sheets, sys.stdout)
