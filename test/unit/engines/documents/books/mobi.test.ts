import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { toHtml } from 'hast-util-to-html';
import { readMobi } from '../../../../../src/engines/documents/books/mobi.ts';
import { checkRecords } from '../../../../../src/engines/documents/books/palmRecords.ts';
import { root } from '../../../../support/paths.ts';

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

describe('readMobi', () => {
  it('reads the headings, the links, and the notes of a book, and the facts about it', async () => {
    const { root: tree, pictures: _, ...facts } = await readMobi(bookWith('', 0, []));
    const html = toHtml(tree);
    assert.match(html, /^<h1>The Voyage<\/h1><p>Ada Example<\/p><h1>The harbour<\/h1>/);
    assert.match(html, /<a href="https:\/\/example\.org\/map\?b=1&#x26;c=2">a link<\/a>/);
    assert.match(
      html,
      /It has a note\.<footnote id="fn1"><p id="\w+">The text of the note\.<\/p><\/footnote><\/p>/,
    );
    assert.deepEqual(facts, { title: 'The Voyage', author: 'Ada Example', language: 'en' });
  });

  it('rejects a chapter that is longer than the text, for which the parser would wait forever', async () => {
    const noText = bookWith('', 8, [0, 0]);
    await assert.rejects(readMobi(noText), damaged);
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
