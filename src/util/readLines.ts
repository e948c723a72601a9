import type { Readable } from 'node:stream';

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
