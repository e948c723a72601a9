import { convert } from 'fontverter';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import { fontOptions, type CodePoints, parseUnicodeRange } from './fonts.ts';
import { subset } from './subset.ts';
import { checkTables } from './sfnt.ts';
import { fontOfWoff2, woff2OfFont } from './woff2.ts';

const maxBytes = 64 * 1024 ** 2;
/** Offset of the uncompressed size in the headers of WOFF and WOFF2. */
const unpackedBytesAt = 16;
/** Signature of fonts with cubic outlines, which a `.ttf` can't contain. An `.otf` can contain quadratic ones, too. */
const cubicOutlines = 'OTTO';
const signatures = new Set([cubicOutlines, 'true', '\0\u0001\0\0']);
/** Signature of a collection of fonts. */
const collection = 'ttcf';
/** Offset of a web font's copy of the signature. */
const wrappedSignatureAt = 4;

/** Converts a font to another container format. Outlines, hinting, layout tables, and names stay the same. */
export async function convertFont({ from, to, options, inputPath, outputPath }: EngineTask): Promise<void> {
  const { text, unicodeRange } = fontOptions.parse(options);
  checkSize((await stat(inputPath)).size);
  const source = await readFile(inputPath);
  if ([0, wrappedSignatureAt].some((at) => signatureIn(source, at) === collection)) {
    throw new ConversionError(fault('font.collection'));
  }
  let font = await damageAsFault(() => unwrapped(source, from));
  checkSize(font.length);
  const signature = signatureIn(font);
  if (!signatures.has(signature)) throw damaged('font');
  if (to === 'ttf' && signature === cubicOutlines) {
    throw new ConversionError(fault('font.postScript'));
  }
  const characters = wanted(text, unicodeRange);
  if (characters.length > 0) font = await subset(font, characters);
  await writeFile(outputPath, await damageAsFault(() => wrapped(font, to)));
}

function signatureIn(font: Buffer, at = 0): string {
  return font.toString('latin1', at, at + cubicOutlines.length);
}

async function wrapped(font: Buffer, to: string): Promise<Buffer> {
  if (to === 'woff2') return woff2OfFont(font);
  return to === 'woff' ? convert(font, to, 'sfnt') : font;
}

function checkSize(bytes: number): void {
  if (bytes > maxBytes) throw new ConversionError(fault('font.size'));
}

async function unwrapped(font: Buffer, from: string): Promise<Buffer> {
  if (from === 'woff') checkTables(font, 'woff');
  const plain = await plainFont(font, from);
  checkTables(plain, 'sfnt');
  return plain;
}

async function plainFont(font: Buffer, from: string): Promise<Buffer> {
  if (from !== 'woff' && from !== 'woff2') return font;
  checkSize(font.readUInt32BE(unpackedBytesAt));
  return from === 'woff2' ? fontOfWoff2(font, maxBytes) : convert(font, 'sfnt', from);
}

/**
 * Treats every other error as a sign of a damaged font, because the libraries that read fonts throw errors of any kind.
 */
async function damageAsFault(read: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await read();
  } catch (error) {
    throw isConversionError(error) ? error : damaged('font', error);
  }
}

function wanted(text = '', unicodeRange?: string): CodePoints[] {
  const typed = Array.from(text, (character): CodePoints => {
    const codePoint = character.codePointAt(0) ?? 0;
    return [codePoint, codePoint];
  });
  return [...typed, ...((unicodeRange === undefined ? undefined : parseUnicodeRange(unicodeRange)) ?? [])];
}
