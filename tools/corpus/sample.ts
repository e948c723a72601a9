import { seededRandom } from '../../test/support/seededRandom.ts';

/**
 * Selects this many files in an order that depends only on the seed. Formats take turns, so all files of rare formats
 * are selected before common ones fill the rest. An additional file in the folder doesn't change the order of the
 * others.
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
