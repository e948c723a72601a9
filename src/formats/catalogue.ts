import * as z from 'zod/mini';
import type { ConversionPair } from '../contract/conversions.ts';

/** What one service offers (api.md, Endpoints 9 and 10). */
export interface Catalogue {
  readonly conversions: readonly ConversionPair[];
  /** Formats that can be compressed. */
  readonly compressions: readonly string[];
  /** What it would offer besides, were the program there that each pair names. */
  readonly installable?: readonly ConversionPair[];
}

const pair = z.object({
  from: z.string(),
  to: z.string(),
  lossy: z.exactOptional(z.boolean()),
  drops: z.exactOptional(z.array(z.string())),
  program: z.exactOptional(z.string()),
  credits: z.exactOptional(z.number()),
});

/** A catalogue as it is kept between sessions. */
export const storedCatalogueSchema = z.object({
  /** What the catalogue belongs to: an origin, or a version of the extension with the programs that it finds. */
  scope: z.string(),
  /** Milliseconds since the epoch. */
  fetchedAt: z.number(),
  catalogue: z.object({
    conversions: z.array(pair),
    compressions: z.array(z.string()),
    installable: z.exactOptional(z.array(pair)),
  }),
});

export type StoredCatalogue = z.infer<typeof storedCatalogueSchema>;

/** What a catalogue lists, by what it is looked up by: a service may list more than can be searched for each of many files. */
interface CatalogueIndex {
  /** The pairs by their source, then by their target. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, ConversionPair>>;
  readonly compressions: ReadonlySet<string>;
}

const indexes = new WeakMap<Catalogue, CatalogueIndex>();
const none: ReadonlyMap<string, ConversionPair> = new Map();

/** The pairs from a format, by their targets in the order of the catalogue. */
export function pairsFrom(catalogue: Catalogue, from: string): ReadonlyMap<string, ConversionPair> {
  return indexOf(catalogue).pairs.get(from) ?? none;
}

/** Whether the catalogue has the format among those that can be compressed. */
export function compresses(catalogue: Catalogue, format: string): boolean {
  return indexOf(catalogue).compressions.has(format);
}

function indexOf(catalogue: Catalogue): CatalogueIndex {
  const known = indexes.get(catalogue);
  if (known !== undefined) return known;
  const pairs = new Map<string, Map<string, ConversionPair>>();
  for (const pair of catalogue.conversions) {
    const targets = pairs.get(pair.from) ?? new Map<string, ConversionPair>();
    if (!targets.has(pair.to)) targets.set(pair.to, pair);
    pairs.set(pair.from, targets);
  }
  const index = { pairs, compressions: new Set(catalogue.compressions) };
  indexes.set(catalogue, index);
  return index;
}
