import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { declaredEncoding, guessedEncoding, unicodeEncoding } from './encoding.ts';

const maxBytes = 100 * 1024 * 1024;
/** Formats whose files may be in older encodings, as programs still write them; the others are Unicode by definition. */
const inOlderEncodings: ReadonlySet<string> = new Set(['csv', 'tsv', 'txt', 'html', 'md', 'srt', 'ass']);

/**
 * Reads a text file in the requested encoding. Without one, that is UTF-8, UTF-16 with or without a byte order mark, or
 * the one that an XML declaration or a page names; in some formats, it is also detected from the bytes. Java properties
 * may be in Latin-1, too.
 * @throws ConversionError `conversion.invalid_input` or `conversion.limit_exceeded`
 */
export async function readText(path: string, format: string, encoding?: string): Promise<string> {
  if ((await stat(path)).size > maxBytes) {
    throw new ConversionError(fault('data.size', format, maxBytes / 1024 ** 2));
  }
  const bytes = await readFile(path);
  const chosen = encoding ?? unicodeEncoding(bytes) ?? declaredEncoding(bytes, format) ?? 'utf-8';
  try {
    return new TextDecoder(chosen, { fatal: true }).decode(bytes);
  } catch (error) {
    if (format === 'properties') return bytes.toString('latin1');
    const mayBeOlder = encoding === undefined && inOlderEncodings.has(format);
    const guessed = mayBeOlder ? guessedEncoding(bytes) : undefined;
    if (guessed !== undefined) return new TextDecoder(guessed).decode(bytes);
    throw new ConversionError(fault('text.encoding', chosen.toUpperCase()), { cause: error });
  }
}
