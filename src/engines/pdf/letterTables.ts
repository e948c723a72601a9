import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';

/**
 * Matches glyph names of ligatures, such as `f_f_i`. The suffix for a variant, after a period, must be removed first
 * (Adobe Glyph List Specification, 2).
 */
const joined = /^[A-Za-z](?:_[A-Za-z])+$/;

/** Font flag: the font contains characters other than standard Latin ones (ISO 32000-1, table 123). */
const isSymbolic = 1 << 2;
const windows = new TextDecoder('windows-1252');
/** Matches characters other than control characters, spaces, and soft hyphens. */
const highLetters = /^[^\p{C}\s]$/u;

/**
 * Adds ToUnicode tables to two kinds of fonts whose text PDFium reads incorrectly: fonts with composed glyph names for
 * ligatures, because PDFium recognizes only a few ligatures; and TrueType fonts that use Windows codes but have only a
 * Macintosh character table, because PDFium treats the codes as Macintosh codes.
 * @returns whether there is such a font
 */
export function addLetterTables(context: PDFContext): boolean {
  let isFound = false;
  for (const font of context.enumerateIndirectObjects().flatMap(([, object]) => dictionariesIn(object))) {
    if (font.get(PDFName.of('Type')) !== PDFName.of('Font') || font.has(PDFName.of('ToUnicode'))) continue;
    const encoding = font.lookup(PDFName.of('Encoding'));
    const letters = withNames(isInWindows(font, encoding) ? windowsLetters() : new Map(), encoding);
    if (letters.size === 0) continue;
    isFound = true;
    font.set(PDFName.of('ToUnicode'), context.register(context.stream(tableOf(letters))));
  }
  return isFound;
}

function isInWindows(font: PDFDict, encoding: unknown): boolean {
  const base = encoding instanceof PDFDict ? encoding.lookup(PDFName.of('BaseEncoding')) : encoding;
  if (font.get(PDFName.of('Subtype')) !== PDFName.of('TrueType') || base !== PDFName.of('WinAnsiEncoding'))
    return false;
  const descriptor = font.lookup(PDFName.of('FontDescriptor'));
  if (!(descriptor instanceof PDFDict) || !descriptor.has(PDFName.of('FontFile2'))) return false;
  const flags = descriptor.lookup(PDFName.of('Flags'));
  return flags instanceof PDFNumber && (flags.asNumber() & isSymbolic) !== 0;
}

function windowsLetters(): Map<number, string> {
  const codes = Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
  const letters = codes.map((code) => [code, windows.decode(Uint8Array.of(code))] as const);
  return new Map(letters.filter(([, letter]) => highLetters.test(letter)));
}

/** Includes nested dictionaries, because a page's resources can contain fonts directly. */
function dictionariesIn(object: PDFObject): PDFDict[] {
  const dictionary = object instanceof PDFStream ? object.dict : object;
  if (!(dictionary instanceof PDFDict)) return [];
  return [dictionary, ...dictionary.values().flatMap(dictionariesIn)];
}

/**
 * Adds the letters of ligatures from an encoding's list of differences, in which glyph names follow their first code
 * (ISO 32000-1, table 114).
 */
function withNames(letters: Map<number, string>, encoding: unknown): ReadonlyMap<number, string> {
  const differences = encoding instanceof PDFDict ? encoding.lookup(PDFName.of('Differences')) : undefined;
  if (!(differences instanceof PDFArray)) return letters;
  let code = 0;
  for (const [index] of differences.asArray().entries()) {
    const each = differences.lookup(index);
    if (each instanceof PDFNumber) code = each.asNumber();
    else if (each instanceof PDFName) {
      const [ligature = ''] = each.decodeText().split('.', 1);
      if (!joined.test(ligature)) letters.delete(code);
      else if (code >= 0 && code <= 0xff) letters.set(code, ligature.replaceAll('_', ''));
      code += 1;
    }
  }
  return letters;
}

/** Writes a ToUnicode table for these codes (ISO 32000-1, 9.10.3). PDFium uses glyph names for all other codes. */
function tableOf(letters: ReadonlyMap<number, string>): string {
  const lines = [...letters].map(([code, text]) => {
    const units = Array.from(text, (letter) => hex(letter.charCodeAt(0), 4)).join('');
    return `1 beginbfchar <${hex(code, 2)}> <${units}> endbfchar`;
  });
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    ...lines,
    'endcmap end end',
  ].join('\n');
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
