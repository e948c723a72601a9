import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { walkMarkup } from '../../../../src/engines/lib/markup.ts';
import { NestingLimit, SheetLimit, type SheetLimits } from '../../../../src/engines/lib/markupLimits.ts';
import { document, data } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { flatDocument } from '../../../support/openDocument.ts';

const tooDeep = {
  code: 'conversion.limit_exceeded',
  message: 'The document’s elements are nested more than 256 levels deep.',
};

describe('NestingLimit', () => {
  const folder = useTemporaryFolder();

  function look(from: string, text: string): void {
    const file = path.join(folder.path, 'file');
    writeFileSync(file, text);
    walkMarkup(file, from, [new NestingLimit(from)]);
  }

  it('refuses endlessly nested HTML, closed or not', () => {
    for (const tag of ['div', 'blockquote', 'ul><li', 'table><tr><td', 'section', 'made-up']) {
      assert.throws(() => look('html', `<${tag}>`.repeat(1000)), tooDeep, tag);
      look('html', `<${tag}>`.repeat(250));
    }
    assert.throws(() => look('html', `${'<div>'.repeat(300)}x${'</div>'.repeat(300)}`), tooDeep);
  });

  it('accepts HTML with many unclosed siblings', () => {
    for (const text of [
      '<p>one<p>two',
      '<p><font size="2">one',
      '<li><b>one',
      '<td><center>one</td>',
      '<br><hr><img>',
      '<div>one</div>',
      '<!-- <div> -->',
      '<script>"<div>"</script>',
    ]) {
      look('html', text.repeat(2000));
    }
  });

  it('gives up if matching unclosed elements would take minutes', () => {
    look('html', '<b>'.repeat(100_000) + '</i>'.repeat(1_000_000));
  });

  it('counts each XML element', () => {
    assert.throws(() => look('dbk', '<para>'.repeat(1000)), tooDeep);
    look('dbk', `<a>${'<b><c/></b>'.repeat(10_000)}</a>`);
  });

  it('checks each part of a package', () => {
    for (const name of ['voyage.docx', 'voyage.odt', 'voyage.pptx', 'voyage.epub']) {
      const from = path.extname(name).slice(1);
      walkMarkup(document(name), from, [new NestingLimit(from)]);
    }
  });

  it('leaves other and damaged files to their converter', () => {
    for (const [from, text] of [
      ['md', '<div>'.repeat(1000)],
      ['docx', 'PK\u0003\u0004 no zip'],
      ['doc', 'anything'],
      ['dbk', '<<< >'],
      ['html', ''],
    ] as const) {
      look(from, text);
    }
  });
});

const tooManyCells = /^The workbook has a sheet with more than \d+ cells\.$/;
const tooManyRepeats = /^The workbook has a sheet that repeats cells more than \d+ times\.$/;
const filled = (times = 1): string =>
  `<table:table-cell table:number-columns-repeated="${times}" office:value-type="float" office:value="1"/>`;
const empty = (times = 1): string => `<table:table-cell table:number-columns-repeated="${times}"/>`;
const row = (cells: string, times = 1): string =>
  `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`;
const sheet = (rows: string): string => `<table:table table:name="a">${rows}</table:table>`;

