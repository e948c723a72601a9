/** Caches `make` per format: many conversions share the options of their target, which are slow to build. */
export function cachePerFormat<T>(make: (format: string) => T): (format: string) => T {
  const made = new Map<string, T>();
  return (format) => {
    const each = made.get(format) ?? make(format);
    made.set(format, each);
    return each;
  };
}
