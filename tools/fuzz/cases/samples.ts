import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatOfFileName } from '../../../src/contract/formats/naming.ts';
import { root } from '../../../test/support/paths.ts';

/** Larger samples take too long. They are only used for formats without smaller ones. */
const maxSampleBytes = 50_000;
const maxSamples = 5;

/** Complete files of each format, the smallest ones among the fixtures. */
export const samplesByFormat: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(fixtures(), formatOfFileName)].flatMap(([format, files]) => {
    if (format === undefined) return [];
    const sorted = files.toSorted((one, other) => statSync(one).size - statSync(other).size);
    const small = sorted.filter(isSmall);
    return [[format, small.length > 0 ? small.slice(0, maxSamples) : sorted.slice(0, 1)] as const];
  }),
);

/** Variants of each format that are small and need no password. */
export const variantsByFormat: ReadonlyMap<string | undefined, readonly string[]> = Map.groupBy(
  filesMatching('test/fixtures/variants/*/*.*').filter(
    (file) => !/[\\/]expected[\\/]|locked/.test(file) && isSmall(file),
  ),
  formatOfFileName,
);

const contents = new Map<string, Buffer>();

/** A sample's content, which is cached. */
export function sampleContent(file: string): Buffer {
  const content = contents.get(file) ?? readFileSync(file);
  contents.set(file, content);
  return content;
}

/** All fixtures except variants, those built for one test, those from fuzzing, and incomplete files. */
function fixtures(): string[] {
  return filesMatching('test/fixtures/**/*.*').filter(
    (file) => !/[\\/]fixtures[\\/](?:built|fuzz|variants)[\\/]|README|truncated|text\.jpg/.test(file),
  );
}

function filesMatching(pattern: string): string[] {
  return globSync(pattern, { cwd: root })
    .map((file) => path.join(root, file))
    .toSorted();
}

function isSmall(file: string): boolean {
  return statSync(file).size <= maxSampleBytes;
}
