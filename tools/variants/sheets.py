"""Makes the workbooks that sheets.ts lists, each under its name in the given folder."""
import datetime, os, re, subprocess, sys, tempfile, zipfile
from xml.sax.saxutils import escape

VARIANTS = {}


def variant(file_format, name):
    def add(make):
        VARIANTS[f"{name}.{file_format}"] = make
        return make

    return add


# ---------------------------------------------------------------- OOXML, part by part

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_MAIN = "http://purl.oclc.org/ooxml/spreadsheetml/main"
STRICT_RELATIONS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
FORMATS = [14, 22, 20, 45, 46, 47, 9, 11, 164, 165, 166, 167, 168, 169]
CODES = {
    164: "[h]:mm:ss",
    165: "yyyy\\-mm\\-dd",
    166: '[$-407]d\\. mmmm yyyy',
    167: "[mm]:ss",
    168: '"Dauer "0.0" s"',
    169: "[Red]#,##0.00\\ [$€-407]",
}
STYLE = {code: at + 1 for at, code in enumerate(FORMATS)}


def styles(main):
    codes = "".join(f'<numFmt numFmtId="{at}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>' for at, code in CODES.items())
    cells = "".join(f'<xf numFmtId="{at}" applyNumberFormat="1"/>' for at in [0, *FORMATS])
    return f'{HEAD}<styleSheet xmlns="{main}"><numFmts count="{len(CODES)}">{codes}</numFmts><cellXfs>{cells}</cellXfs></styleSheet>'


