import type * as z from 'zod/mini';
import type { EngineId } from './converters/engine.ts';
import { imageCompressions, imageConversions } from './converters/image/rows.ts';
import { svgCompressions } from './converters/svg/rows.ts';

/** Counts the credits that a file costs (Limits, Credits and retention, 1). */
export type Cost = (inputPath: string) => Promise<number>;

/** One format that can be compressed. */
export interface CompressionRow {
  readonly format: string;
  readonly engine: EngineId;
  readonly lossy: boolean;
  readonly cost: Cost;
  readonly options: z.ZodMiniType<Record<string, unknown>>;
}

/** One conversion that is offered; the discovery lists are made of these rows, and the tests prove each. */
export interface ConversionRow {
  readonly from: string;
  readonly to: string;
  readonly engine: EngineId;
  readonly lossy: boolean;
  /** What an input may hold that the output can't. */
  readonly drops: readonly string[];
  readonly cost: Cost;
  readonly options: z.ZodMiniType<Record<string, unknown>>;
}

export const conversions: readonly ConversionRow[] = [...imageConversions];
export const compressions: readonly CompressionRow[] = [...imageCompressions, ...svgCompressions];

const conversionsByPair = new Map(conversions.map((row) => [`${row.from} ${row.to}`, row]));
const compressionsByFormat = new Map(compressions.map((row) => [row.format, row]));
const targets = new Set(conversions.map((row) => row.to));

export function conversionRow(from: string | undefined, to: string): ConversionRow | undefined {
  return conversionsByPair.get(`${from} ${to}`);
}

export function compressionRow(format: string | undefined): CompressionRow | undefined {
  return format === undefined ? undefined : compressionsByFormat.get(format);
}

/** Whether anything at all can become this format. */
export function isTarget(format: string): boolean {
  return targets.has(format);
}
