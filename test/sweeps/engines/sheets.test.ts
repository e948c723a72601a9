import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { data } from '../../support/service/fixtures.ts';
import { unzipped } from '../../support/service/poppler.ts';
import { useService } from '../../support/service/services.ts';

describe('A converted workbook', () => {
  const service = useService();

  const convert = async (file: string | { name: string; bytes: Buffer }, to: string, options = {}) =>
    (await service.api.convert(file, to, options)).output;

  const failure = (name: string, bytes: Buffer, to = 'csv', options = {}): Promise<unknown> =>
    service.api.ending({ name, bytes }, to, options);

  it('is the requested sheet, by name or number', async () => {
    for (const sheet of [2, 'Notes.csv']) {
      const csv = await convert(data('ledger.xlsx'), 'csv', { sheet });
      assert.equal(csv.toString(), 'note,value\r\nsecond sheet,42\r\n');
    }
    const detail = 'The workbook has no sheet 3.';
    const bytes = await readFile(data('ledger.xlsx'));
    assert.deepEqual(await failure('a.xlsx', bytes, 'csv', { sheet: 3 }), {
      error: 'conversion.invalid_input',
      detail,
    });
  });

  it('is a ZIP with a file per sheet if all sheets are requested', async () => {
    for (const [to, delimiter] of [
      ['csv', ','],
      ['tsv', '\t'],
    ] as const) {
      const files = await unzipped(await convert(data('ledger.xlsx'), to, { sheet: 0 }));
      assert.deepEqual([...files.keys()], [`ledger-01-Ledger.csv.${to}`, `ledger-02-Notes.csv.${to}`]);
      const notes = files.get(`ledger-02-Notes.csv.${to}`)?.toString();
      assert.equal(notes, `note${delimiter}value\r\nsecond sheet${delimiter}42\r\n`);
      const first = await convert(data('ledger.xlsx'), to);
      assert.equal(files.get(`ledger-01-Ledger.csv.${to}`)?.toString(), first.toString());
    }
    const one = await convert({ name: 'a.csv', bytes: Buffer.from('a,b\r\n') }, 'xlsx');
    assert.equal((await convert({ name: 'a.xlsx', bytes: one }, 'csv', { sheet: 0 })).toString(), 'a,b\r\n');
  });

  it('has a heading and a table for each sheet as Markdown and HTML', async () => {
    const markdown = (await convert(data('ledger.xlsx'), 'md')).toString();
    assert.deepEqual(markdown.match(/^## .*$/gm), ['## Ledger.csv', '## Notes.csv']);
    assert.match(markdown, /^\| note \| value \|\n\| --- \| --- \|\n\| second sheet \| 42 \|$/m);
    const one = (await convert(data('ledger.xlsx'), 'md', { sheet: 2 })).toString();
    assert.ok(!one.includes('##') && markdown.endsWith(one));
    const page = (await convert(data('ledger.ods'), 'html')).toString();
    assert.deepEqual(page.match(/<h2>.*?<\/h2>/g), ['<h2>Ledger.csv</h2>', '<h2>Notes.csv</h2>']);
    assert.equal(page.match(/<table>/g)?.length, 2);
  });

  it('keeps values, dates, and types as JSON', async () => {
    for (const from of ['xlsx', 'xls', 'ods']) {
      const records: unknown = JSON.parse((await convert(data(`ledger.${from}`), 'json')).toString());
      assert.ok(Array.isArray(records));
      assert.deepEqual(records[1], {
        date: '1999-12-31',
        item: 'שלום عالم',
        amount: -0.123456789012,
        paid: false,
        double: -0.246913578024,
        size: 'small & <fine>',
      });
      assert.equal(records[3].amount, null);
    }
  });

  it('keeps its formulas as XLSX and ODS', async () => {
    const ods = await convert(data('ledger.xlsx'), 'ods');
    assert.match((await unzipped(ods)).get('content.xml')?.toString() ?? '', /"of:=\[\.C2\]\*2"/);
    const xlsx = await convert(data('ledger.xls'), 'xlsx');
    const sheet = (await unzipped(xlsx)).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
    assert.match(sheet, /<f>C2\*2<\/f>/);
  });

  it('doesn’t turn a table’s text into numbers or formulas', async () => {
    const bytes = Buffer.from('id,code,sum\n1,007,"=1+1"\n2,12,+2\n');
    const xlsx = await convert({ name: 'a.csv', bytes }, 'xlsx');
    const json: unknown = JSON.parse((await convert({ name: 'a.xlsx', bytes: xlsx }, 'json')).toString());
    assert.deepEqual(json, [
      { id: 1, code: '007', sum: '=1+1' },
      { id: 2, code: '12', sum: '+2' },
    ]);
  });

  it('keeps numbers with more than 15 digits as text', async () => {
    const bytes = Buffer.from('[{"a":12345678901234567890}]');
    const xlsx = await convert({ name: 'a.json', bytes }, 'xlsx');
    assert.equal(
      (await convert({ name: 'a.xlsx', bytes: xlsx }, 'csv')).toString(),
      'a\r\n12345678901234567890\r\n',
    );
  });

  it('can’t run or load anything as HTML or Markdown', async () => {
    const bytes = Buffer.from('a\n<script src=//x></script>\n"x | ![](//y) `z`"\n');
    const html = (await convert({ name: 'a.csv', bytes }, 'html')).toString();
    assert.match(html, /<td>&lt;script src=\/\/x&gt;&lt;\/script&gt;<\/td>/);
    const markdown = (await convert({ name: 'a.csv', bytes }, 'md')).toString();
    assert.ok(markdown.includes('| x \\| !\\[\\](//y) \\`z\\` |'), markdown);
  });

  describe('from a hostile source', () => {
    it('can’t grow without limit, whatever sizes its directory declares', async () => {
      const detail = 'The workbook’s contents exceed 200 MB.';
      const bomb = zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(300 * 1024 ** 2, 32));
      assert.deepEqual(await failure('a.xlsx', bomb), { error: 'conversion.limit_exceeded', detail });
      assert.deepEqual(await failure('a.ods', bomb), { error: 'conversion.limit_exceeded', detail });
    });

    it('is refused as unreadable if it is damaged or another kind of file', async () => {
      const whole = await readFile(data('ledger.xlsx'));
      const damaged = {
        error: 'conversion.invalid_input',
        detail: 'The workbook is damaged and can’t be read.',
      };
      assert.deepEqual(await failure('a.xlsx', whole.subarray(0, whole.length / 2)), damaged);
      for (const [name, bytes] of [
        ['a.xlsx', Buffer.from('a,b\n1,2\n')],
        ['a.xls', Buffer.from('<html><table><tr><td>1</table>')],
        ['a.ods', Buffer.alloc(0)],
      ] as const) {
        const detail = `The file isn’t a readable ${name.slice(2)} workbook. It’s damaged or requires a password.`;
        assert.deepEqual(await failure(name, bytes), { error: 'conversion.invalid_input', detail });
      }
    });
  });
});

/** A ZIP with one entry, which the directory declares to have 10 bytes. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(10, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
  const directory = Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014\u0000'),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, directory, Buffer.from('PK\u0005\u0006'), end]);
}
