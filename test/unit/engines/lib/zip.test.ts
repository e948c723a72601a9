import assert from 'node:assert/strict';
import { bytesOf } from '../../../../src/engines/lib/byteSource.ts';
import { zipEntries } from '../../../../src/engines/lib/zip.ts';
import { zipOf } from '../../../support/formats/zipBuilder.ts';

describe('zipEntries', () => {
  it('refuses a directory that lists the same bytes repeatedly', () => {
    const once = zipOf(3, ['a'.repeat(200)]);
    const [start, end] = ['PK\x01\x02', 'PK\x05\x06'].map((mark) => once.indexOf(mark, 0, 'latin1'));
    const tail = Buffer.from(once.subarray(end));
    tail.writeUInt16LE(5, 10);
    const directory = Array.from({ length: 5 }, () => once.subarray(start, end));
    const shared = Buffer.concat([once.subarray(0, start), ...directory, tail]);
    assert.equal([...zipEntries(bytesOf(once))].length, 1);
    // A ZIP can't be shorter than the contents and names of its entries.
    shared.writeUInt32LE(shared.length, shared.indexOf('PK\x01\x02', 0, 'latin1') + 20);
    assert.throws(() => [...zipEntries(bytesOf(shared))], RangeError);
  });
});
