import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { imageMagick } from '../../referenceDecoders/imagePrograms.ts';
import { withFile } from '../../../test/support/service/lentFiles.ts';

const exec = promisify(execFile);

/** The values of `/K`, by libtiff's names for the codings. */
export const faxCodings: Readonly<Record<string, readonly [coding: string, k: number]>> = {
  'Group 3': ['g3:1d', 0],
  'Group 3 in two dimensions': ['g3:2d', 4],
  'Group 4': ['g4', -1],
};

/** Encodes a square gray picture as a black-and-white fax. */
export async function faxed(tones: Buffer, side: number, coding: string): Promise<Buffer> {
  const gray = { raw: { width: side, height: side, channels: 1 } } as const;
  const png = await sharp(tones, gray).png().toBuffer();
  return withFile(png, 'png', async (file) => {
    await exec(imageMagick, [
      file,
      '-threshold',
      '40%',
      '-monochrome',
      '-compress',
      'Group4',
      `tiff:${file}.tiff`,
    ]);
    await exec('tiffcp', ['-c', coding, '-r', String(side), `${file}.tiff`, `${file}.fax`]);
    return onlyStripOf(await readFile(`${file}.fax`));
  });
}

/** The data of the only strip of a little-endian TIFF, which tags 273 and 279 locate. */
function onlyStripOf(tiff: Buffer): Buffer {
  const directory = tiff.readUInt32LE(4);
  const values = new Map(
    Array.from({ length: tiff.readUInt16LE(directory) }, (_, index) => {
      const entry = directory + 2 + 12 * index;
      return [tiff.readUInt16LE(entry), tiff.readUInt32LE(entry + 8)] as const;
    }),
  );
  const [start, bytes] = [values.get(273) ?? 0, values.get(279) ?? 0];
  return tiff.subarray(start, start + bytes);
}

/** A fax as JBIG2, which can embed the same data (ISO/IEC 14492, 7.4.6): a page, and a region that covers it. */
export function jbig2Of(group4: Buffer, side: number): Buffer {
  const segment = (number: number, type: number, content: Buffer): Buffer =>
    Buffer.concat([numbers(number), Buffer.from([type, 0, 1]), numbers(content.length), content]);
  const page = Buffer.concat([numbers(side, side, 0, 0), Buffer.from([0, 0, 0])]);
  const region = Buffer.concat([numbers(side, side, 0, 0), Buffer.from([0, 1]), group4]);
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}
