import type { Loss } from '../contract/losses.ts';
import type { EngineDescription } from './api/engineDescription.ts';
import type { CombinationRow, CompressionRow, ConversionRow } from './api/row.ts';
import { type EngineId, engines } from './index.ts';
import { byPreference, ranked } from './preference.ts';
import type { FoundPrograms } from './programs/findPrograms.ts';
import { isProgramId } from './programs/programs.ts';

/** A conversion with the engine that does it. */
export interface Conversion extends ConversionRow {
  readonly engine: EngineId;
}

/** A compression with the engine that does it. */
export interface Compression extends CompressionRow {
  readonly engine: EngineId;
}

/** A combination with the engine that makes it. */
export interface Combination extends CombinationRow {
  readonly engine: EngineId;
}

const allConversions = engines.flatMap(conversionsOf).toSorted(byPreference);
const conversionsByPair = new Map(
  [...Map.groupBy(allConversions, pairOf)].map(([pair, rows]) => [pair, ranked(rows)] as const),
);
const asked = new Set([...conversionsByPair.values()].flat().filter(({ isUnlisted }) => isUnlisted !== true));

/** All conversions, whatever is installed: a pair is listed once for each engine that supports it. */
export const conversions: readonly Conversion[] = allConversions.filter((row) => asked.has(row));
export const compressions: readonly Compression[] = engines.flatMap(compressionsOf);
export const combinations: readonly Combination[] = engines.flatMap(combinationsOf);

const compressionsByFormat = new Map(compressions.map((row) => [row.format, row]));

/** The rows available with these programs, each pair once, with the possible losses of helpers. */
export function offeredConversions(found: FoundPrograms): Conversion[] {
  return [...conversionsByPair.values()].flatMap((rows) => {
    const [first, ...others] = offered(rows, found);
    if (!first || first.isUnlisted === true) return [];
    const helper = helperOf(first, others);
    return helper ? withHelper(first, helper) : first;
  });
}

/** The rows of pairs that none of these programs does, nor we. */
export function installableConversions(found: FoundPrograms): Conversion[] {
  return [...conversionsByPair.values()].flatMap((rows) => (offered(rows, found).length > 0 ? [] : rows));
}

/** The rows for a pair that are available now, the best one first; another one may have options that the best lacks. */
export function conversionRows(from: string, to: string, found: FoundPrograms): Conversion[] {
  return offered(conversionsByPair.get(`${from} ${to}`) ?? [], found);
}

/** The row among these, if one is, of the program that helps the engine of this row. */
export function helperOf({ helper }: Conversion, rows: readonly Conversion[]): Conversion | undefined {
  return rows.find(({ engine }) => engine === helper);
}

/** The engine for a pair if it is available; `undefined` if there is none. */
export function engineOf(from: string | undefined, to: string): EngineId | undefined {
  return conversionsByPair.get(`${from} ${to}`)?.[0]?.engine;
}

/** The formats that can be compressed with these programs. */
export function offeredCompressions(found: FoundPrograms): Compression[] {
  return offered(compressions, found);
}

/** Compressions that neither these programs nor our own engines support. */
export function installableCompressions(found: FoundPrograms): Compression[] {
  return compressions.filter((row) => !isOffered(row, found));
}

/** The row that compresses a format, whether its program is there or not. */
export function compressionRow(format: string | undefined): Compression | undefined {
  return format === undefined ? undefined : compressionsByFormat.get(format);
}

/** The combination into this format. */
export function combinationRow(to: string): Combination | undefined {
  return combinations.find((row) => row.to === to);
}

/** True if an engine converts files of this format. */
export function reads(engine: EngineId, format: string): boolean {
  return conversions.some((row) => row.engine === engine && row.from === format);
}

/** True if anything can currently be converted to this format. */
export function isTarget(format: string, found: FoundPrograms): boolean {
  return conversions.some((row) => row.to === format && isOffered(row, found));
}

function withHelper(row: Conversion, helper: Conversion): Conversion {
  const encoding: Loss[] = !row.lossy && helper.lossy ? ['encoding'] : [];
  return { ...row, losses: [...new Set([...row.losses, ...helper.losses, ...encoding])] };
}

function offered<Row extends { readonly engine: EngineId }>(
  rows: readonly Row[],
  found: FoundPrograms,
): Row[] {
  return rows.filter((row) => isOffered(row, found));
}

/** True if the row needs no program, or one that was found. */
export function isOffered({ engine }: { readonly engine: EngineId }, found: FoundPrograms): boolean {
  return !isProgramId(engine) || found.has(engine);
}

function conversionsOf({ id, conversions: rows }: EngineDescription<EngineId>): Conversion[] {
  return (rows?.() ?? []).map((row) => ({ ...row, engine: id }));
}

function compressionsOf({ id, compressions: rows }: EngineDescription<EngineId>): Compression[] {
  return (rows?.() ?? []).map((row) => ({ ...row, engine: id }));
}

function combinationsOf({ id, combinations: rows }: EngineDescription<EngineId>): Combination[] {
  return (rows?.() ?? []).map((row) => ({ ...row, engine: id }));
}

function pairOf({ from, to }: Conversion): string {
  return `${from} ${to}`;
}
