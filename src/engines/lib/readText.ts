import { readFile, stat } from 'node:fs/promises';
import { analyse } from 'chardet';
import { fault } from '../../contract/fault.ts';
import { formatById } from '../../contract/formats/table.ts';
import { ConversionError } from '../api/conversionError.ts';

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

/** The encoding that Excel and Notepad use in most of Europe and the Americas. */
const western = 'windows-1252';
const central = 'windows-1250';
/** Symbols that don't occur inside words in Western encodings, but are Polish letters in the Central European one. */
const polish = /[a-zà-ÿ][¹³¿][a-zà-ÿ]|[£¯][a-zà-ÿ]/i;
/** Control characters that don't occur in text, in any encoding. */
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/; // eslint-disable-line no-control-regex
/** Characters that don't occur in words: control characters, box-drawing characters, and unassigned code points. */
const nonsense = /[\x80-\x9f\u2500-\u259f\ue000-\uf8ff]/;
/** For each detected encoding of a non-Latin script, the superset to decode it with. */
const otherScripts: ReadonlyMap<string, string> = new Map([
  ['windows-1251', 'windows-1251'],
  ['ISO-8859-5', 'iso-8859-5'],
  ['KOI8-R', 'koi8-r'],
  ['ISO-8859-7', 'windows-1253'],
  ['ISO-8859-8', 'windows-1255'],
  ['ISO-8859-6', 'windows-1256'],
  ['Shift_JIS', 'shift_jis'],
  ['EUC-JP', 'euc-jp'],
  ['EUC-KR', 'euc-kr'],
  ['GB18030', 'gb18030'],
  ['Big5', 'big5'],
]);
const headBytes = 1024;
const sampleBytes = 64 * 1024;
/** The minimum share of non-ASCII letters in text of a non-Latin script. */
const minShare = 0.4;

/** Detects UTF-16 from a byte order mark, or from the zero bytes beside its ASCII characters. */
function unicodeEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.length % 2 !== 0) return undefined;
  // Only UTF-16 text contains zero bytes. In non-Latin scripts, they are in spaces, line ends, and digits.
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, headBytes).entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [high = 0, low = 0] = zeros;
  if (high === low) return undefined;
  return high > low ? 'utf-16be' : 'utf-16le';
}

/** Returns the encoding that an XML file or an HTML page declares, in formats with such declarations. */
function declaredEncoding(bytes: Buffer, format: string): string | undefined {
  if (format !== 'xml' && format !== 'html') return undefined;
  const head = bytes.toString('latin1', 0, headBytes);
  const [, declared] = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head) ?? [];
  if (format === 'xml' || declared !== undefined) return declared;
  // An HTML page that is valid UTF-8 is decoded as UTF-8, even if it declares an older encoding.
  if (decoded(bytes, 'utf-8') !== undefined) return undefined;
  const metas = head.split(/<meta\b/i).slice(1);
  const [, named = ''] =
    metas.map((meta) => /charset="?([\w.:-]+)/i.exec(meta.replaceAll(/[\s']/g, ''))).find(Boolean) ?? [];
  return isKnown(named) && !/^utf-?(?:8|16)/i.test(named) ? named : undefined;
}

/**
 * Guesses the encoding of text that isn't Unicode: Western, unless it looks like another script. Returns undefined if
 * it isn't text.
 */
function guessedEncoding(bytes: Buffer): string | undefined {
  const sample = bytes.toString('latin1', 0, sampleBytes);
  if (controls.test(sample)) return undefined;
  if (!looksLikeOtherScript(sample)) return polish.test(sample) ? central : western;
  const found = analyse(bytes.subarray(0, sampleBytes)).map(({ name }) => otherScripts.get(name));
  return found.find((encoding) => encoding !== undefined && isPlausible(bytes, encoding)) ?? western;
}

/**
 * True if the text is probably in a non-Latin script. Latin words rarely have several non-ASCII letters in a row,
 * except in lists of German words.
 */
function looksLikeOtherScript(sample: string): boolean {
  const others = sample.match(/[\x80-\xff]/g)?.length ?? 0;
  const letters = sample.match(/[a-z]/gi)?.length ?? 0;
  const isGerman = !/[^\0-\x7fäöüÄÖÜß]/.test(sample); // eslint-disable-line no-control-regex
  return /[\x80-\xff]{3}/.test(sample) && others >= minShare * (others + letters) && !isGerman;
}

function isPlausible(bytes: Buffer, encoding: string): boolean {
  const text = decoded(bytes, encoding);
  return text !== undefined && !nonsense.test(text);
}

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}
