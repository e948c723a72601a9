import { globSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Variant } from '../../variants/variant.ts';
import type { FuzzedReader } from './readers.ts';
import { maxSampleBytes } from './samples.ts';

const variantsFolder = path.join(import.meta.dirname, '../../variants');

/**
 * Adds variants of the readers' formats to their samples. Other programs create the variants in the folder. Variants
 * that are large, need a password, or can't be created are skipped.
 */
export async function withVariants(
  readers: readonly FuzzedReader[],
  folder: string,
): Promise<FuzzedReader[]> {
  const wanted = new Set(readers.map(({ from }) => from));
  const made = Map.groupBy(await madeIn(folder, wanted), ({ format }) => format);
  return readers.map((reader) => {
    const files = (made.get(reader.from) ?? []).map(({ file }) => file);
    return { ...reader, samples: [...reader.samples, ...files] };
  });
}

interface Made {
  readonly format: string;
  readonly file: string;
}

async function madeIn(folder: string, formats: ReadonlySet<string>): Promise<Made[]> {
  const made: Made[] = [];
  for (const [name, variants] of await variantLists()) {
    const own = path.join(folder, name);
    await mkdir(own, { recursive: true });
    for (const variant of variants) {
      const { format, password } = variant;
      if (password !== undefined || !formats.has(format)) continue;
      const file = await variant.make(own).catch(() => undefined);
      if (file !== undefined && statSync(file).size <= maxSampleBytes) made.push({ format, file });
    }
  }
  return made;
}

/** All lists of variants, by name. Each variant is in exactly one list. */
async function variantLists(): Promise<Map<string, readonly Variant[]>> {
  const lists = new Map<string, readonly Variant[]>();
  const seen = new Set<unknown>();
  for (const file of globSync('**/*.ts', { cwd: variantsFolder }).toSorted()) {
    const exported: Readonly<Record<string, unknown>> = await import(path.join(variantsFolder, file));
    for (const [name, value] of Object.entries(exported)) {
      if (!name.endsWith('Variants') || !Array.isArray(value)) continue;
      const variants: Variant[] = value.filter((each: unknown) => !seen.has(each));
      for (const each of variants) seen.add(each);
      lists.set(name, variants);
    }
  }
  return lists;
}
