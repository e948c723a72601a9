import assert from 'node:assert/strict';
import { directoriesOf } from '../../../../../src/engines/images/tiff/directory.ts';
import { areMovable } from '../../../../../src/engines/images/tiff/page.ts';
import { bytesOf } from '../../../../../src/engines/lib/byteSource.ts';
import { readWithin } from '../../../../support/boundedReading.ts';
import { tiffOf } from '../../../../support/formats/tiffBuilder.ts';

const subDirectories = 330;
const headBytes = 8;
/** A directory with one tag, whose values follow it if there are several. */
const directoryBytes = (values: number): number => 2 + 12 + 4 + (values === 1 ? 0 : values * 4);

/** A TIFF whose directories each refer to the next one `fan` times, `levels` deep. */
function nested(levels: number, fan: number): Buffer {
  const places = Array.from({ length: levels }, (_, level) => headBytes + level * directoryBytes(fan));
  const parts = places.map((at, level) => {
    const table = Buffer.alloc(directoryBytes(fan));
    table.writeUInt16LE(1, 0);
    table.writeUInt16LE(level < levels - 1 ? subDirectories : 269, 2);
    table.writeUInt16LE(4, 4);
    table.writeUInt32LE(fan, 6);
    const next = places[level + 1] ?? 0;
    table.writeUInt32LE(fan === 1 ? next : at + 18, 10);
    const further = Array.from({ length: fan > 1 ? fan : 0 }, (_, index) => 18 + index * 4);
    for (const place of further) table.writeUInt32LE(next, place);
    return table;
  });
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), ...parts]);
}

function isMovable(file: Buffer): boolean {
  const source = bytesOf(file);
  return areMovable(source, directoriesOf(source));
}

describe('Directories of a TIFF', () => {
  it('can be moved with the directories that they refer to', () => {
    assert.ok(isMovable(nested(4, 1)));
    assert.ok(isMovable(tiffOf({ 256: 2, 257: 2, 258: 8, 262: 1, 278: 2 }, Buffer.alloc(4))));
  });

  it('can’t be moved if they have strips and tiles, because some of the pixels would be lost', () => {
    const tiles = { 322: 16, 323: 16, 324: headBytes, 325: 256 };
    assert.ok(!isMovable(tiffOf({ 256: 16, 257: 16, 258: 8, 262: 1, ...tiles }, Buffer.alloc(256))));
  });

  it('can’t be moved if they refer to the same ones repeatedly, which is detected at once', async () => {
    const file = nested(5, 800);
    assert.ok(file.length < 17_000);
    await readWithin({ maxLooks: 100_000, maxBytes: 2 ** 20 }, () => assert.ok(!isMovable(file)));
  });

  it('are reported as damaged if they overlap', () => {
    const [tags, strideBytes, count] = [10, 4, 20];
    const file = Buffer.alloc(300);
    file.write('II*\0\x08', 'latin1');
    for (let index = 0; index < count; index += 1) {
      const at = headBytes + index * strideBytes;
      file.writeUInt16LE(tags, at);
      file.writeUInt32LE(index < count - 1 ? at + strideBytes : 0, at + 2 + tags * 12);
    }
    assert.throws(() => directoriesOf(bytesOf(file)), RangeError);
  });
});
