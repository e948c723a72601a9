/** Wraps `make` so that it only runs on the first call. Later calls return the same result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Wraps `make` so that it only runs on the first call with each key. Later calls return the same result. */
export function memoize<Key, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** Longer texts are seldom repeated, so they aren't cached. */
const maxLength = 40;
const maxTexts = 2000;

/** Caches a function's results for the short texts that it was recently called with. */
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
