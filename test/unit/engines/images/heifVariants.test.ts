import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readHeif, unsupportedHeifReason } from '../../../../src/engines/images/heifVariants.ts';
import { isoBox } from '../../../../src/engines/lib/isoBoxes.ts';
import { photo } from '../../../support/service/fixtures.ts';
import { kindName } from '../../../support/kindName.ts';

const version = Buffer.alloc(4);
/** A color box with numbers for the primaries, the transfer function, the matrix, and the full range. */
const coded = (transfer: number, isFull = true, primaries = 1): Buffer =>
  isoBox('colr', Buffer.from('nclx'), Buffer.of(0, primaries, 0, transfer, 0, 1, isFull ? 0x80 : 0));
const profile = isoBox('colr', Buffer.from('prof'), Buffer.alloc(20));
const deepGray = isoBox('av1C', Buffer.of(0x81, 0, 0x40 | 0x10, 0));
const deepColor = isoBox('av1C', Buffer.of(0x81, 0, 0x40, 0));

function heif(brands: string, properties: readonly Buffer[], ...more: Buffer[]): Buffer {
  // The second of two pictures is shown. It has all properties except the first, which belongs to a preview.
  const numbers = properties.map((_, index) => 0x80 | (index + 2));
  const associations = Buffer.of(0, 0, 0, 2, 0, 1, 1, 1, 0, 2, numbers.length, ...numbers);
  const described = [isoBox('ipco', coded(16), ...properties), isoBox('ipma', version, associations)];
  const shown = isoBox('pitm', version, Buffer.of(0, 2));
  const meta = isoBox('meta', version, shown, isoBox('iprp', ...described), ...more);
  return Buffer.concat([isoBox('ftyp', Buffer.from(brands)), meta]);
}
const still = 'avif\0\0\0\0avifmif1';

function kindOf(file: Buffer): string | undefined {
  const read = readHeif(file);
  return read && kindName(unsupportedHeifReason(read));
}

describe('unsupportedHeifReason', () => {
  it('returns nothing for a file that is read correctly', () => {
    for (const format of ['avif', 'heic']) assert.equal(kindOf(readFileSync(photo(format))), undefined);
    assert.equal(kindOf(heif(still, [coded(13), deepColor])), undefined);
    assert.equal(kindOf(heif(still, [coded(13), deepGray])), undefined);
    assert.equal(kindOf(heif(still, [coded(16), profile])), undefined);
    assert.equal(kindOf(heif(still, [coded(8, true, 12), profile])), undefined);
    assert.equal(kindOf(readFileSync(photo('png'))), undefined);
  });

  it('names the kind of a file that is misread, or not read at all', () => {
    const premultiplied = isoBox('iref', version, isoBox('prem', Buffer.alloc(8)));
    for (const [file, kind] of [
      [heif('avis\0\0\0\0avifavis', [coded(13)]), 'Animated AVIF images'],
      [Buffer.concat([heif('avif\0\0\0\0avifavis', [deepColor]), isoBox('moov')]), 'Animated AVIF images'],
      [heif('hevc\0\0\0\0hevcmif1', [coded(13)]), 'Animated HEIC images'],
      [heif(still, [], premultiplied), 'AVIF images with premultiplied alpha'],
      [heif(still, [coded(16)]), 'HDR AVIF images'],
      [heif('heic\0\0\0\0heicmif1', [coded(18)]), 'HDR HEIC images'],
      [heif(still, [coded(13, true, 12)]), 'Wide-gamut AVIF images without a color profile'],
      [heif(still, [coded(8)]), 'Wide-gamut AVIF images without a color profile'],
      [
        heif(still, [coded(13, false), deepGray]),
        'Limited-range grayscale AVIF images with more than 8 bits',
      ],
    ] as const) {
      assert.equal(kindOf(file), kind);
    }
  });

  it('reads nothing beyond the file, whatever its lengths claim', () => {
    const file = heif(still, [coded(13), deepColor, profile]);
    for (let at = 0; at < file.length; at += 1) {
      const lying = [0, 1, 0x7f, 0xff].map((value) =>
        Buffer.from(file).fill(value, at, Math.min(at + 4, file.length)),
      );
      for (const bytes of [file.subarray(0, at), ...lying]) {
        try {
          kindOf(bytes);
        } catch (error) {
          assert.ok(error instanceof RangeError, String(at));
        }
      }
    }
  });
});
