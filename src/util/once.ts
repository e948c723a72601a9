/** Wraps `make` so that it only runs on the first call. Later calls return the same result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
