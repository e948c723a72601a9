import { inflateRawSync } from 'node:zlib';
import { ConversionError } from '../conversionError.ts';
import { bytesOf } from '../zip/byteSource.ts';
import { methods, packedData, zipEntries } from '../zip/directory.ts';

const maxInflatedBytes = 200 * 1024 * 1024;

/**
 * Inflates every entry of a zip and counts, since the sizes that its directory tells may be lies, and the library
 * that reads workbooks has no limit of its own.
 * @throws ConversionError `conversion.limit_exceeded`, or `conversion.invalid_input` when it is no zip
 */
export function checkInflatedSize(zip: Buffer): void {
  let left = maxInflatedBytes;
  for (const { method, data } of entriesOf(zip)) {
    left -= method === methods.deflated ? inflatedBytes(data, left) : data.length;
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

function* entriesOf(buffer: Buffer): Generator<{ method: number; data: Buffer }> {
  try {
    const zip = bytesOf(buffer);
    for (const entry of zipEntries(zip)) yield { method: entry.method, data: packedData(zip, entry) };
  } catch (error) {
    throw damaged(error);
  }
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
