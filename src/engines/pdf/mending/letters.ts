import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';

/** Letters that one glyph draws; behind a point stands which variant it is (Adobe Glyph List Specification, 2). */
const joined = /^[A-Za-z](?:_[A-Za-z])+$/;

/** A font flag: its letters aren't only Latin (ISO 32000-1, table 123). */
const isSymbolic = 1 << 2;
const windows = new TextDecoder('windows-1252');
/** Codes beyond ASCII, without those of controls, a space and a hyphen. */
const highLetters = /^[^\p{C}\s]$/u;

/**
 * Says of fonts which letters their codes are where PDFium does not see that: of ligatures whose glyphs have names that are put
 * together, since it knows single letters and a few ligatures, and of codes of Windows in a TrueType font that has a table for the
 * Macintosh alone, since it takes them for codes of that.
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

/** With those that lie in it: what is named in a page may stand there. */
function dictionariesIn(object: PDFObject): PDFDict[] {
  const dictionary = object instanceof PDFStream ? object.dict : object;
  if (!(dictionary instanceof PDFDict)) return [];
  return [dictionary, ...dictionary.values().flatMap(dictionariesIn)];
}

/** The letters, by their codes, with those of glyphs that are named: codes are counted on from a number (the same, table 114). */
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

/** A table of letters for these codes alone (ISO 32000-1, 9.10.3); of others, the names say what they are. */
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