def ooxml(sheets, strings=None, properties="", strict=False, macros=False, more="", prefix=""):
    """A writer of a workbook whose sheets have these names and rows, both as XML."""
    main, relations = (STRICT_MAIN, STRICT_RELATIONS) if strict else (MAIN, RELATIONS)
    kind = "application/vnd.ms-excel.sheet.macroEnabled" if macros else "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    parts = {"xl/styles.xml": ("styles", styles(main))}
    if strings is not None:
        parts["xl/sharedStrings.xml"] = ("sharedStrings", f'{HEAD}<sst xmlns="{main}">{strings}</sst>')
    for at, (_, rows, *_) in enumerate(sheets):
        content = rows if rows.startswith("<worksheet") else f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData>{more}</worksheet>'
        parts[f"xl/worksheets/sheet{at + 1}.xml"] = ("worksheet", HEAD + content)
    named = [(name, f"r{list(parts).index(f'xl/worksheets/sheet{at + 1}.xml')}", (each or [""])[0]) for at, (name, _, *each) in enumerate(sheets)]
    listed = "".join(f'<sheet name="{escape(name)}" sheetId="{at + 1}" r:id="{target}"{state}/>' for at, (name, target, state) in enumerate(named))
    book = f'{HEAD}<workbook xmlns="{main}" xmlns:r="{relations}">{properties}<sheets>{listed}</sheets></workbook>'
    if prefix:
        book = re.sub(r"<(/?)(?=[a-z])", rf"<\1{prefix}:", book).replace("xmlns=", f"xmlns:{prefix}=")
        for name, (what, content) in parts.items():
            parts[name] = (what, re.sub(r"<(/?)(?=[a-z])", rf"<\1{prefix}:", content).replace("xmlns=", f"xmlns:{prefix}="))
    links = "".join(f'<Relationship Id="r{at}" Type="{relations}/{what}" Target="{name[3:]}"/>' for at, (name, (what, _)) in enumerate(parts.items()))
    package = "http://schemas.openxmlformats.org/package/2006"
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.{what}+xml"/>'
        for name, (what, _) in parts.items()
    )
    types = f'{HEAD}<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="{kind}.main+xml"/>{overrides}</Types>'

    def write(file):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("[Content_Types].xml", types)
            archive.writestr("_rels/.rels", f'{HEAD}<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
            archive.writestr("xl/workbook.xml", book)
            archive.writestr("xl/_rels/workbook.xml.rels", f'{HEAD}<Relationships xmlns="{package}/relationships">{links}</Relationships>')
            for name, (_, content) in parts.items():
                archive.writestr(name, content)

    return write


def row(number, *cells):
    return f'<row r="{number}">{"".join(cells)}</row>'


def cell(place, value, style=None, kind=None, formula=None):
    about = (f' s="{STYLE[style]}"' if style else "") + (f' t="{kind}"' if kind else "")
    inside = (f"<f>{escape(formula)}</f>" if formula else "") + ("" if value is None else f"<v>{escape(str(value))}</v>")
    return f'<c r="{place}"{about}>{inside}</c>'


def inline(place, text):
    return f'<c r="{place}" t="inlineStr"><is>{text}</is></c>'


DATES = row(
    1, cell("A1", 45351, 14), cell("B1", 45351.75, 22), cell("C1", 0.5, 20), cell("D1", 1.5, 164), cell("E1", 43.25, 46), cell("F1", 36525, 165), cell("G1", 46347, 166)
) + row(2, cell("A2", 61, 14), cell("B2", 45351.000011574074, 22), cell("C2", 0.020891203703703703, 45), cell("D2", 0.5000057870370371, 47), cell("E2", 2958465, 14), cell("F2", 0.0625, 167), cell("G2", 45351.333333333336, 22))
EARLY = row(1, cell("A1", 1, 14), cell("B1", 59, 14), cell("C1", 61, 14), cell("D1", 1.25, 22), cell("E1", 59.5, 22))
NUMBERS = row(
    1, cell("A1", "0.1"), cell("B1", "1E-300"), cell("C1", "1.7976931348623157E308"), cell("D1", "123456789012345"), cell("E1", "12345678901234567"), cell("F1", "-0.123456789012345"), cell("G1", "0.30000000000000004")
) + row(2, cell("A2", "0.125", 9), cell("B2", "123456", 11), cell("C2", "12.5", 168), cell("D2", "-1234.5", 169), cell("E2", "1e3"), cell("F2", "-0"), cell("G2", "4.9E-324"))

variant("xlsx", "dates counted from 1900")(ooxml([("dates", DATES)]))
variant("xlsx", "dates counted from 1904")(ooxml([("dates", DATES.replace("2958465", "2957003"))], properties='<workbookPr date1904="1"/>'))
variant("xlsx", "dates counted from 1904, declared in words")(ooxml([("dates", DATES.replace("2958465", "2957003"))], properties='<workbookPr date1904="true"/>'))
variant("xlsx", "days before March 1900")(ooxml([("dates", EARLY)]))
variant("xlsx", "numbers of every size")(ooxml([("numbers", NUMBERS)]))
variant("xlsx", "booleans and errors")(
    ooxml([("truths", row(1, cell("A1", 1, kind="b"), cell("B1", 0, kind="b"), *(cell(f"{chr(67 + at)}1", text, kind="e") for at, text in enumerate(["#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"]))))])
)
variant("xlsx", "formulas with results of every kind")(
    ooxml([("formulas", row(1, cell("A1", 3), cell("B1", 6, formula="A1*2"), cell("C1", "ab", kind="str", formula='"a"&"b"'), cell("D1", 1, kind="b", formula="A1>2"), cell("E1", "#DIV/0!", kind="e", formula="A1/0"), cell("F1", 45351, 14, formula="DATE(2024,2,29)"), cell("G1", "=1+1", kind="str", formula='"=1"&"+1"')))])
)
SHARED = "".join(
    f"<si>{each}</si>"
    for each in [
        "<t>plain</t>", '<t xml:space="preserve">  around  </t>', "<t>007</t>", "<t>=1+1</t>", "<t>&lt;b&gt; &amp; “quotes”</t>", "<t>𝔘𝔫𝔦 😀 日本語 שלום</t>",
        "<r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r>", '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>',
        "<t>two\nlines</t>", "<t>1E5</t>", "<t>2024-02-29</t>", "<t>TRUE</t>", "<t></t>", "<t>tab\there</t>", f"<t>{'long ' * 6553}</t>",
    ]
)
variant("xlsx", "shared strings of every kind")(ooxml([("strings", row(1, *(cell(f"{chr(65 + at)}1", at, kind="s") for at in range(15))))], strings=SHARED))
variant("xlsx", "inline strings")(
    ooxml([("strings", row(1, inline("A1", "<t>plain</t>"), inline("B1", "<r><t>rich </t></r><r><t>text</t></r>"), inline("C1", '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>'), inline("D1", '<t xml:space="preserve"> a </t>'), inline("E1", "<t>007</t>"), inline("F1", "<t>a&#10;b</t>")))])
)
variant("xlsx", "cells and rows without positions")(ooxml([("implied", "<row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c><v>3</v></c><c r=\"D4\"><v>4</v></c><c><v>5</v></c></row>".replace(' r="D4"', ' r="D3"'))]))
variant("xlsx", "sparse cells far away")(ooxml([("sparse", row(3, cell("B3", 1)) + row(4000, cell("AZ4000", 2)) + row(9000, cell("A9000", 3)))]))
variant("xlsx", "merged, hidden and named sheets")(
    ooxml(
        [("Größe & «x»", row(1, cell("A1", 1), cell("C1", 2)) + row(3, cell("A3", 3))), ("hidden", row(1, cell("A1", 4)), ' state="hidden"'), ("veryHidden", row(1, cell("A1", 5)), ' state="veryHidden"'), ("empty", "")],
        more='<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>',
    )
)
variant("xlsx", "strict")(ooxml([("dates", DATES + row(3, cell("A3", "plain", kind="str"), cell("B3", 2.5)))], strict=True))
variant("xlsx", "strict, dates in ISO 8601")(
    ooxml([("dates", row(1, cell("A1", "2024-02-29", 14, kind="d"), cell("B1", "2024-02-29T18:00:00", 22, kind="d"), cell("C1", "2024-02-29T18:00:00Z", 22, kind="d")))], strict=True)
)
variant("xlsx", "elements with a prefix")(ooxml([("prefixed", DATES + row(3, cell("A3", 0, kind="s")))], strings="<si><t>shared</t></si>", prefix="x"))
variant("xlsx", "an empty sheet")(ooxml([("empty", "")]))
variant("xlsx", "a line break in an attribute and CDATA")(ooxml([("cdata", row(1, '<c\n r="A1"\n t="str"><v><![CDATA[a < b & c]]></v></c>', "<c r='B1' t='str'><v>single</v></c>", '<c r="C1" t="str"><v>&#x1F600;&#8364;</v></c>'))]))
variant("xlsm", "with a macro sheet’s type")(ooxml([("macros", DATES + row(3, cell("A3", 7, formula="3+4")))], macros=True))
variant("xlsx", "formulas without results")(ooxml([("formulas", row(1, cell("A1", 3), cell("B1", None, formula="A1*2")))]))


# ---------------------------------------------------------------- openpyxl


@variant("xlsx", "by openpyxl")
def openpyxl_book(file, **options):
    from openpyxl import Workbook
    from openpyxl.comments import Comment
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.active
    sheet.title = "first"
    for values in (
        ["name", "amount", "day", "moment", "clock", "span", "truth"],
        ["007", 12.5, datetime.date(2024, 2, 29), datetime.datetime(1999, 12, 31, 23, 59, 59), datetime.time(6, 7, 8), datetime.timedelta(hours=36, minutes=5), True],
        ["'quoted", -1e-7, datetime.date(1904, 1, 2), datetime.datetime(2026, 11, 22, 11, 24, 51, 250000), datetime.time(0, 0, 1), datetime.timedelta(hours=100), False],
        ["𝔘 😀", 10**15, None, None, None, None, None],
    ):
        sheet.append(values)
    sheet["A1"].font = Font(bold=True)
    sheet["A2"].comment = Comment("a remark", "somebody")
    sheet.merge_cells("B6:C7")
    sheet["B6"] = 0.25
    sheet["B6"].number_format = "0.00%"
    sheet.column_dimensions["C"].hidden = True
    sheet.row_dimensions[3].hidden = True
    other = book.create_sheet("second")
    other["C5"] = "far"
    for name, value in options.items():
        setattr(book, name, value)
    book.save(file)


@variant("xlsx", "by openpyxl, dates of 1904")
def openpyxl_1904(file):
    from openpyxl.utils.datetime import CALENDAR_MAC_1904

    openpyxl_book(file, epoch=CALENDAR_MAC_1904)


@variant("xlsx", "by openpyxl, dates as texts")
def openpyxl_iso(file):
    openpyxl_book(file, iso_dates=True)


# ---------------------------------------------------------------- BIFF


def xls(encoding="ascii", date1904=False, values=None):
    def write(file):
        import xlwt

        book = xlwt.Workbook(encoding=encoding)
        book.dates_1904 = date1904
        sheet = book.add_sheet("Größe" if encoding == "utf-8" else "first")
        for at, (value, code) in enumerate(values):
            style = xlwt.easyxf(num_format_str=code) if code else xlwt.easyxf()
            sheet.write(at // 6, at % 6, value, style)
        book.add_sheet("empty")
        book.save(file)

    return write


MOMENTS = [(45351, "yyyy-mm-dd"), (45351.75, "m/d/yy h:mm"), (0.5, "h:mm"), (1.5, "[h]:mm:ss"), (36525.333333333336, "d. mmm yyyy"), (61, "m/d/yy"), (1, "m/d/yy"), (59.5, "m/d/yy h:mm")]
variant("xls", "BIFF8, RK numbers")(
    xls(values=[(each, None) for each in [0, 1, -1, 100, 0.01, -0.01, 536870911, -536870912, 536870912, 5368709.11, 0.1, 1e300, 123456789012345, 1.5, 12345.67, -99.99, 2**53]])
)
variant("xls", "BIFF8, dates")(xls(values=MOMENTS))
variant("xls", "BIFF8, dates of 1904")(xls(values=[each for each in MOMENTS if each[0] > 60 or each[0] < 2], date1904=True))
variant("xls", "BIFF8, texts")(xls(encoding="utf-8", values=[(each, None) for each in ["plain", "007", "Größe", "日本語", "😀 𝔘", "שלום", "a\nb", "x" * 32767, "=1+1", " around ", "TRUE"]]))
variant("xls", "BIFF8, many texts over several records")(xls(encoding="utf-8", values=[(f"{'é日' * (n % 700)}{n}", None) for n in range(900)]))


@variant("xls", "BIFF8, booleans and errors")
def xls_truths(file):
    import xlwt

    book = xlwt.Workbook()
    sheet = book.add_sheet("first")
    sheet.write(0, 0, True)
    sheet.write(0, 1, False)
    for at, code in enumerate(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A!"]):
        sheet.row(1).set_cell_error(at, code)
    book.save(file)


@variant("xls", "BIFF7, by Gnumeric")
def biff7(file):
    gnumeric(file, "excel_biff7")


@variant("xls", "BIFF8, by Gnumeric")
def biff8(file):
    gnumeric(file, "excel_biff8")


def gnumeric(file, exporter):
    """Lets Gnumeric write a workbook from a table whose texts all fit into Windows-1252, the code page of older workbooks."""
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "table.csv")
        with open(table, "w", encoding="utf-8") as out:
            out.write('name,"day",number,formula\nGrößé “x” €,2024-02-29,-0.123456789012,=C2*2\n007 b,1999-12-31,1234567,"=if(C3>2,""yes"",""no"")"\n')
        subprocess.run(["ssconvert", f"--export-type=Gnumeric_Excel:{exporter}", table, file], check=True, capture_output=True)


# ---------------------------------------------------------------- OpenDocument

SPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "number": "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0",
    "calcext": "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
    "of": "urn:oasis:names:tc:opendocument:xmlns:of:1.2",
    "dc": "http://purl.org/dc/elements/1.1/",
}
DECLARED = " ".join(f'xmlns:{name}="{uri}"' for name, uri in SPACES.items())
MEDIA_TYPE = "application/vnd.oasis.opendocument.spreadsheet"


TIMES = """<office:automatic-styles><number:time-style style:name="N1" number:truncate-on-overflow="false"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/><number:text>:</number:text><number:seconds number:style="long"/></number:time-style><style:style style:name="span" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles>"""


def opendocument(tables, settings=""):
    body = TIMES + f"<office:body><office:spreadsheet>{settings}{tables}</office:spreadsheet></office:body>"

    def packed(file):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("mimetype", MEDIA_TYPE, zipfile.ZIP_STORED)
            archive.writestr("content.xml", f'{HEAD}<office:document-content {DECLARED} office:version="1.2">{body}</office:document-content>')
            manifest = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{MEDIA_TYPE}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
            archive.writestr("META-INF/manifest.xml", f'{HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">{manifest}</manifest:manifest>')

    def flat(file):
        with open(file, "w", encoding="utf-8") as out:
            out.write(f'{HEAD}<office:document {DECLARED} office:version="1.2" office:mimetype="{MEDIA_TYPE}">{body}</office:document>')

    return packed, flat


def both(name, *arguments):
    for file_format, write in zip(("ods", "fods"), opendocument(*arguments)):
        variant(file_format, name)(write)


def table(*rows, name="first"):
    return f'<table:table table:name="{name}">{"".join(rows)}</table:table>'


def odrow(*cells, times=1):
    return f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'


def od(kind, value, shown, more="", times=1):
    attribute = {"float": "value", "percentage": "value", "currency": "value", "date": "date-value", "time": "time-value", "boolean": "boolean-value"}.get(kind)
    attributes = f' office:{attribute}="{value}"' if attribute else ""
    return f'<table:table-cell office:value-type="{kind}"{attributes} table:number-columns-repeated="{times}"{more}>{shown}</table:table-cell>'


def p(text):
    return f"<text:p>{text}</text:p>"


SPAN = ' table:style-name="span"'
EMPTY = "<table:table-cell/>"
both("dates, times and durations", table(
    odrow(od("date", "2024-02-29", p("29.02.24")), od("date", "2024-02-29T18:00:00", p("x")), od("time", "PT06H07M08S", p("06:07:08")), od("time", "PT36H05M00S", p("36:05")), od("date", "1900-01-15", p("x")), od("date", "1904-01-02", p("x"))),
    odrow(od("date", "1999-12-31T23:59:59.500", p("x")), od("time", "PT100H00M00S", p("100:00")), od("time", "PT00H00M00.250S", p("x"), SPAN), od("time", "-PT01H30M00S", p("x"), SPAN), od("date", "1900-02-28", p("x")), od("date", "1900-03-01", p("x"))),
))
both("numbers, percentages and currencies", table(odrow(od("float", "0.1", p("0,1")), od("percentage", "0.125", p("12,50 %")), od("currency", "-1234.5", p("-1.234,50 €"), ' office:currency="EUR"'), od("float", "12345678901234567", p("1.23E16")), od("float", "1E-300", p("0")), od("boolean", "true", p("WAHR")), od("boolean", "false", p("FALSCH")))))
both("repeated cells and rows", table(odrow(od("float", "1", p("1"), times=3), EMPTY, od("string", "", p("x"), times=2), times=2), odrow(EMPTY, times=5), odrow(EMPTY, od("float", "2", p("2"))), f'<table:table-row table:number-rows-repeated="1048560"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'))
both("texts of every kind", table(odrow(
    od("string", "", p("plain")), od("string", "", p("two") + p("paragraphs")), od("string", "", p('a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d')), od("string", "", p("rich <text:span>text</text:span> and <text:a>a link</text:a>")), od("string", "", p("007")), od("string", "", p("😀 &lt;b&gt; &amp; שלום")),
    od("string", "", "<office:annotation><dc:creator>me</dc:creator><text:p>a remark</text:p></office:annotation>" + p("remarked")), od("string", "", p("=1+1")), od("string", "", p("  several\n   spaces ")),
)))
both("formulas, errors and merged cells", table(
    odrow(od("float", "3", p("3")), od("float", "6", p("6"), ' table:formula="of:=[.A1]*2"'), od("string", "", p("ab"), ' table:formula="of:=&quot;a&quot;&amp;&quot;b&quot;"'), od("boolean", "true", p("TRUE"), ' table:formula="of:=[.A1]&gt;2"'), od("string", "", p("#DIV/0!"), ' table:formula="of:=[.A1]/0" calcext:value-type="error"'), od("date", "2024-02-29", p("x"), ' table:formula="of:=DATE(2024;2;29)"')),
    odrow('<table:table-cell office:value-type="float" office:value="7" table:number-columns-spanned="2" table:number-rows-spanned="1"><text:p>7</text:p></table:table-cell><table:covered-table-cell/>', od("float", "8", p("8"))),
))
both("groups, header rows and several sheets", table(
    "<table:table-header-rows>" + odrow(od("string", "", p("head"))) + "</table:table-header-rows>", "<table:table-row-group>" + odrow(od("float", "1", p("1"))) + "<table:table-row-group>" + odrow(od("float", "2", p("2"))) + "</table:table-row-group></table:table-row-group>", odrow(od("float", "3", p("3"))),
) + table(odrow(od("string", "", p("other"))), name="Größe &amp; «x»"))
both("dates counted from 1904", table(odrow(od("date", "2024-02-29", p("x")), od("float", "45351", p("45351")))), '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>')


if __name__ == "__main__":
    for name, write in VARIANTS.items():
        write(os.path.join(sys.argv[1], name))