describe('SheetLimit', () => {
  const folder = useTemporaryFolder();

  function look(content: string | Buffer, from: string, limits: SheetLimits): void {
    const file = path.join(folder.path, 'file');
    writeFileSync(file, content);
    walkMarkup(file, from, [new SheetLimit(limits)]);
  }
  const lookAtOpenDocument = (rows: string, limits: SheetLimits): void =>
    look(flatDocument('spreadsheet', rows), 'fods', limits);
  /** In a real file, a worksheet is part of a package, but it is read in the same way as here. */
  const lookAtOoxml = (rows: string, limits: SheetLimits): void =>
    look(`<x:worksheet xmlns:x="x"><x:sheetData>${rows}</x:sheetData></x:worksheet>`, 'fods', limits);

  it('refuses a cell in the last corner', () => {
    const corner = '<x:row r="1048576"><x:c r="XFD1048576"><x:v>1</x:v></x:c></x:row>';
    assert.throws(() => lookAtOoxml(corner, { maxCells: 1_000_000_000 }), { message: tooManyCells });
    assert.throws(
      () => lookAtOpenDocument(sheet(row('', 1_048_575) + row(empty(16_383) + filled())), { maxCells: 1e9 }),
      {
        message: tooManyCells,
      },
    );
  });

  it('refuses endlessly repeated rows and cells', () => {
    const rows = sheet(row(filled(1024), 1_048_576));
    assert.throws(() => lookAtOpenDocument(rows, { maxCells: 1_000_000_000 }), { message: tooManyCells });
    assert.throws(() => lookAtOpenDocument(rows, { maxCells: Infinity, maxRepeats: 1_000_000 }), {
      code: 'conversion.limit_exceeded',
      message: tooManyRepeats,
    });
  });

  it('accepts repeated empty cells, as every sheet has at its end', () => {
    const rows = row(filled() + empty(16_383)) + row(empty(16_384), 1_048_575);
    lookAtOpenDocument(sheet(rows).repeat(3), { maxCells: 1, maxRepeats: 0 });
    lookAtOoxml(
      '<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row><x:row r="9"><x:c r="Z9" s="1"/></x:row>',
      {
        maxCells: 1,
      },
    );
  });

  it('counts cells from the first to the last in any notation', () => {
    const places = fc.uniqueArray(fc.tuple(fc.nat(30), fc.nat(800)), {
      minLength: 1,
      maxLength: 8,
      selector: String,
    });
    fc.assert(
      fc.property(places, (cells) => {
        const ordered = cells.toSorted(([a, b], [c, d]) => a - c || b - d);
        const [rows, columns] = [0, 1].map((side) => Math.max(...cells.map((place) => place[side] ?? 0)) + 1);
        const area = (rows ?? 0) * (columns ?? 0);
        for (const [write, lookAt] of [
          [asOoxml, lookAtOoxml],
          [asOpenDocument, lookAtOpenDocument],
        ] as const) {
          lookAt(write(ordered), { maxCells: area });
          assert.throws(() => lookAt(write(ordered), { maxCells: area - 1 }), { message: tooManyCells });
        }
      }),
      { numRuns: 50 },
    );
  });

  it('accepts ordinary workbooks', () => {
    for (const format of ['xlsx', 'xlsm', 'ods', 'fods', 'xls']) {
      walkMarkup(data(`ledger.${format}`), format, [new SheetLimit({ maxCells: 1000, maxRepeats: 100 })]);
    }
  });
});

type Places = readonly (readonly [row: number, column: number])[];

/** A row or cell without a position follows the previous one. */
function asOoxml(places: Places): string {
  let [at, rows] = [-1, ''];
  for (const y of new Set(places.map(([row]) => row))) {
    let [column, cells] = [-1, ''];
    for (const [, x] of places.filter(([each]) => each === y)) {
      const name = x === column + 1 ? '' : ` r="${columnName(x)}${y + 1}"`;
      cells += `<x:c${name}><x:is><x:t>1</x:t></x:is></x:c>`;
      column = x;
    }
    rows += `<x:row${y === at + 1 ? '' : ` r="${y + 1}"`}>${cells}</x:row>`;
    at = y;
  }
  return rows;
}

function asOpenDocument(places: Places): string {
  let [at, rows] = [0, ''];
  for (const y of new Set(places.map(([row]) => row))) {
    if (y > at) rows += row(empty(), y - at);
    let [column, cells] = [0, ''];
    for (const [, x] of places.filter(([each]) => each === y)) {
      cells +=
        (x > column ? empty(x - column) : '') + '<table:table-cell><text:p>1</text:p></table:table-cell>';
      column = x + 1;
    }
    rows += row(cells);
    at = y + 1;
  }
  return sheet(rows);
}

function columnName(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
