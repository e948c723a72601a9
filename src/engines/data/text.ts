import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

const maxBytes = 100 * 1024 * 1024;

/**
 * Reads a text file: UTF-8, UTF-16 with a byte order mark or without, or what an XML declaration names. Java's properties may
 * be in Latin-1, too.
 * @throws ConversionError `conversion.invalid_input` or `conversion.limit_exceeded`
 */
export async function readText(path: string, format: string): Promise<string> {
  if ((await stat(path)).size > maxBytes) {
    throw new ConversionError(fault('data.size', format, maxBytes / 1024 ** 2));
  }
  const bytes = await readFile(path);
  const encoding = encodingOf(bytes, format);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (format === 'properties') return bytes.toString('latin1');
    throw new ConversionError(fault('text.encoding', encoding.toUpperCase()), { cause: error });
  }
}

function encodingOf(bytes: Buffer, format: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Text begins with a character of ASCII, of which UTF-16 has one byte more.
  if (bytes.length > 1 && bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  if (bytes.length > 1 && bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(
    bytes.toString('latin1', 0, 200),
  );
  return (format === 'xml' && declared?.[1]) || 'utf-8';
}
