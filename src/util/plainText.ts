import { isVisible, visibleCharacters } from './visibleCharacters.ts';

/** The maximum size of a text, including the ellipsis. */
interface TextLimit {
  readonly most: number;
  /** At least the number of UTF-16 units. */
  readonly sizeOf: (text: string) => number;
}

/** For a message: 300 UTF-16 units. */
export const messageLimit: TextLimit = { most: 300, sizeOf: ({ length }) => length };
/** For an entry of a log, or a line in a terminal: 4 kB of UTF-8. */
export const lineLimit: TextLimit = { most: 4096, sizeOf: (text) => Buffer.byteLength(text) };
/** For a path, which is only useful as a whole: no system has longer ones. */
export const pathLimit: TextLimit = { most: 32_767, sizeOf: ({ length }) => length };

const ellipsis = '…';
/** Nobody reads longer texts. */
const maxLinesChars = 64 * 1024;

/**
 * Untrusted text as plain characters on one line: without VS Code's links (`[label](command:…)`) and icons (`$(name)`),
 * without invisible characters, and within the limit. Text that is already plain stays the same. The time depends on
 * the limit, not on the text.
 */
export function plainText(text: string, { most, sizeOf }: TextLimit = messageLimit): string {
  // No character becomes shorter, so the rest doesn't fit.
  const head = withoutMarkup(text.slice(0, most + 1));
  if (isVisible(head) && sizeOf(head) <= most) return head;
  let plain = '';
  let size = 0;
  let lengthBeforeEllipsis = 0;
  for (const character of visibleCharacters(head)) {
    size += sizeOf(character);
    if (size > most) return plain.slice(0, lengthBeforeEllipsis) + ellipsis;
    plain += character;
    // A joiner would have nothing left to join.
    const canEndHere = size + sizeOf(ellipsis) <= most && !/[\u200C\u200D]$/.test(character);
    if (canEndHere) lengthBeforeEllipsis = plain.length;
  }
  return plain;
}

/** A text of several lines, or an error with its stack, with each line made plain. */
export function plainLines(said: unknown): string {
  const text = said instanceof Error ? (said.stack ?? said.message) : String(said);
  const lines = text.slice(0, maxLinesChars).split('\n');
  return lines.map((line) => plainText(line.trimEnd(), lineLimit)).join('\n');
}

/** A text in which VS Code finds neither a link nor an icon. */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/([\]$])\(/g, '$1 (');
}
