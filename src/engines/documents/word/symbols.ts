import { codePoint as unicodeOf } from 'dingbat-to-unicode';

/** Fonts that have signs where others have letters. */
const symbolFont = /^(?:symbol|webdings|wingdings(?: [23])?)$/i;
const names = new Map(
  ['Symbol', 'Webdings', 'Wingdings', 'Wingdings 2', 'Wingdings 3'].map((name) => [name.toLowerCase(), name]),
);
/** Where Word puts the characters of such fonts in Unicode. */
const firstPrivate = 0xf000;
const lastPrivate = 0xf0ff;
const unknown = '\ufffd';

/** A character that is told by its code in a font, as Unicode has it. */
export function symbolText(font: string, code: number): string {
  const own = code >= firstPrivate && code <= lastPrivate ? code - firstPrivate : code;
  const found = unicodeOf(names.get(font.toLowerCase()) ?? font, own)?.string;
  if (found !== undefined) return found;
  const isText = code > 0 && code < 0xe000 && !symbolFont.test(font);
  return isText ? String.fromCodePoint(code) : unknown;
}

/** Text in a font as Unicode has it; in fonts of letters it is that already. */
export function unicodeText(text: string, font: string | undefined): string {
  if (font === undefined || !symbolFont.test(font)) return text;
  const signs = Array.from(text, (sign) =>
    /\s/.test(sign) ? sign : symbolText(font, sign.codePointAt(0) ?? 0),
  );
  return signs.join('');
}
