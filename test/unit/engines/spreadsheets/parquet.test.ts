import {
  Binary,
  Bool,
  DateDay,
  Decimal,
  Field,
  Int64,
  List,
  makeVector,
  Struct,
  Table as ArrowTable,
  tableToIPC,
  TimestampMicrosecond,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Compression, Table, WriterPropertiesBuilder, writeParquet as writeByRust } from 'parquet-wasm';
import { writeJson } from '../../../../src/engines/data/json.ts';
import type { Scalar } from '../../../../src/engines/data/tree.ts';
import { readParquet, writeParquet } from '../../../../src/engines/spreadsheets/parquet.ts';
import { decodeParquet } from '../../../../tools/matrix/decoders/parquet.ts';
import { data } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

async function read(file: string): Promise<unknown> {
  return JSON.parse(writeJson((await readParquet(file)).records, 0));
}

const bytes = (values: string[]): Vector =>
  vectorFromArray(
    values.map((value) => Buffer.from(value, 'latin1')),
    new Binary(),
  );

describe('Parquet files', () => {
  const folder = useTemporaryFolder();
  const inFolder = (name: string): string => path.join(folder.path, name);

  async function byRust(
    columns: Readonly<Record<string, Vector>>,
    codec = Compression.SNAPPY,
  ): Promise<string> {
    const table = Table.fromIPCStream(tableToIPC(new ArrowTable(columns), 'stream'));
    const properties = new WriterPropertiesBuilder().setCompression(codec).build();
    await writeFile(inFolder('a.parquet'), writeByRust(table, properties));
    return inFolder('a.parquet');
  }

  async function written(header: string[] | undefined, rows: Scalar[][]): Promise<unknown> {
    await writeParquet({ header, rows }, inFolder('b.parquet'));
    return decodeParquet(await readFile(inFolder('b.parquet')));
  }

  it('are refused if a group of rows has other columns than the schema, whose faults nothing waits for', async () => {
    const file = await byRust({ first: vectorFromArray([1, 2]), second: vectorFromArray([3, 4]) });
    const bytes = await readFile(file);
    bytes.write('third1', bytes.lastIndexOf('second'));
    // The pages of the first column come first in the file.
    bytes.fill(0xff, 4, 40);
    await writeFile(file, bytes);
    const unhandled: unknown[] = [];
    const listener = (error: unknown): unknown => unhandled.push(error);
    process.prependListener('unhandledRejection', listener);
    try {
      await assert.rejects(readParquet(file), { code: 'conversion.invalid_input' });
      await setTimeout(50);
    } finally {
      process.removeListener('unhandledRejection', listener);
    }
    assert.deepEqual(unhandled, []);
  });

  it('have Base64 in the whole of a column of bytes that isn’t text', async () => {
    const file = await byRust({
      text: bytes(['a', 'ö'].map((each) => Buffer.from(each).toString('latin1'))),
      mixed: bytes(['plain', '\u00ff\0']),
    });
    assert.deepEqual(await read(file), [
      { text: 'a', mixed: 'cGxhaW4=' },
      { text: 'ö', mixed: '/wA=' },
    ]);
  });

  it('are read exactly: integers of 64 bits, decimals, dates, times, and nested values', async () => {
    const cents = new Decimal(2, 20, 128);
    const digits = new Uint32Array([0xffff_ff85, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 10, 0, 0, 0]);
    const file = await byRust({
      id: vectorFromArray([9007199254740993n, null], new Int64()),
      price: makeVector({ type: cents, data: digits, length: 2 }),
      day: vectorFromArray([new Date('1969-12-31'), new Date('2026-02-28')], new DateDay()),
      at: vectorFromArray(
        ['2026-02-28T01:02:03.5Z', '1969-12-31T23:59:59Z'].map(Date.parse),
        new TimestampMicrosecond('UTC'),
      ),
      ok: vectorFromArray([true, null], new Bool()),
      tags: vectorFromArray([['a', 'b'], []], new List(Field.new('item', vectorFromArray(['a']).type, true))),
      size: vectorFromArray([{ w: 1n }, { w: null }], new Struct([Field.new('w', new Int64(), true)])),
    });
    const { records } = await readParquet(file);
    assert.equal(
      writeJson(records, 0),
      '[{"id":9007199254740993,"price":-1.23,"day":"1969-12-31","at":"2026-02-28T01:02:03.500Z","ok":true,"tags":["a","b"],"size":{"w":1}},' +
        '{"id":null,"price":0.1,"day":"2026-02-28","at":"1969-12-31T23:59:59Z","ok":null,"tags":[],"size":{"w":null}}]\n',
    );
  });

  for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD'] as const) {
    it(`are read if compressed with ${codec}`, async () => {
      const words = Array.from({ length: 5000 }, (_, index) => `word ${index % 7} ${index}`);
      const file = await byRust({ word: vectorFromArray(words) }, Compression[codec]);
      assert.deepEqual(
        await read(file),
        words.map((word) => ({ word })),
      );
    });
  }

  it('are refused if they are compressed with an unsupported codec, which the error names', async () => {
    const file = await byRust({ word: vectorFromArray(['a'.repeat(100)]) }, Compression.LZ4_RAW);
    await assert.rejects(readParquet(file), { code: 'conversion.unsupported_kind', message: /LZ4_RAW/ });
  });

  it('are refused if they are damaged', async () => {
    const bytes = await readFile(data('countries.parquet'));
    const file = inFolder('c.parquet');
    for (let end = 0; end < bytes.length; end += 97) {
      await writeFile(file, bytes.subarray(0, end));
      await assert.rejects(readParquet(file), { name: 'ConversionError' }, String(end));
    }
    for (let at = 4; at < bytes.length - 8; at += 29) {
      const changed = Buffer.from(bytes);
      changed.writeUInt32LE(0xffff_ffff, at);
      await writeFile(file, changed);
      // The change may also hit a value, which doesn't damage the file.
      await readParquet(file).catch((error: unknown) => {
        assert.match(String(error), /^ConversionError/, String(at));
      });
    }
  });

  it('are written with a type for each column, so that Rust reads the same values', async () => {
    const header = ['n', 'x', 'ok', 'text', 'mixed', 'large', 'none', 'n'];
    const rows: Scalar[][] = [
      [1, 0.5, true, '007', 1, 10n ** 20n, null, 9007199254740993n],
      [-2, 3, false, null, 'a', 1, null, null],
      [null, null, null, 'Ü', true, null, null, 1],
    ];
    const names = ['n', 'x', 'ok', 'text', 'mixed', 'large', 'none', 'n_2'];
    const expected = [
      [1, 0.5, true, '007', '1', '100000000000000000000', null, '9007199254740993'],
      [-2, 3, false, null, 'a', '1', null, null],
      [null, null, null, 'Ü', 'true', null, null, 1],
    ];
    assert.deepEqual(
      await written(header, rows),
      expected.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]]))),
    );
    await assert.rejects(written(['a'], []), { code: 'conversion.invalid_input' });
  });
});
