/** Longer texts are seldom seen twice. */
const maxLength = 40;
const maxTexts = 2000;

/** Caches a function's results for the short texts that it was last called with. */
export function memoizeShortTexts(compute: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = compute(text);
    if (known.size >= maxTexts) known.clear();
    if (text.length <= maxLength) known.set(text, value);
    return value;
  };
}
