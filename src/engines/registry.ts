import type { Loss } from '../contract/losses.ts';
import type { Combination, Compression, Conversion, EngineDescription } from './api/engineDescription.ts';
import { extraction, isExtractable } from './archives/archives.ts';
import { audio } from './audio/audio.ts';
import { imagePreview, imageProbe, images, imagePart, magick } from './images/images.ts';
import { type EngineId, engines } from './index.ts';
import { pdfPreview } from './pdf/pdf.ts';
import type { FoundPrograms } from './programs/findPrograms.ts';
import { ghostscript } from './programs/ghostscript/ghostscript.ts';
import { isProgramId, type ProgramId } from './programs/programs.ts';
import { fileProbe } from './traits/traits.ts';
import { mediaProbe, remux } from './video/video.ts';

export interface RegisteredConversion extends Conversion {
  readonly engine: EngineId;
}

export interface RegisteredCompression extends Compression {
  readonly engine: EngineId;
}

export interface RegisteredCombination extends Combination {
  readonly engine: EngineId;
}

const allConversions = engines.flatMap(conversionsOf).toSorted(byPreference);
const conversionsByPair = Map.groupBy(allConversions, pairOf);
for (const [pair, candidates] of conversionsByPair) {
  // Most of the thousands of pairs have only one.
  if (candidates.length > 1) conversionsByPair.set(pair, ranked(candidates));
}
const asked = new Set([...conversionsByPair.values()].flat().filter(({ isUnlisted }) => isUnlisted !== true));

/**
 * All conversions, whether or not their programs are installed. If several engines support a pair of formats, each has
 * an entry.
 */
export const conversions: readonly RegisteredConversion[] = allConversions.filter((each) => asked.has(each));
export const compressions: readonly RegisteredCompression[] = engines.flatMap(compressionsOf);
export const combinations: readonly RegisteredCombination[] = engines.flatMap(combinationsOf);

const compressionsByFormat = new Map(compressions.map((each) => [each.format, each]));

/**
 * Returns the conversions that are available with these programs, one for each pair of formats. Their losses include
 * those of helpers.
 */
export function offeredConversions(found: FoundPrograms): RegisteredConversion[] {
  return [...conversionsByPair.values()].flatMap((candidates) => {
    const [first, ...others] = offered(candidates, found);
    if (!first || first.isUnlisted === true) return [];
    const helper = helperOf(first, others);
    return helper ? withHelper(first, helper) : first;
  });
}

/** Returns the conversions that would be available if the user installed another program. */
export function installableConversions(found: FoundPrograms): RegisteredConversion[] {
  return [...conversionsByPair.values()].flatMap((candidates) =>
    offered(candidates, found).length > 0 ? [] : candidates,
  );
}

/**
 * Returns the available conversions between two formats, the best one first. Others may have options that the best one
 * lacks.
 */
export function availableConversions(from: string, to: string, found: FoundPrograms): RegisteredConversion[] {
  return offered(conversionsByPair.get(`${from} ${to}`) ?? [], found);
}

/** Returns the candidate whose engine is the helper of this conversion, if there is one. */
export function helperOf(
  { helper }: RegisteredConversion,
  candidates: readonly RegisteredConversion[],
): RegisteredConversion | undefined {
  return candidates.find(({ engine }) => engine === helper);
}

/**
 * Returns the preferred engine for a pair of formats, even if its program is missing. Returns `undefined` if no engine
 * supports the pair.
 */
export function engineOf(from: string | undefined, to: string): EngineId | undefined {
  return conversionsByPair.get(`${from} ${to}`)?.[0]?.engine;
}

/** Returns the compressions that are available with these programs. */
export function offeredCompressions(found: FoundPrograms): RegisteredCompression[] {
  return offered(compressions, found);
}

/** Returns the compressions that would be available if the user installed another program. */
export function installableCompressions(found: FoundPrograms): RegisteredCompression[] {
  return compressions.filter((each) => !isOffered(each, found));
}

/** Returns the compression of a format, even if its program is missing. */
export function findCompression(format: string | undefined): RegisteredCompression | undefined {
  return format === undefined ? undefined : compressionsByFormat.get(format);
}

/** Returns the engine that extracts archives in this format, or `undefined` if none does. */
export function findExtractor(format: string | undefined): EngineId | undefined {
  return isExtractable(format) ? extraction.id : undefined;
}

export function findCombination(to: string): RegisteredCombination | undefined {
  return combinations.find((each) => each.to === to);
}

/** True if the engine converts files in this format. */
export function reads(engine: EngineId, format: string): boolean {
  return conversions.some((each) => each.engine === engine && each.from === format);
}

/** True if any available conversion produces this format. */
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

/** True if the engine needs no program, or if its program was found. */
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

type Ranked = Pick<Conversion, 'preference' | 'helper'>;

/** Sorts conversions by preference, the best first. */
export function byPreference(left: Ranked, right: Ranked): number {
  return preferenceOf(right) - preferenceOf(left);
}

/**
 * Sorts the conversions between two formats, the best first. Drops fallbacks unless all others may need a helper, and
 * then keeps only the best fallback.
 */
export function ranked<Entry extends Ranked>(candidates: readonly Entry[]): Entry[] {
  const { fillers = [], others = [] } = Object.groupBy(candidates.toSorted(byPreference), (each) =>
    preferenceOf(each) < 0 ? 'fillers' : 'others',
  );
  const isDone = others.some(({ helper }) => helper === undefined);
  return [...others, ...(isDone ? [] : fillers.slice(0, 1))];
}

function preferenceOf({ preference = 0 }: Ranked): number {
  return preference;
}

/** Describes how to create a preview of a file. */
export interface PreviewRoute {
  readonly engine: EngineId;
  /** A program that must be installed and converts the file to a PDF first. */
  readonly printer?: ProgramId;
  /** Returns the engine's options for a page. Pages start at 1. */
  readonly options: (page: number) => Readonly<Record<string, unknown>>;
}

const image: PreviewRoute = { engine: imagePreview.id, options: (page) => ({ page }) };
const pdf: PreviewRoute = { engine: pdfPreview.id, options: (page) => ({ pages: String(page) }) };
const postScript: PreviewRoute = { ...pdf, printer: ghostscript.id };

export const partEngine: EngineId = imagePart.id;

/** Returns how to preview a format, or `undefined` if there is no preview. Images, PDF, and PostScript have one. */
export function previewRoute(format: string): PreviewRoute | undefined {
  if (format === 'pdf') return pdf;
  if (reads(ghostscript.id, format)) return postScript;
  return reads(images.id, format) || reads(magick.id, format) ? image : undefined;
}

/** Returns the formats that have a preview. */
export function previewFormats(): string[] {
  const formats = new Set(conversions.map(({ from }) => from));
  return [...formats].filter((format) => previewRoute(format) !== undefined);
}

/** Returns the engine that detects the traits of files in a format. */
export function probeEngine(format: string): EngineId {
  if (reads(images.id, format)) return imageProbe.id;
  return reads(remux.id, format) || reads(audio.id, format) ? mediaProbe.id : fileProbe.id;
}
