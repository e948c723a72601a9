/**
 * An object's own property whose name comes from data. `object[name]` would also find inherited properties, such as
 * `constructor` and `__proto__`. The linter (`tools/lint/lookups.ts`) forbids that everywhere else.
 */
export function ownValue<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
