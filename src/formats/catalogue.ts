import * as z from 'zod/mini';
import type { ConversionPair } from '../contract/conversions.ts';

/** What one service offers (Endpoints, GET /convert/conversions and GET /compress). */
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

/** The pair from one format to another, if the catalogue has it. */
export function findPair(catalogue: Catalogue, from: string, to: string): ConversionPair | undefined {
  return catalogue.conversions.find((pair) => pair.from === from && pair.to === to);
}

/** Every format that the catalogue can take in, for a tool. */
export function sourceFormats(catalogue: Catalogue, tool: 'convert' | 'compress'): ReadonlySet<string> {
  return new Set(
    tool === 'compress' ? catalogue.compressions : catalogue.conversions.map((pair) => pair.from),
  );
}
