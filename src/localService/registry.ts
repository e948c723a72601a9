import { archiveConversions } from './converters/archive/rows.ts';
import { audioConversions } from './converters/audio/rows.ts';
import { calibreConversions } from './converters/calibre/rows.ts';
import { dataConversions } from './converters/data/rows.ts';
import { documentConversions, documentPrints } from './converters/document/rows.ts';
import { ffmpegConversions } from './converters/ffmpeg/rows.ts';
import { filmConversions } from './converters/film/rows.ts';
import { fontConversions } from './converters/font/rows.ts';
import { ghostscriptConversions } from './converters/ghostscript/rows.ts';
import { imageCompressions, imageConversions } from './converters/image/rows.ts';
import { imagePdfConversions } from './converters/imagePdf/rows.ts';
import { libreOfficeAdditions, libreOfficeConversions } from './converters/libreoffice/rows.ts';
import { remuxConversions } from './converters/media/remuxRows.ts';
import { packageCompressions } from './converters/package/rows.ts';
import { pandocConversions } from './converters/pandoc/rows.ts';
import { pdfCompressions } from './converters/pdf/compression/rows.ts';
import { pdfProseConversions } from './converters/pdf/prose/rows.ts';
import { pdfConversions } from './converters/pdf/rows.ts';
import type { CompressionRow, ConversionRow } from './converters/row.ts';
import { sheetConversions } from './converters/sheets/rows.ts';
import { svgCompressions } from './converters/svg/rows.ts';
import type { EngineId } from './converters/work.ts';
import type { FoundPrograms } from './programs/findPrograms.ts';
import { isProgramId } from './programs/programs.ts';

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
