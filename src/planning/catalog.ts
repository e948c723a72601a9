import * as z from 'zod/mini';
import { anyFormat, type ListedCombination } from '../contract/combinations.ts';
import type { ConversionPair, InstallableCompression } from '../contract/conversions.ts';

/** The formats that one service offers (api.md, Endpoints 9 and 10). */
export interface Catalog {
  readonly conversions: readonly ConversionPair[];
  readonly compressions: readonly string[];
  /** Formats that several files can be combined into. */
  readonly combinations?: readonly ListedCombination[];
  /** Pairs that the service would also offer if their programs were installed. */
  readonly installable?: readonly ConversionPair[];
  /** Formats that the service would also compress if their programs were installed. */
  readonly installableCompressions?: readonly InstallableCompression[];
}

/** Checked without a schema, because there are thousands of pairs and a menu waits for the result. */
const pairs = z.custom<ConversionPair[]>((list) => Array.isArray(list) && list.every(isPair));

const combination = z.object({
  to: z.string(),
  from: z.union([z.literal(anyFormat), z.array(z.string())]),
});

/** A catalog as stored between sessions. */
export const storedCatalogSchema = z.object({
  /**
   * The catalog is valid for one address of a network, or for one version of the extension with the programs that it
   * found.
   */
  scope: z.string(),
  /** When the catalog was requested, in milliseconds since the epoch. */
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

/** An index of a catalog, because a service may list too much to search the list again for each file. */
interface CatalogIndex {
  /** The pairs by their source, then by their target. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, ConversionPair>>;
  readonly compressions: ReadonlySet<string>;
}

const indexes = new WeakMap<Catalog, CatalogIndex>();
const none: ReadonlyMap<string, ConversionPair> = new Map();

/** The pairs with this source format, by target, in the order of the catalog. */
export function pairsFrom(catalog: Catalog, from: string): ReadonlyMap<string, ConversionPair> {
  return indexOf(catalog).pairs.get(from) ?? none;
}

/** True if the service can compress the format. */
export function supportsCompression(catalog: Catalog, format: string): boolean {
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
