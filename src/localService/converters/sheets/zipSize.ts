import { inflateRawSync } from 'node:zlib';
import { ConversionError } from '../conversionError.ts';

const maxInflatedBytes = 200 * 1024 * 1024;
const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const endBytes = 22;
const maxCommentBytes = 0xffff;

/**
 * Inflates every entry of a zip and counts, since the sizes that its directory tells may be lies, and the library
 * that reads workbooks has no limit of its own.
 * @throws ConversionError `conversion.limit_exceeded`, or `conversion.invalid_input` when it is no zip
 */
export function checkInflatedSize(zip: Buffer): void {
  let left = maxInflatedBytes;
  for (const { method, data } of entriesOf(zip)) {
    left -= method === 8 ? inflatedBytes(data, left) : data.length;
    if (left < 0) throw tooLarge();
  }
}

function inflatedBytes(data: Buffer, maxOutputLength: number): number {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, maxOutputLength) }).length;
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(error);
    throw damaged(error);
  }
}

function* entriesOf(zip: Buffer): Generator<{ method: number; data: Buffer }> {
  try {
    const end = endOf(zip);
    let at = zip.readUInt32LE(end + 16);
    for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
      if (zip.readUInt32LE(at) !== directoryEntry) throw new Error('No directory entry.');
      const header = zip.readUInt32LE(at + 42);
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      yield {
        method: zip.readUInt16LE(at + 10),
        data: zip.subarray(start, start + zip.readUInt32LE(at + 20)),
      };
      at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
  } catch (error) {
    throw damaged(error);
  }
}

function endOf(zip: Buffer): number {
  for (let at = zip.length - endBytes; at >= Math.max(0, zip.length - endBytes - maxCommentBytes); at -= 1) {
    if (zip.readUInt32LE(at) === endOfDirectory) return at;
  }
  throw new Error('No end of a directory.');
}

function tooLarge(cause?: unknown): ConversionError {
  const detail = `The workbook holds more than ${maxInflatedBytes / 1024 ** 2} MB.`;
  return new ConversionError('conversion.limit_exceeded', detail, { cause });
}

function damaged(cause: unknown): ConversionError {
  return new ConversionError('conversion.invalid_input', 'The workbook is damaged and can’t be read.', {
    cause,
  });
}
