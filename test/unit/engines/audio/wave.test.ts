import assert from 'node:assert/strict';
import { asWave } from '../../../../src/engines/audio/asWave.ts';
import { paddedBytes } from '../../../../src/engines/audio/wave.ts';
import { bytesOf } from '../../../../src/engines/lib/byteSource.ts';

interface Shape {
  readonly bytes: number;
  readonly valid: number;
  readonly isExtensible?: boolean;
  /** True for RF64, which declares the size of the audio in a chunk of its own. */
  readonly isLong?: boolean;
}

const samples = [0, 1, -1, 0x1234, -0x7fff, 0x7fff];

/** 16-bit samples in the upper half of more bytes, with noise below. */
function padded({ bytes, valid, isExtensible = true, isLong = false }: Shape): Buffer {
  const content = Buffer.alloc(samples.length * bytes, 0x5a);
  for (const [at, sample] of samples.entries()) content.writeInt16LE(sample, at * bytes + bytes - 2);
  const format = Buffer.alloc(isExtensible ? 40 : 16);
  format.writeUInt16LE(isExtensible ? 0xfffe : 1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(48_000, 4);
  format.writeUInt32LE(48_000 * bytes, 8);
  format.writeUInt16LE(bytes, 12);
  format.writeUInt16LE(isExtensible ? bytes * 8 : valid, 14);
  if (isExtensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(valid, 18);
    Buffer.from('0100000000001000800000aa00389b71', 'hex').copy(format, 24);
  }
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(content.length), 8);
  const chunks = [
    ...(isLong ? [['ds64', sizes] as const] : []),
    ['fmt ', format],
    ['data', content],
    ...(isLong ? [['LIST', Buffer.from('INFOINAM\u0002\0\0\0a\0', 'latin1')] as const] : []),
  ] as const;
  const body = chunks.flatMap(([name, each]) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(isLong && name === 'data' ? 0xffff_ffff : each.length, 4);
    return [head, each];
  });
  const riff = Buffer.from(`${isLong ? 'RF64' : 'RIFF'}\0\0\0\0WAVE`, 'latin1');
  riff.writeUInt32LE(4 + Buffer.concat(body).length, 4);
  return Buffer.concat([riff, ...body]);
}

/** The upper 16 bits of the decoder's samples, whose width is in the header. */
function given(wave: Buffer): number[] {
  const made = asWave(bytesOf(wave), 'wav');
  const bytes = Buffer.from(made.read(0, made.size));
  const format = bytes.indexOf('fmt ') + 8;
  const width = bytes.readUInt16LE(format + 14) / 8;
  // Decoders use the number of valid bits, if there is one.
  assert.equal(Math.ceil(bytes.readUInt16LE(format + 18) / 8) || width, width);
  const data = bytes.subarray(bytes.indexOf('data') + 8);
  assert.equal(data.length, samples.length * width);
  return samples.map((_, at) => data.readInt16LE(at * width + width - 2));
}

describe('A WAV file', () => {
  for (const shape of [
    { bytes: 3, valid: 16 },
    { bytes: 4, valid: 16 },
    { bytes: 4, valid: 20 },
    { bytes: 4, valid: 24 },
    { bytes: 3, valid: 20 },
    { bytes: 3, valid: 12 },
    { bytes: 2, valid: 8 },
    { bytes: 2, valid: 12 },
    { bytes: 3, valid: 0 },
    { bytes: 4, valid: 24, isExtensible: false },
  ]) {
    const kind = shape.isExtensible === false ? 'without an extension' : 'in an extensible format';
    it(`keeps samples of ${shape.valid} valid bits in ${shape.bytes} bytes ${kind}`, () => {
      assert.deepEqual(given(padded(shape)), samples);
    });
  }

  it('ends where its RF64 header says, before other chunks', () => {
    assert.deepEqual(given(padded({ bytes: 3, valid: 16, isLong: true })), samples);
  });

  it('declares the sample width only if it exceeds the valid bits', () => {
    for (const [bytes, valid, expected] of [
      [3, 16, 3],
      [4, 24, 4],
      [2, 8, 2],
      [2, 16, undefined],
      [3, 20, undefined],
    ] as const) {
      assert.equal(paddedBytes(bytesOf(padded({ bytes, valid }))), expected, `${valid} in ${bytes}`);
    }
  });
});
