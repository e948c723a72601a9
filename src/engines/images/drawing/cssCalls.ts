const call = /(?<![\w-])(var|light-dark|oklch|oklab)\(/gi;

/** The text with its outermost calls of these functions replaced, unless there is nothing to replace one with. */
export function replaceCalls(
  text: string,
  replacement: (name: string, content: string) => string | undefined,
): string {
  let [written, end] = ['', 0];
  for (const { 0: start, 1: name = '', index } of text.matchAll(call)) {
    if (index < end) continue;
    const close = closingOf(text, index + start.length);
    if (close === undefined) break;
    const whole = text.slice(index, close + 1);
    written +=
      text.slice(end, index) +
      (replacement(name.toLowerCase(), text.slice(index + start.length, close)) ?? whole);
    end = close + 1;
  }
  return written + text.slice(end);
}

function closingOf(text: string, from: number): number | undefined {
  const marks = /[()]/g;
  marks.lastIndex = from;
  let depth = 1;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '(' ? 1 : -1;
    if (depth === 0) return mark.index;
  }
  return undefined;
}

/** What stands between commas, unless these are in parentheses. */
export function argumentsOf(content: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: mark, index } of content.matchAll(/[(),]/g)) {
    if (mark === '(') depth += 1;
    else if (mark === ')') depth -= 1;
    else if (depth === 0) {
      parts.push(content.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, content.slice(start)];
}
