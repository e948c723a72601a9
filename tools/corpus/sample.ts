import { seededRandom } from '../../test/support/seededRandom.ts';

/**
 * So many of the files, in an order that the seed alone decides, and each format in turn: the rare ones are all there
 * before the common ones fill up the rest. Another file more in the folder leaves the others where they are.
 */
export function sampleOf<File extends { readonly path: string; readonly format: string }>(
  files: readonly File[],
  limit: number,
  seed: number,
): File[] {
  const byFormat = Map.groupBy(files, ({ format }) => format);
  const placed = [...byFormat.values()].flatMap((ofFormat) =>
    ofFormat
      .map((file) => ({ file, key: seededRandom(seed, file.path)() }))
      .toSorted((a, b) => a.key - b.key)
      .map((each, turn) => ({ ...each, turn })),
  );
  return placed
    .toSorted((a, b) => a.turn - b.turn || a.key - b.key)
    .slice(0, limit)
    .map(({ file }) => file);
}
