/** Whether a version is one before another. */
export function isBefore(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((each) => each.split('.').map(Number));
  const at = [...left, ...right].findIndex((_, index) => (left[index] ?? 0) !== (right[index] ?? 0));
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0);
}
