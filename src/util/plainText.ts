import { isVisible, visibleCharacters } from './visibleCharacters.ts';

/** The maximum size of a text, including the ellipsis that replaces its end. */
interface TextLimit {
  readonly most: number;
  /** The size of a text, which is at least its number of UTF-16 units. */
  readonly sizeOf: (text: string) => number;
}

/** The limit for a message: 300 UTF-16 units. */
export const messageLimit: TextLimit = { most: 300, sizeOf: ({ length }) => length };
/** The limit for a log entry, or a line in a terminal: 4 kB of UTF-8. */
export const lineLimit: TextLimit = { most: 4096, sizeOf: (text) => Buffer.byteLength(text) };
/** The limit for a path, which is useless if cut. No system has longer paths. */
export const pathLimit: TextLimit = { most: 32_767, sizeOf: ({ length }) => length };

const ellipsis = '…';
/** Nobody reads longer texts, so they are cut. */
const maxLinesChars = 64 * 1024;

/**
 * Reduces untrusted text to plain characters on one line, within the limit. Removes VS Code's links
 * (`[label](command:…)`), icons (`$(name)`), and invisible characters. Plain text doesn't change. The run time depends
 * on the limit, not on the text.
 */
export function plainText(text: string, { most, sizeOf }: TextLimit = messageLimit): string {
  // Characters never become shorter, so the rest of the text can't fit.
  const head = withoutMarkup(text.slice(0, most + 1));
  if (isVisible(head) && sizeOf(head) <= most) return head;
  let plain = '';
  let size = 0;
  let lengthBeforeEllipsis = 0;
  for (const character of visibleCharacters(head)) {
    size += sizeOf(character);
    if (size > most) return plain.slice(0, lengthBeforeEllipsis) + ellipsis;
    plain += character;
    // A zero-width joiner before the ellipsis would have nothing to join.
    const canEndHere = size + sizeOf(ellipsis) <= most && !/[\u200C\u200D]$/.test(character);
    if (canEndHere) lengthBeforeEllipsis = plain.length;
  }
  return plain;
}

/** Reduces a text of several lines, or an error with its stack, to plain text, line by line. */
export function plainLines(said: unknown): string {
  const text = said instanceof Error ? (said.stack ?? said.message) : String(said);
  const lines = text.slice(0, maxLinesChars).split('\n');
  return lines.map((line) => plainText(line.trimEnd(), lineLimit)).join('\n');
}

/** Changes a text so that VS Code finds neither links nor icons in it. */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/([\]$])\(/g, '$1 (');
}
