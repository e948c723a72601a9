import sharp from 'sharp';
import { packBits } from '../raster/packBits.ts';
import { opcodes, profileComment, profileParts } from './opcodes.ts';

/** Programs may use them as they like. */
const fileHeader = Buffer.alloc(512);
/** Version 2, and what tells that points are pixels here ("Extended Version 2 Picture Header"). */
const start = Buffer.from('001102ff0c00fffe00000048000000480000', 'hex');
const dotsPerInch = Buffer.from('00480000', 'hex');
const copyMode = 0;
const mostCommentBytes = 32_000;
/** A row takes less than 16,384 bytes in memory, four a pixel. */
const mostColumns = 4095;
/**
 * A row of less than 8 bytes is not packed, and the length of a packed one takes two bytes where the row takes more than 250
 * in memory: four a pixel. ImageMagick and its kin go by three a pixel, and by 200. No row has so many pixels that this
 * would differ.
 */
const leastColumns = 3;
const unclearColumns = { from: 63, to: 67 };

/** An opaque image, of what libvips reads, as a picture of QuickDraw of direct pixels, with its color profile. */
export async function writePict(content: Uint8Array): Promise<Buffer> {
  const { icc } = await sharp(content).metadata();
  const { data, info } = await sharp(content, { ignoreIcc: true })
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const frame = rect(0, 0, width, height);
  const parts = Array.from({ length: Math.ceil(width / mostColumns) }, (_, index) => {
    const left = index * mostColumns;
    return instruction(
      opcodes.directBits,
      pixels(data, width, height, left, Math.min(width, left + mostColumns)),
    );
  });
  const picture = Buffer.concat([
    frame,
    start,
    frame,
    words(0, 0),
    ...(icc === undefined ? [] : profileComments(icc)),
    instruction(opcodes.clip, Buffer.concat([words(10), frame])),
    ...parts,
    words(opcodes.end),
  ]);
  // A size that two bytes can't tell is told by its lower ones.
  return Buffer.concat([fileHeader, words(picture.length + 2), picture]);
}

/** The pixels between two columns, and where they go. */
function pixels(data: Buffer, width: number, height: number, left: number, right: number): Buffer {
  const columns = right - left;
  const isUnclear = columns >= unclearColumns.from && columns < unclearColumns.to;
  const stored = isUnclear ? unclearColumns.to : Math.max(leastColumns, columns);
  const rowBytes = stored * 4;
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y += 1) {
    const planes = Buffer.alloc(stored * 3);
    for (let x = 0; x < stored; x += 1) {
      const column = left + Math.min(x, columns - 1);
      for (let channel = 0; channel < 3; channel += 1) {
        planes[channel * stored + x] = data[(y * width + column) * 3 + channel] ?? 0;
      }
    }
    rows.push(withLength(packBits(planes), rowBytes));
  }
  return Buffer.concat([
    words(0, 0xff, 0x8000 | rowBytes),
    rect(0, 0, stored, height),
    // The version, packed in the usual way, of any size.
    words(0, 4, 0, 0),
    dotsPerInch,
    dotsPerInch,
    // Direct, 32 bits a pixel, three samples of 8 bits; nothing of planes, colors and what is to come.
    words(16, 32, 3, 8),
    Buffer.alloc(12),
    rect(0, 0, columns, height),
    rect(left, 0, right, height),
    words(copyMode),
    ...rows,
  ]);
}

function withLength(packed: Buffer, rowBytes: number): Buffer {
  return Buffer.concat([rowBytes > 250 ? words(packed.length) : Buffer.of(packed.length), packed]);
}

function profileComments(profile: Buffer): Buffer[] {
  const count = Math.ceil(profile.length / mostCommentBytes);
  const comments = Array.from({ length: count }, (_, index) =>
    comment(
      index === 0 ? profileParts.first : profileParts.next,
      profile.subarray(index * mostCommentBytes, (index + 1) * mostCommentBytes),
    ),
  );
  return [...comments, comment(profileParts.end, Buffer.alloc(0))];
}

function comment(part: number, content: Buffer): Buffer {
  return instruction(
    opcodes.longComment,
    Buffer.concat([words(profileComment, content.length + 4, 0, part), content]),
  );
}

/** Instructions begin at even places. */
function instruction(opcode: number, operand: Buffer): Buffer {
  return Buffer.concat([words(opcode), operand, Buffer.alloc(operand.length % 2)]);
}

function rect(left: number, top: number, right: number, bottom: number): Buffer {
  return words(top, left, bottom, right);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
}
