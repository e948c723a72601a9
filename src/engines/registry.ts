import type { CompressionRow, ConversionRow } from './api/row.ts';
import type { EngineId } from './api/work.ts';
import { archiveConversions } from './archives/rows.ts';
import { audioConversions } from './audio/rows.ts';
import { dataConversions } from './data/rows.ts';
import { documentConversions, documentPrints } from './documents/rows.ts';
import { fontConversions } from './fonts/rows.ts';
import { imageCompressions, imageConversions } from './images/rows.ts';
import { packageCompressions } from './officeArchives/rows.ts';
import { pdfCompressions } from './pdf/compression/rows.ts';
import { imagePdfConversions } from './pdf/fromImages/rows.ts';
import { pdfProseConversions } from './pdf/prose/rows.ts';
import { pdfConversions } from './pdf/rows.ts';
import { calibreConversions } from './programs/calibre/rows.ts';
import { ffmpegConversions } from './programs/ffmpeg/rows.ts';
import type { FoundPrograms } from './programs/findPrograms.ts';
import { ghostscriptConversions } from './programs/ghostscript/rows.ts';
import { libreOfficeAdditions, libreOfficeConversions } from './programs/libreoffice/rows.ts';
import { pandocConversions } from './programs/pandoc/rows.ts';
import { isProgramId } from './programs/programs.ts';
import { sheetConversions } from './spreadsheets/rows.ts';
import { svgCompressions } from './svg/rows.ts';
import { filmConversions } from './video/animation/rows.ts';
import { remuxConversions } from './video/remux/rows.ts';

const ownConversions: readonly ConversionRow[] = [
  ...imageConversions,
  ...imagePdfConversions,
  ...pdfConversions,
  ...pdfProseConversions,
  ...sheetConversions,
  ...dataConversions,
  ...documentConversions,
  ...documentPrints,
  ...fontConversions,
  ...archiveConversions,
  ...audioConversions,
  ...remuxConversions,
  ...filmConversions,
];
export const compressions: readonly CompressionRow[] = [
  ...imageCompressions,
  ...svgCompressions,
  ...packageCompressions,
  ...pdfCompressions,
];

/** What programs of the user's do besides, each pair by one of them. */
const additions = Map.groupBy(
  [
    ...libreOfficeAdditions,
    ...ffmpegConversions,
    ...pandocConversions,
    ...calibreConversions,
    ...ghostscriptConversions,
  ],
  pairOf,
);
for (const row of [...libreOfficeConversions, ...ownConversions]) {
  if (row.helper === undefined) additions.delete(pairOf(row));
}

/**
 * In order of preference: a pair stands here twice where a program of the user's does better what we do without it, or
 * helps with what we can't.
 */
export const conversions: readonly ConversionRow[] = [
  ...libreOfficeConversions,
  ...ownConversions,
  ...[...additions.values()].flatMap(([first]) => first ?? []),
];

const conversionsByPair = Map.groupBy(conversions, pairOf);
const compressionsByFormat = new Map(compressions.map((row) => [row.format, row]));

/** The rows that can be used with these programs, each pair once, with what may be lost if their helpers do the work. */
export function offeredConversions(found: FoundPrograms): ConversionRow[] {
  return [...conversionsByPair.values()].flatMap((rows) => {
    const [first, ...others] = offered(rows, found);
    if (!first) return [];
    const helper = helperOf(first, others);
    return helper ? withHelper(first, helper) : first;
  });
}

/** The rows of pairs that none of these programs does, nor we. */
export function installableConversions(found: FoundPrograms): ConversionRow[] {
  return [...conversionsByPair.values()].flatMap((rows) => (offered(rows, found).length > 0 ? [] : rows));
}

/** The rows that can do the pair now, the best one first; another takes options that the best does not. */
export function conversionRows(from: string, to: string, found: FoundPrograms): ConversionRow[] {
  return offered(conversionsByPair.get(`${from} ${to}`) ?? [], found);
}

/** The row among these, if one is, of the program that helps the engine of this row. */
export function helperOf(
  { helper }: ConversionRow,
  rows: readonly ConversionRow[],
): ConversionRow | undefined {
  return rows.find(({ engine }) => engine === helper);
}

/** What does the pair where it is installed; `undefined` for one that nothing does. */
export function engineOf(from: string | undefined, to: string): EngineId | undefined {
  return conversionsByPair.get(`${from} ${to}`)?.[0]?.engine;
}

export function compressionRow(format: string | undefined): CompressionRow | undefined {
  return format === undefined ? undefined : compressionsByFormat.get(format);
}

/** Whether an engine converts files of this format. */
export function reads(engine: EngineId, format: string): boolean {
  return conversions.some((row) => row.engine === engine && row.from === format);
}

/** Whether anything at all can become this format now. */
export function isTarget(format: string, found: FoundPrograms): boolean {
  return conversions.some((row) => row.to === format && isOffered(row, found));
}

function withHelper(row: ConversionRow, helper: ConversionRow): ConversionRow {
  const encoding = !row.lossy && helper.lossy ? ['encoding'] : [];
  return { ...row, drops: [...new Set([...row.drops, ...helper.drops, ...encoding])] };
}

function offered(rows: readonly ConversionRow[], found: FoundPrograms): ConversionRow[] {
  return rows.filter((row) => isOffered(row, found));
}

/** Whether the program that the row needs, if it needs one, is among those that were found. */
function isOffered({ engine }: ConversionRow, found: FoundPrograms): boolean {
  return !isProgramId(engine) || found.has(engine);
}

function pairOf({ from, to }: ConversionRow): string {
  return `${from} ${to}`;
}
