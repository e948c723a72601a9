import { codePoint as unicodeOf } from 'dingbat-to-unicode';

/** Fonts that have symbols instead of letters. */
const symbolFont = /^(?:symbol|webdings|wingdings(?: [23])?)$/i;
const names = new Map(
  ['Symbol', 'Webdings', 'Wingdings', 'Wingdings 2', 'Wingdings 3'].map((name) => [name.toLowerCase(), name]),
);
/** The range of Unicode's private use area in which Word stores characters of symbol fonts. */
const firstPrivate = 0xf000;
const lastPrivate = 0xf0ff;
const unknown = '\ufffd';

/** Returns the Unicode text for a character code in a symbol font. */
export function symbolText(font: string, code: number): string {
  const own = code >= firstPrivate && code <= lastPrivate ? code - firstPrivate : code;
  const found = unicodeOf(names.get(font.toLowerCase()) ?? font, own)?.string;
  if (found !== undefined) return found;
  const isText = code > 0 && code < 0xe000 && !symbolFont.test(font);
  return isText ? String.fromCodePoint(code) : unknown;
}

/** Converts text in a symbol font to Unicode. Returns text in other fonts unchanged. */
export function unicodeText(text: string, font: string | undefined): string {
  if (font === undefined || !symbolFont.test(font)) return text;
  const signs = Array.from(text, (sign) =>
    /\s/.test(sign) ? sign : symbolText(font, sign.codePointAt(0) ?? 0),
  );
  return signs.join('');
}
