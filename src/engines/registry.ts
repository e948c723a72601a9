import type { Loss } from '../contract/losses.ts';
import type { EngineDescription } from './api/engineDescription.ts';
import type { Combination, Compression, Conversion } from './api/conversion.ts';
import { type EngineId, engines } from './index.ts';
import { byPreference, ranked } from './preference.ts';
import type { FoundPrograms } from './programs/findPrograms.ts';
import { isProgramId } from './programs/programs.ts';

/** A conversion with the engine that does it. */
export interface RegisteredConversion extends Conversion {
  readonly engine: EngineId;
}

/** A compression with the engine that does it. */
export interface RegisteredCompression extends Compression {
  readonly engine: EngineId;
}

/** A combination with the engine that makes it. */
export interface RegisteredCombination extends Combination {
  readonly engine: EngineId;
}

const allConversions = engines.flatMap(conversionsOf).toSorted(byPreference);
const conversionsByPair = new Map(
  [...Map.groupBy(allConversions, pairOf)].map(([pair, candidates]) => [pair, ranked(candidates)] as const),
);
const asked = new Set([...conversionsByPair.values()].flat().filter(({ isUnlisted }) => isUnlisted !== true));

/** All conversions, whatever is installed: a pair is listed once for each engine that supports it. */
export const conversions: readonly RegisteredConversion[] = allConversions.filter((each) => asked.has(each));
export const compressions: readonly RegisteredCompression[] = engines.flatMap(compressionsOf);
export const combinations: readonly RegisteredCombination[] = engines.flatMap(combinationsOf);

const compressionsByFormat = new Map(compressions.map((each) => [each.format, each]));

/** The conversions available with these programs, each pair once, with the possible losses of helpers. */
export function offeredConversions(found: FoundPrograms): RegisteredConversion[] {
  return [...conversionsByPair.values()].flatMap((candidates) => {
    const [first, ...others] = offered(candidates, found);
    if (!first || first.isUnlisted === true) return [];
    const helper = helperOf(first, others);
    return helper ? withHelper(first, helper) : first;
  });
}

/** The conversions that need another program. */
export function installableConversions(found: FoundPrograms): RegisteredConversion[] {
  return [...conversionsByPair.values()].flatMap((candidates) =>
    offered(candidates, found).length > 0 ? [] : candidates,
  );
}

/** The available conversions of a pair, the best one first; another one may have options that the best lacks. */
export function availableConversions(from: string, to: string, found: FoundPrograms): RegisteredConversion[] {
  return offered(conversionsByPair.get(`${from} ${to}`) ?? [], found);
}

/** The conversion among the candidates by the program that helps this engine, if any. */
export function helperOf(
  { helper }: RegisteredConversion,
  candidates: readonly RegisteredConversion[],
): RegisteredConversion | undefined {
  return candidates.find(({ engine }) => engine === helper);
}

/** The engine for a pair if it is available; `undefined` if there is none. */
export function engineOf(from: string | undefined, to: string): EngineId | undefined {
  return conversionsByPair.get(`${from} ${to}`)?.[0]?.engine;
}

/** The formats that can be compressed with these programs. */
export function offeredCompressions(found: FoundPrograms): RegisteredCompression[] {
  return offered(compressions, found);
}

/** Compressions that neither these programs nor our own engines support. */
export function installableCompressions(found: FoundPrograms): RegisteredCompression[] {
  return compressions.filter((each) => !isOffered(each, found));
}

/** The compression of a format, even if its program is missing. */
export function findCompression(format: string | undefined): RegisteredCompression | undefined {
  return format === undefined ? undefined : compressionsByFormat.get(format);
}

/** The combination into this format. */
export function findCombination(to: string): RegisteredCombination | undefined {
  return combinations.find((each) => each.to === to);
}

/** True if an engine converts files of this format. */
export function reads(engine: EngineId, format: string): boolean {
  return conversions.some((each) => each.engine === engine && each.from === format);
}

/** True if anything can currently be converted to this format. */
export function isTarget(format: string, found: FoundPrograms): boolean {
  return conversions.some((each) => each.to === format && isOffered(each, found));
}

function withHelper(conversion: RegisteredConversion, helper: RegisteredConversion): RegisteredConversion {
  const encoding: Loss[] = !conversion.lossy && helper.lossy ? ['encoding'] : [];
  return { ...conversion, losses: [...new Set([...conversion.losses, ...helper.losses, ...encoding])] };
}

function offered<Entry extends { readonly engine: EngineId }>(
  candidates: readonly Entry[],
  found: FoundPrograms,
): Entry[] {
  return candidates.filter((each) => isOffered(each, found));
}

/** True if it needs no program, or one that was found. */
export function isOffered({ engine }: { readonly engine: EngineId }, found: FoundPrograms): boolean {
  return !isProgramId(engine) || found.has(engine);
}

function conversionsOf({ id, conversions: list }: EngineDescription<EngineId>): RegisteredConversion[] {
  return (list?.() ?? []).map((each) => ({ ...each, engine: id }));
}

function compressionsOf({ id, compressions: list }: EngineDescription<EngineId>): RegisteredCompression[] {
  return (list?.() ?? []).map((each) => ({ ...each, engine: id }));
}

function combinationsOf({ id, combinations: list }: EngineDescription<EngineId>): RegisteredCombination[] {
  return (list?.() ?? []).map((each) => ({ ...each, engine: id }));
}

function pairOf({ from, to }: RegisteredConversion): string {
  return `${from} ${to}`;
}
