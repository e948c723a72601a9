import type { Readable } from 'node:stream';

/**
 * Removes the trailing characters of a text that match `kind`, a pattern for one character. A pattern such as `/0+$/`
 * would scan each run of zeros again from each of its characters.
 */
export function withoutTrailing(text: string, kind: RegExp): string {
  let end = text.length;
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns the words of a text, which spaces separate, as a set. */
export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Decodes percent-encoding; returns invalid text unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Longer lines are split, because an endless one would fill the memory. */
const maxChars = 64 * 1024;

/**
 * Calls back with each non-empty line of a UTF-8 stream, without its line break. The last line may lack one. A line
 * longer than `maxLineChars` is split into several.
 */
export function readLines(
  stream: Readable,
  onLine: (line: string) => void,
  maxLineChars: number = maxChars,
): void {
  let rest = '';
  const emit = (line: string): void => {
    const content = line.trimEnd();
    if (content !== '') onLine(content);
  };
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) emit(line);
    if (rest.length > maxLineChars) {
      emit(rest);
      rest = '';
    }
  });
  stream.on('end', () => emit(rest));
}
