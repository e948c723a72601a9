import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { withReadableNames } from '../../../../src/engines/archives/zipNames.ts';
import { zipOf } from '../../../support/formats/zipBuilder.ts';
import { root } from '../../../support/paths.ts';

const tree = readFileSync(path.join(root, 'test/fixtures/archives/tree.zip'));
const hosts = [0, 3, 6, 10, 11, 14, 19];

interface Listed {
  readonly name: Buffer;
  readonly extra: Buffer;
  readonly headerAt: number;
}

function listed(zip: Buffer): Listed[] {
  const entries: Listed[] = [];
  const start = zip.indexOf('PK\x01\x02', 'latin1');
  for (let at = start; zip.toString('latin1', at, at + 4) === 'PK\x01\x02';) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const end = nameEnd + zip.readUInt16LE(at + 30);
    const [name, extra] = [zip.subarray(at + 46, nameEnd), zip.subarray(nameEnd, end)];
    entries.push({ name, extra, headerAt: zip.readUInt32LE(at + 42) });
    at = end + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** The names in the directory. If an entry has a Unicode name, that replaces its name. */
const names = (zip: Buffer): string[] =>
  listed(zip).map(({ name, extra }) => {
    const at = extra.indexOf(Buffer.from([0x75, 0x70]));
    if (at === -1) return name.toString();
    assert.equal(extra.readUInt32LE(at + 5), crc32(name));
    return extra.toString('utf8', at + 9, at + 4 + extra.readUInt16LE(at + 2));
  });
const rawNames = (zip: Buffer): string[] => listed(zip).map(({ name }) => name.toString('latin1'));
const localNames = (zip: Buffer): string[] =>
  listed(zip).map(({ headerAt }) =>
    zip.toString('latin1', headerAt + 30, headerAt + 30 + zip.readUInt16LE(headerAt + 26)),
  );

/** A copy of the ZIP whose first name begins with an ü in code page 437. */
function inCodePage(): Buffer {
  const zip = Buffer.from(tree);
  const entry = zip.indexOf('PK\x01\x02', 'latin1');
  zip.writeUInt16LE(zip.readUInt16LE(entry + 8) & ~0x800, entry + 8);
  zip[entry + 46] = 0x81;
  return zip;
}

describe('withReadableNames', () => {
  it('adds Unicode names to code page 437 names, and leaves the others', () => {
    const [first = '', ...others] = names(tree);
    assert.deepEqual(names(withReadableNames(inCodePage())), [`ü${first.slice(1)}`, ...others]);
  });

  for (const host of hosts) {
    it(`reads code page 437 names from host ${host}, and keeps them equal to the local headers`, () => {
      const zip = zipOf(host, ['\x9aber.txt', 'caf\x82/na\x8bve.txt']);
      const readable = withReadableNames(zip);
      assert.deepEqual(names(readable), ['Über.txt', 'café/naïve.txt']);
      assert.deepEqual(rawNames(readable), localNames(readable));
    });
  }

  for (const host of [0, 6, 10, 11, 14]) {
    it(`treats backslashes from host ${host} as folder separators`, () => {
      const zip = zipOf(host, ['a\\b\\c.txt', '\x81\\d.txt', 'e\\', 'a/f.txt']);
      assert.deepEqual(names(withReadableNames(zip)), ['a/b/c.txt', 'ü/d.txt', 'e/', 'a/f.txt']);
    });
  }

  for (const host of [3, 19]) {
    it(`treats backslashes from host ${host} as part of the name`, () => {
      const zip = zipOf(host, ['a\\b.txt', '\x81\\d.txt']);
      assert.deepEqual(names(withReadableNames(zip)), ['a\\b.txt', 'ü\\d.txt']);
    });
  }

  it('keeps the Unicode name that a Windows program wrote', () => {
    const zip = zipOf(0, ['dir\\?.txt'], { unicode: ['dir\\日.txt'] });
    assert.deepEqual(names(withReadableNames(zip)), ['dir/日.txt']);
    const plain = zipOf(0, ['dir/?.txt'], { unicode: ['dir/日.txt'] });
    assert.equal(withReadableNames(plain), plain);
  });

  it('ignores the Unicode name of an earlier name', () => {
    const zip = zipOf(0, ['\x81.txt'], { unicode: ['old.txt'] });
    zip.writeUInt32LE(0, zip.lastIndexOf(Buffer.from([0x75, 0x70])) + 5);
    assert.deepEqual(names(withReadableNames(zip)), ['ü.txt']);
  });

  it('updates Zip64 records when the directory grows', () => {
    const readable = withReadableNames(zipOf(0, ['\x9aber.txt', 'a\\b.txt'], { is64: true }));
    assert.deepEqual(names(readable), ['Über.txt', 'a/b.txt']);
    const [record, locator] = ['PK\x06\x06', 'PK\x06\x07'].map((mark) =>
      readable.lastIndexOf(mark, undefined, 'latin1'),
    );
    assert.ok(record !== undefined && locator !== undefined);
    assert.equal(Number(readable.readBigUInt64LE(locator + 8)), record);
    const start = readable.readBigUInt64LE(record + 48);
    assert.equal(Number(start + readable.readBigUInt64LE(record + 40)), record);
  });

  it('moves a Zip64 record’s offset, even a wrong one', () => {
    // The entry has two Unicode fields. Only one is kept, so the directory shrinks.
    const zip = zipOf(0, ['a\\b.txt'], { unicode: ['a\\b.txt'], is64: true });
    const entry = zip.indexOf('PK\x01\x02', 'latin1');
    const extraAt = entry + 46 + zip.readUInt16LE(entry + 28);
    const field = zip.subarray(extraAt, extraAt + zip.readUInt16LE(entry + 30));
    const twice = Buffer.concat([zip.subarray(0, extraAt), field, zip.subarray(extraAt)]);
    twice.writeUInt16LE(field.length * 2, entry + 30);
    const record = twice.lastIndexOf('PK\x06\x06', undefined, 'latin1');
    twice.writeBigUInt64LE(twice.readBigUInt64LE(record + 40) + BigInt(field.length), record + 40);
    for (const place of [0n, 2n ** 64n - 1n]) {
      twice.writeBigUInt64LE(place, record + 56 + 8);
      const [first] = names(withReadableNames(twice));
      assert.equal(first, 'a/b.txt');
    }
  });

  it('leaves a ZIP with plain names and other files alone', () => {
    for (const bytes of [tree, Buffer.alloc(0), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(100, 7)])
      assert.equal(withReadableNames(bytes), bytes);
  });

  it('leaves a name alone if its Unicode form doesn’t fit', () => {
    const zip = zipOf(0, ['\xe1'.repeat(0x7fff)]);
    assert.equal(withReadableNames(zip), zip);
  });

  it('survives a ZIP truncated anywhere, or with a wrong directory', () => {
    const zip = inCodePage();
    for (const length of zip.keys()) withReadableNames(zip.subarray(0, length));
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    for (const size of [0, 1, 0x7fff_ffff, 0xffff_ffff]) {
      const lying = Buffer.from(zip);
      lying.writeUInt32LE(size, end + 12);
      assert.equal(withReadableNames(lying), lying, String(size));
    }
  });
});
