import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fault } from '../../../../src/contract/fault.ts';
import { openWorkbook } from '../../../../src/engines/spreadsheets/workbook.ts';
import { FormatLimit, RangeLimit } from '../../../../src/engines/spreadsheets/workbookLimits.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const tooMuch = { fault: fault('sheet.repeats', 1_000_000) };
const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

function record(type: number, ...words: number[]): Buffer {
  const bytes = Buffer.alloc(4 + words.length * 2);
  for (const [index, word] of [type, words.length * 2, ...words].entries())
    bytes.writeUInt16LE(word, index * 2);
  return bytes;
}

/** The content of an XLS with one number, without the compound file around it. */
const workbookOf = (records: readonly Buffer[]): Buffer =>
  Buffer.concat([
    record(0x809, 0x600, 0x10, 0, 0, 0, 0, 0, 0),
    record(0x203, 0, 0, 0, 0, 0, 0, 0),
    ...records,
    record(0x0a),
  ]);

describe('RangeLimit', () => {
  const folder = useTemporaryFolder();

  for (const [what, part] of [
    ['widths', `<cols>${'<col\tmax="16384" width="9" min=\'1\'/>'.repeat(100)}</cols>`],
    ['links', '<x:hyperlinks><x:hyperlink location="a" ref="A1:XFD1048576"/></x:hyperlinks>'],
  ] as const) {
    it(`refuses an OOXML sheet with ${what} for more cells than can exist`, () => {
      assert.throws(() => new RangeLimit().readPart(Buffer.from(part)), tooMuch);
    });
  }

  it('accepts widths for all columns, and links in single cells', () => {
    const links = Array.from({ length: 1000 }, (_, index) => `<hyperlink ref="A${index + 1}"/>`).join('');
    const part = `<cols><col min="1" max="16384"/></cols><hyperlinks>${links}</hyperlinks>`;
    new RangeLimit().readPart(Buffer.from(part));
  });

  for (const [what, records] of [
    ['widths', times(20, record(0x7d, 0, 65_535, 100, 0, 0, 0))],
    ['links', [record(0x1b8, 0, 65_535, 0, 255, ...times(20, 0))]],
    ['tips of links', [record(0x800, 0x800, 0, 65_535, 0, 255, 0)]],
  ] as const) {
    it(`refuses an XLS with ${what} for more cells than can exist`, async () => {
      const file = path.join(folder.path, 'a.xls');
      writeFileSync(file, workbookOf(records));
      await assert.rejects(openWorkbook(file, 'xls'), tooMuch);
    });
  }

  it('accepts an XLS with widths for all columns', async () => {
    const file = path.join(folder.path, 'a.xls');
    writeFileSync(file, workbookOf([record(0x7d, 0, 255, 100, 0, 0, 0)]));
    const { SheetNames } = await openWorkbook(file, 'xls');
    assert.equal(SheetNames.length, 1);
  });
});

const look = (attribute: string, value: string): void =>
  new FormatLimit().open('number', { [attribute]: value });

describe('FormatLimit', () => {
  it('refuses more digits than any spreadsheet shows', () => {
    for (const attribute of ['number:min-integer-digits', 'number:decimal-places']) {
      const refused = { code: 'conversion.limit_exceeded' };
      assert.throws(() => look(attribute, '4294967295'), refused);
      assert.throws(() => look(attribute, '1e999'), refused);
      assert.throws(() => look(attribute, '256'), refused);
    }
  });

  it('accepts common formats, values that aren’t numbers, and other attributes', () => {
    look('number:decimal-places', '255');
    look('number:decimal-places', 'many');
    look('number:decimal-places', '-1');
    look('table:number-columns-repeated', '16384');
  });
});
