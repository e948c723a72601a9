import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { readLines } from '../../../src/util/text.ts';

async function linesOf(...chunks: readonly Buffer[]): Promise<string[]> {
  const lines: string[] = [];
  const stream = Readable.from(chunks, { objectMode: false });
  readLines(stream, (line) => lines.push(line));
  await once(stream, 'end');
  return lines;
}

describe('readLines', () => {
  it('returns every line with content, including the last', async () => {
    assert.deepEqual(await linesOf(Buffer.from('one\r\n\n  \ntw'), Buffer.from('o\nthree')), [
      'one',
      'two',
      'three',
    ]);
  });

  it('joins characters that arrive in pieces', async () => {
    const euro = Buffer.from('€\n');
    assert.deepEqual(await linesOf(euro.subarray(0, 1), euro.subarray(1)), ['€']);
  });

  it('discards a line that never ends', async () => {
    const lines = await linesOf(...Array.from({ length: 10 }, () => Buffer.alloc(50_000, 'x')));
    assert.equal(lines.join('').length, 500_000);
    assert.ok(lines.every(({ length }) => length <= 120_000));
  });
});
