import { damaged } from '../../api/faults.ts';
import { pngOf, type Raster } from '../raster/raster.ts';
import { profileOfColors } from '../raster/profile.ts';
import { compose } from './compose.ts';
import { Cursor } from './cursor.ts';
import { Follower } from './instructions.ts';
import { opcodes } from './opcodes.ts';

/** In files, a picture stands behind so many bytes that are left to programs. */
const fileHeaderBytes = 512;
/** Behind what once was its size, and its frame. */
const versionAt = 10;
const versionInstructions = { 1: '1101', 2: '001102ff' } as const;

/**
 * The pixels of a QuickDraw picture as a PNG.
 * @throws ConversionError `conversion.unsupported_kind` where more than pixels is to be seen
 */
export async function readPict(file: Buffer): Promise<Uint8Array> {
  try {
    return await pngOf(await rasterOf(file));
  } catch (error) {
    throw error instanceof RangeError ? damaged('image', error) : error;
  }
}

async function rasterOf(file: Buffer): Promise<Raster> {
  // As it comes from a resource or a clipboard, it has no header of a file.
  const picture = [file.subarray(fileHeaderBytes), file].find((each) => versionOf(each) !== undefined);
  const version = picture && versionOf(picture);
  if (picture === undefined || version === undefined) throw damaged('image');
  const from = new Cursor(picture, 2);
  const frame = from.rect();
  from.at += versionInstructions[version].length / 2;
  const follower = new Follower(frame);
  for (;;) {
    const opcode = version === 1 ? from.uint8() : from.uint16();
    if (opcode === opcodes.end) break;
    await follower.follow(opcode, from);
    if (version === 2) from.at += from.at % 2;
  }
  const profile = profileOfColors(follower.profile);
  return { ...compose(frame, follower.pieces, file.length), ...(profile && { profile }) };
}

function versionOf(picture: Buffer): 1 | 2 | undefined {
  const start = picture.toString('hex', versionAt, versionAt + 4);
  return ([1, 2] as const).find((version) => start.startsWith(versionInstructions[version]));
}
