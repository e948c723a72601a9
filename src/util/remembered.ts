/** Longer texts are seldom seen twice. */
const maxLength = 40;
const maxTexts = 2000;

/** A function of short texts that remembers what it gave for those it was called with last. */
export function remembered(compute: (text: string) => string): (text: string) => string {
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
