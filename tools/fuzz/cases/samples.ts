import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatOfFileName } from '../../../src/contract/formats/naming.ts';
import { root } from '../../../test/support/paths.ts';

/** Larger samples take too long. They are only used for formats without smaller ones. */
export const maxSampleBytes = 50_000;
const maxSamples = 5;

/** Complete files of each format, the smallest ones among the fixtures. */
export const samplesByFormat: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(fixtures(), formatOfFileName)].flatMap(([format, files]) => {
    if (format === undefined) return [];
    const sorted = files.toSorted((one, other) => statSync(one).size - statSync(other).size);
    const small = sorted.filter((file) => statSync(file).size <= maxSampleBytes);
    return [[format, small.length > 0 ? small.slice(0, maxSamples) : sorted.slice(0, 1)] as const];
  }),
);

const contents = new Map<string, Buffer>();

/** A sample's content, which is cached. */
export function sampleContent(file: string): Buffer {
  const content = contents.get(file) ?? readFileSync(file);
  contents.set(file, content);
  return content;
}

/** All fixtures except those from fuzzing and incomplete files. */
function fixtures(): string[] {
  return globSync('test/fixtures/**/*.*', { cwd: root })
    .map((file) => path.join(root, file))
    .filter((file) => !/[\\/]fixtures[\\/]fuzz[\\/]|README|truncated|text\.jpg/.test(file))
    .toSorted();
}
