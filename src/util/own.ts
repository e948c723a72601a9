/**
 * An object's own value under a name that isn't in the code. `object[name]` would also find inherited ones, such as
 * `constructor` and `__proto__`; the linter (`tools/lint/lookups.ts`) forbids it everywhere else.
 */
export function own<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
