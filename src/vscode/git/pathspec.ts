/**
 * True if this path, which Git treats as a pattern (gitglossary, pathspec), certainly matches none of the other paths.
 * For example, `[slug].png` matches the file of that name, but also `s.png`. All paths are relative to the same folder.
 */
export function namesOnlyItself(path: string, others: readonly string[]): boolean {
  const first = path.search(/[*?[\\]/);
  if (first === -1) return true;
  const before = path.slice(0, first);
  const behind = path.slice(1 + Math.max(...['*', '?', ']', '\\'].map((sign) => path.lastIndexOf(sign))));
  return others.every((other) => other === path || !other.startsWith(before) || !other.endsWith(behind));
}
