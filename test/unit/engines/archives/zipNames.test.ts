import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withUtf8Names } from '../../../../src/engines/archives/zipNames.ts';
import { bytesOf } from '../../../../src/engines/lib/byteSource.ts';
import { zipEntries } from '../../../../src/engines/lib/zip/directory.ts';
import { root } from '../../../support/paths.ts';

const tree = readFileSync(path.join(root, 'test/fixtures/archives/tree.zip'));
const names = (zip: Buffer): string[] => [...zipEntries(bytesOf(zip))].map(({ name }) => name.toString());

/** The zip with the first letter of its first name in code page 437: an ü. */
function inCodePage(): Buffer {
  const zip = Buffer.from(tree);
  const entry = zip.indexOf('PK\x01\x02', 'latin1');
  zip.writeUInt16LE(zip.readUInt16LE(entry + 8) & ~0x800, entry + 8);
  zip[entry + 46] = 0x81;
  return zip;
}

describe('withUtf8Names', () => {
  it('writes names of code page 437 anew, and leaves the others', () => {
    const [first = '', ...others] = names(tree);
    assert.deepEqual(names(withUtf8Names(inCodePage())), [`ü${first.slice(1)}`, ...others]);
  });

  it('leaves a zip alone whose names are plain, and what is none', () => {
    for (const bytes of [tree, Buffer.alloc(0), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(100, 7)])
      assert.equal(withUtf8Names(bytes), bytes);
  });

  it('bears a zip that is cut off anywhere, and one whose directory lies', () => {
    const zip = inCodePage();
    for (const length of zip.keys()) withUtf8Names(zip.subarray(0, length));
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    for (const size of [0, 1, 0x7fff_ffff, 0xffff_ffff]) {
      const lying = Buffer.from(zip);
      lying.writeUInt32LE(size, end + 12);
      assert.equal(withUtf8Names(lying), lying, String(size));
    }
  });
});
