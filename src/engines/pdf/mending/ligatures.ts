import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';

const name = (text: string): PDFName => PDFName.of(text);
/** Letters that one glyph draws, and perhaps a variant of it (Adobe Glyph List Specification, 2). */
const joined = /^[A-Za-z](?:_[A-Za-z])+(?=\.|$)/;

/**
 * Says of fonts which letters their ligatures are, where only the names of their glyphs do: PDFium knows names of single letters
 * and a few ligatures, but none that is put together.
 * @returns whether there is such a font
 */
export function spellOutLigatures(context: PDFContext): boolean {
  let isFound = false;
  for (const font of context.enumerateIndirectObjects().flatMap(([, object]) => dictionariesIn(object))) {
    if (font.get(name('Type')) !== name('Font') || font.has(name('ToUnicode'))) continue;
    const letters = ligaturesOf(font.lookup(name('Encoding')));
    if (letters.size === 0) continue;
    isFound = true;
    font.set(name('ToUnicode'), context.register(context.stream(tableOf(letters))));
  }
  return isFound;
}

/** With those that lie in it: what is named in a page may stand there. */
function dictionariesIn(object: PDFObject): PDFDict[] {
  const dictionary = object instanceof PDFStream ? object.dict : object;
  if (!(dictionary instanceof PDFDict)) return [];
  return [dictionary, ...dictionary.values().flatMap(dictionariesIn)];
}

/** By their codes, which are counted on from the last number before a name (ISO 32000-1, table 114). */
function ligaturesOf(encoding: unknown): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  const differences = encoding instanceof PDFDict ? encoding.lookup(name('Differences')) : undefined;
  if (!(differences instanceof PDFArray)) return letters;
  let code = 0;
  for (const [index] of differences.asArray().entries()) {
    const each = differences.lookup(index);
    if (each instanceof PDFNumber) code = each.asNumber();
    else if (each instanceof PDFName) {
      const ligature = joined.exec(each.decodeText())?.[0];
      if (ligature !== undefined && code >= 0 && code <= 0xff)
        letters.set(code, ligature.replaceAll('_', ''));
      code += 1;
    }
  }
  return letters;
}

/** A table of letters for these codes alone (ISO 32000-1, 9.10.3); of others, the names say what they are. */
function tableOf(letters: ReadonlyMap<number, string>): string {
  const hex = (codes: readonly number[], digits: number): string =>
    `<${codes.map((code) => code.toString(16).padStart(digits, '0')).join('')}>`;
  const lines = [...letters].map(
    ([code, text]) =>
      `1 beginbfchar ${hex([code], 2)} ${hex(
        Array.from(text, (letter) => letter.charCodeAt(0)),
        4,
      )} endbfchar`,
  );
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    ...lines,
    'endcmap end end',
  ].join('\n');
}
