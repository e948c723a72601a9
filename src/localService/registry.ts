import { archiveConversions } from './converters/archive/rows.ts';
import { audioConversions } from './converters/audio/rows.ts';
import { calibreConversions } from './converters/calibre/rows.ts';
import { dataConversions } from './converters/data/rows.ts';
import { documentConversions, documentPrints } from './converters/document/rows.ts';
import { ffmpegConversions } from './converters/ffmpeg/rows.ts';
import { fontConversions } from './converters/font/rows.ts';
import { imageCompressions, imageConversions } from './converters/image/rows.ts';
import { imagePdfConversions } from './converters/imagePdf/rows.ts';
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
];
export const compressions: readonly CompressionRow[] = [
  ...imageCompressions,
  ...svgCompressions,
  ...packageCompressions,
  ...pdfCompressions,
];

/** Each pair once: an engine of ours comes before a program of the user's. */
export const conversions: readonly ConversionRow[] = firstOfEachPair([
  ...ownConversions,
  ...ffmpegConversions,
  ...pandocConversions,
  ...calibreConversions,
]);

const conversionsByPair = new Map(conversions.map((row) => [pairOf(row), row]));
const compressionsByFormat = new Map(compressions.map((row) => [row.format, row]));

export function conversionRow(from: string | undefined, to: string): ConversionRow | undefined {
  return conversionsByPair.get(`${from} ${to}`);
}

/** Whether the row can be used now: the program that it needs, if it needs one, is among those that were found. */
export function isOffered({ engine }: ConversionRow, found: FoundPrograms): boolean {
  return !isProgramId(engine) || found.has(engine);
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

function firstOfEachPair(rows: readonly ConversionRow[]): ConversionRow[] {
  const pairs = new Set<string>();
  return rows.filter((row) => {
    const isFirst = !pairs.has(pairOf(row));
    pairs.add(pairOf(row));
    return isFirst;
  });
}

function pairOf({ from, to }: ConversionRow): string {
  return `${from} ${to}`;
}
