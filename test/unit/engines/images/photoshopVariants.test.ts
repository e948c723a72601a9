import assert from 'node:assert/strict';
import { unsupportedPhotoshopReason } from '../../../../src/engines/images/photoshopVariants.ts';
import { kindName } from '../../../support/kindName.ts';

interface Wanted {
  readonly channels?: number;
  readonly bits?: number;
  readonly mode?: number;
  readonly resource?: { readonly id: number; readonly content: Buffer };
  readonly layers?: number;
  readonly compression?: number;
  readonly isBig?: boolean;
}

const rgb = 3;

function length(of: number, bytes: number): Buffer {
  const number = Buffer.alloc(bytes);
  number.writeUInt32BE(of, bytes - 4);
  return number;
}

function photoshop(wanted: Wanted): Buffer {
  const { channels = 3, bits = 8, mode = rgb, resource, layers, compression = 0, isBig = false } = wanted;
  const header = Buffer.alloc(30);
  header.write('8BPS');
  for (const [at, value] of [
    [4, isBig ? 2 : 1],
    [12, channels],
    [22, bits],
    [24, mode],
  ] as const) {
    header.writeUInt16BE(value, at);
  }
  const resources =
    resource === undefined
      ? Buffer.alloc(0)
      : Buffer.concat([
          Buffer.from('8BIM'),
          Buffer.of(resource.id >> 8, resource.id & 0xff, 0, 0),
          length(resource.content.length, 4),
          resource.content,
        ]);
  const lengthBytes = isBig ? 8 : 4;
  const count = Buffer.alloc(2);
  count.writeInt16BE(layers ?? 0);
  const info = layers === undefined ? Buffer.alloc(0) : Buffer.concat([length(2, lengthBytes), count]);
  const parts = [header, length(resources.length, 4), resources, length(info.length, lengthBytes), info];
  return Buffer.concat([...parts, Buffer.of(0, compression)]);
}

/** Reads a file, and accepts only one error: that the file is too short. */
function attempt(bytes: Buffer, what: string): void {
  try {
    kindName(unsupportedPhotoshopReason(bytes));
  } catch (error) {
    assert.ok(error instanceof RangeError, what);
  }
}

describe('unsupportedPhotoshopReason', () => {
  it('returns nothing for a file that ImageMagick reads', () => {
    for (const mode of [0, 1, 2, 3, 4, 8])
      assert.equal(kindName(unsupportedPhotoshopReason(photoshop({ mode }))), undefined);
    assert.equal(
      kindName(unsupportedPhotoshopReason(photoshop({ layers: -1, channels: 4, bits: 16 }))),
      undefined,
    );
    assert.equal(
      kindName(unsupportedPhotoshopReason(photoshop({ layers: 2, channels: 2, mode: 1 }))),
      undefined,
    );
    const hasMerged = { id: 1057, content: Buffer.of(0, 0, 0, 1, 1, 0) };
    assert.equal(
      kindName(unsupportedPhotoshopReason(photoshop({ resource: hasMerged, compression: 1 }))),
      undefined,
    );
  });

  it('names the kind of a file that ImageMagick misreads, or that lacks a picture of all layers', () => {
    for (const [wanted, kind] of [
      [{ mode: 7 }, 'Multichannel Photoshop files'],
      [{ mode: 9 }, 'Photoshop files in Lab color'],
      [{ bits: 32 }, 'Photoshop files with 32 bits per channel'],
      [{ compression: 2 }, 'Photoshop files with a ZIP-compressed image'],
      [{ mode: 1, channels: 2, layers: -3 }, 'Grayscale Photoshop files with transparency'],
      [
        { resource: { id: 1057, content: Buffer.of(0, 0, 0, 1, 0, 0) } },
        'Photoshop files saved without “Maximize Compatibility”',
      ],
      [
        { mode: 2, resource: { id: 1047, content: Buffer.of(0, 3) } },
        'Photoshop files with a transparent palette color',
      ],
    ] as const) {
      for (const isBig of [false, true])
        assert.equal(kindName(unsupportedPhotoshopReason(photoshop({ ...wanted, isBig }))), kind);
    }
  });

  it('reads nothing beyond the file, whatever its lengths claim', () => {
    const resource = { id: 1000, content: Buffer.alloc(4) };
    const file = photoshop({ mode: 1, channels: 2, layers: 1, resource });
    for (let at = 0; at < file.length; at += 1) {
      attempt(file.subarray(0, at), `cut off at ${at}`);
      for (const value of [0, 0x7f, 0xff])
        attempt(Buffer.from(file).fill(value, at, Math.min(at + 4, file.length)), `${value} at ${at}`);
    }
  });
});
