import * as z from 'zod/mini';
import { anyFormat, type Combination } from '../contract/combinations.ts';
import type { ConversionPair, InstallableCompression } from '../contract/conversions.ts';

/** What one service offers (api.md, Endpoints 9 and 10). */
export interface Catalog {
  readonly conversions: readonly ConversionPair[];
  /** Formats that can be compressed. */
  readonly compressions: readonly string[];
  /** What several files can become together. */
  readonly combinations?: readonly Combination[];
  /** What it would offer besides, were the program there that each pair names. */
  readonly installable?: readonly ConversionPair[];
  /** What it would compress besides, were the program there that each names. */
  readonly installableCompressions?: readonly InstallableCompression[];
}

/** By hand, because there are thousands of them and a menu waits for it. */
const pairs = z.custom<ConversionPair[]>((list) => Array.isArray(list) && list.every(isPair));

const combination = z.object({
  to: z.string(),
  from: z.union([z.literal(anyFormat), z.array(z.string())]),
});

/** A catalog as it is kept between sessions. */
export const storedCatalogSchema = z.object({
  /** What the catalog belongs to: an origin, or a version of the extension with the programs that it finds. */
  scope: z.string(),
  /** Milliseconds since the epoch. */
  fetchedAt: z.number(),
  catalog: z.object({
    conversions: pairs,
    compressions: z.array(z.string()),
    combinations: z.exactOptional(z.array(combination)),
    installable: z.exactOptional(pairs),
    installableCompressions: z.exactOptional(z.array(z.object({ format: z.string(), program: z.string() }))),
  }),
});

export type StoredCatalog = z.infer<typeof storedCatalogSchema>;

function isPair(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const pair: { readonly [Name in keyof ConversionPair]?: unknown } = value;
  const { drops } = pair;
  return (
    typeof pair.from === 'string' &&
    typeof pair.to === 'string' &&
    isAbsentOr('boolean', pair.lossy) &&
    isAbsentOr('string', pair.program) &&
    isAbsentOr('number', pair.credits) &&
    (drops === undefined || (Array.isArray(drops) && drops.every((drop) => typeof drop === 'string')))
  );
}

function isAbsentOr(type: 'boolean' | 'string' | 'number', value: unknown): boolean {
  return value === undefined || typeof value === type;
}

/** What a catalog lists, by what it is looked up by: a service may list more than can be searched for each of many files. */
interface CatalogIndex {
  /** The pairs by their source, then by their target. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, ConversionPair>>;
  readonly compressions: ReadonlySet<string>;
}

const indexes = new WeakMap<Catalog, CatalogIndex>();
const none: ReadonlyMap<string, ConversionPair> = new Map();

/** The pairs from a format, by their targets in the order of the catalog. */
export function pairsFrom(catalog: Catalog, from: string): ReadonlyMap<string, ConversionPair> {
  return indexOf(catalog).pairs.get(from) ?? none;
}

/** Whether the catalog has the format among those that can be compressed. */
export function compresses(catalog: Catalog, format: string): boolean {
  return indexOf(catalog).compressions.has(format);
}

function indexOf(catalog: Catalog): CatalogIndex {
  const known = indexes.get(catalog);
  if (known !== undefined) return known;
  const pairs = new Map<string, Map<string, ConversionPair>>();
  for (const pair of catalog.conversions) {
    const targets = pairs.get(pair.from) ?? new Map<string, ConversionPair>();
    if (!targets.has(pair.to)) targets.set(pair.to, pair);
    pairs.set(pair.from, targets);
  }
  const index = { pairs, compressions: new Set(catalog.compressions) };
  indexes.set(catalog, index);
  return index;
}
