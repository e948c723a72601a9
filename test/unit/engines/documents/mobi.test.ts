import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { htmlOfMobi } from '../../../../src/engines/documents/mobi.ts';
import { checkRecords } from '../../../../src/engines/documents/palmRecords.ts';
import { root } from '../../../support/paths.ts';

const damaged = { code: 'conversion.invalid_input' };

/** A Kindle book with these bytes at an offset of the first record that starts with `magic`. */
function bookWith(magic: string, at: number, bytes: readonly number[]): Buffer {
  const book = readFileSync(path.join(root, 'test/fixtures/documents/harbour.azw3'));
  const starts = Array.from({ length: book.readUInt16BE(76) }, (_, index) =>
    book.readUInt32BE(78 + 8 * index),
  );
  const start = starts.find((each) => book.toString('latin1', each, each + magic.length) === magic);
  assert.ok(start !== undefined);
  book.set(bytes, start + at);
  return book;
}

describe('htmlOfMobi', () => {
  it('rejects a chapter that is longer than the text, for which the parser would wait forever', async () => {
    const noText = bookWith('', 8, [0, 0]);
    await assert.rejects(htmlOfMobi(noText), damaged);
  });
});

describe('checkRecords', () => {
  it('accepts a book, and rejects numbers for which the parser would loop for hours', () => {
    checkRecords(bookWith('INDX', 0, []));
    assert.throws(() => checkRecords(bookWith('INDX', 52, [0xff, 0xff, 0xff, 0xff])), damaged);
    assert.throws(() => checkRecords(bookWith('FDST', 8, [0xff, 0xff, 0xff, 0xff])), damaged);
    // A Huffman table whose codes have no bits.
    assert.throws(() => checkRecords(bookWith('INDX', 0, Array.from(Buffer.from('HUFF')))), damaged);
  });
});
