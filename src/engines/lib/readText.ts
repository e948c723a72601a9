import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/faults/fault.ts';
import { formatById } from '../../contract/formats/table.ts';
import { ConversionError } from '../api/conversionError.ts';
import { declaredEncoding, guessedEncoding, unicodeEncoding } from './detectEncoding.ts';

const maxBytes = 100 * 1024 * 1024;

/**
 * Reads a text file in the requested encoding. Without one, decodes UTF-8, UTF-16, or the encoding that an XML file or
 * a page declares. In some formats, it detects older encodings from the bytes. Java properties may also be in Latin-1.
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
    const facts = formatById(format);
    const mayBeOlder = facts?.signature === 'text' && facts.inOlderEncodings === true;
    const guessed = mayBeOlder && encoding === undefined ? guessedEncoding(bytes) : undefined;
    if (guessed !== undefined) return new TextDecoder(guessed).decode(bytes);
    throw new ConversionError(fault('text.encoding', chosen.toUpperCase()), { cause: error });
  }
}
