import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inFolder } from './lentFiles.ts';

const exec = promisify(execFile);

/** An image as a HEIC, written by libheif. */
export async function heicOf(image: string): Promise<Buffer> {
  return inFolder(async (folder) => {
    const file = path.join(folder, 'image.heic');
    await exec('heif-enc', ['-q', '95', image, '-o', file]);
    return readFile(file);
  });
}

/**
 * A HEIC that is displayed rotated, as phones write it. A property of the image contains the number of counterclockwise
 * quarter turns (ISO/IEC 23008-12, 6.5.10). EXIF repeats the rotation without effect.
 */
export function rotatedHeic(heic: Buffer, quarters: number): Buffer {
  const property = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), quarters]);
  const properties = contentOf(heic, 'ipco');
  const number = boxesIn(heic, properties.start, properties.end).length + 1;
  const associations = contentOf(heic, 'ipma');
  // The associations start with those of the picture: their number, followed by one byte for each.
  const countAt = associations.start + 10;
  const afterLast = countAt + 1 + (heic[countAt] ?? 0);
  const output = Buffer.concat([
    heic.subarray(0, properties.end),
    property,
    heic.subarray(properties.end, afterLast),
    Buffer.from([0x80 | number]),
    heic.subarray(afterLast),
  ]);
  const added = property.length + 1;
  output[countAt + property.length] = (heic[countAt] ?? 0) + 1;
  grow(output, heic.indexOf('ipco') - 4, property.length);
  grow(output, heic.indexOf('ipma') - 4 + property.length, 1);
  for (const box of ['iprp', 'meta']) grow(output, heic.indexOf(box) - 4, added);
  const locations = contentOf(heic, 'iloc');
  // Each item has its number, the location of its data, and the number of extents, each with a four-byte offset and
  // length.
  const items = heic.readUInt16BE(locations.start + 6);
  const itemBytes = (locations.end - locations.start - 8) / items;
  for (let item = 0; item < items; item += 1) {
    grow(output, locations.start + 8 + (item + 1) * itemBytes - 8, added);
  }
  return output;
}

function contentOf(file: Buffer, box: string): { start: number; end: number } {
  const at = file.indexOf(box) - 4;
  return { start: at + 8, end: at + file.readUInt32BE(at) };
}

function boxesIn(file: Buffer, start: number, end: number): number[] {
  const boxes: number[] = [];
  for (let at = start; at < end; at += file.readUInt32BE(at)) boxes.push(at);
  return boxes;
}

function grow(file: Buffer, at: number, by: number): void {
  file.writeUInt32BE(file.readUInt32BE(at) + by, at);
}
