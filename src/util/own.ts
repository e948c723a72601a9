/**
 * What an object itself holds under a name that is not written in the code. A plain `object[name]` would also find what every
 * object inherits, such as `constructor` and `__proto__`; the linter (`tools/lint/lookups.ts`) allows it nowhere else.
 */
export function own<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
