/** Caches the results of `make` by format. Many conversions share their target's options, which are slow to build. */
export function cachePerFormat<T>(make: (format: string) => T): (format: string) => T {
  const made = new Map<string, T>();
  return (format) => {
    const each = made.get(format) ?? make(format);
    made.set(format, each);
    return each;
  };
}
