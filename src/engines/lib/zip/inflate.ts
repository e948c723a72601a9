import { crc32, inflateRawSync } from 'node:zlib';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { methods, type ZipEntry } from './directory.ts';

/**
 * Decompresses an entry, up to `maxBytes`, because the size in the directory can't be trusted.
 * @throws ConversionError `conversion.limit_exceeded` if it is larger; Error if it is damaged
 */
export function inflateEntry({ method, crc, bytes }: ZipEntry, packed: Buffer, maxBytes: number): Buffer {
  const content = method === methods.deflated ? inflate(packed, maxBytes) : packed;
  if (content.length > maxBytes) throw tooLarge();
  if (content.length !== bytes || crc32(content) !== crc)
    throw new Error('The size or checksum of a ZIP entry doesn’t match the directory');
  return content;
}

function inflate(packed: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxOutputLength) });
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(error) : error;
  }
}

function tooLarge(cause?: unknown): ConversionError {
  return new ConversionError(fault('file.size'), {
    cause,
  });
}
