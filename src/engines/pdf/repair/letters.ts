import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';

/** Names of ligatures; a variant follows a period (Adobe Glyph List Specification, 2). */
const joined = /^[A-Za-z](?:_[A-Za-z])+$/;

/** A font flag: its letters aren't only Latin (ISO 32000-1, table 123). */
const isSymbolic = 1 << 2;
const windows = new TextDecoder('windows-1252');
/** Codes beyond ASCII, except controls, spaces, and hyphens. */
const highLetters = /^[^\p{C}\s]$/u;

/**
 * Adds letter tables to fonts that PDFium can't decode: for ligatures with composed glyph names, as it only knows
 * single letters and a few ligatures, and for Windows codes in TrueType fonts with only a Macintosh table, as it treats
 * them as Macintosh codes.
 * @returns whether there is such a font
 */
export function spellOutLetters(context: PDFContext): boolean {
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

/** Including nested ones: a page's named resources may be there. */
function dictionariesIn(object: PDFObject): PDFDict[] {
  const dictionary = object instanceof PDFStream ? object.dict : object;
  if (!(dictionary instanceof PDFDict)) return [];
  return [dictionary, ...dictionary.values().flatMap(dictionariesIn)];
}

/** Adds the letters of named glyphs, which are listed from a starting code (the same, table 114). */
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

/** A table of letters for these codes (ISO 32000-1, 9.10.3); for others, the glyph names apply. */
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
