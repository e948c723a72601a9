import assert from 'node:assert/strict';
import { aiffFile } from '../../../../src/engines/audio/aiffAndAu.ts';
import { bytesOf } from '../../../../src/engines/lib/byteSource.ts';

/** An AIFF-C file with one frame. */
function aiff(compression: string, bits: number): Buffer {
  const common = Buffer.from(`COMM\0\0\0\u0018\0\u0001\0\0\0\u0001\0\0`, 'latin1');
  common.writeUInt16BE(bits, 14);
  const rate = Buffer.from('400eac44000000000000', 'hex');
  const sound = Buffer.from(`SSND\0\0\0\u0010${'\0'.repeat(16)}`, 'latin1');
  const chunks = Buffer.concat([common, rate, Buffer.from(`${compression}\0\0`), sound]);
  const form = Buffer.from('FORM\0\0\0\0AIFC', 'latin1');
  form.writeUInt32BE(4 + chunks.length, 4);
  return Buffer.concat([form, chunks]);
}

describe('An AIFF-C file', () => {
  it('has samples of the size that its encoding names, whatever size it declares', () => {
    for (const [compression, bits, bytes] of [
      ['in24', 16, 3],
      ['in32', 16, 4],
      ['fl32', 16, 4],
      ['fl64', 32, 8],
      ['in24', 24, 3],
      ['sowt', 16, 2],
      ['NONE', 12, 2],
    ] as const) {
      const { kind, sampleRate } = aiffFile(bytesOf(aiff(compression, bits)));
      assert.deepEqual([kind.bytes, sampleRate], [bytes, 44_100], `${compression} in ${bits} bits`);
    }
  });
});
