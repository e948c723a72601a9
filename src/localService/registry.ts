import { archiveConversions } from './converters/archive/rows.ts';
import { audioConversions } from './converters/audio/rows.ts';
import { dataConversions } from './converters/data/rows.ts';
import { documentConversions } from './converters/document/rows.ts';
import { fontConversions } from './converters/font/rows.ts';
import { imageCompressions, imageConversions } from './converters/image/rows.ts';
import { imagePdfConversions } from './converters/imagePdf/rows.ts';
import { remuxConversions } from './converters/media/remuxRows.ts';
import { packageCompressions } from './converters/package/rows.ts';
import { pdfCompressions } from './converters/pdf/compression/rows.ts';
import { pdfProseConversions } from './converters/pdf/prose/rows.ts';
import { pdfConversions } from './converters/pdf/rows.ts';
import type { CompressionRow, ConversionRow } from './converters/row.ts';
import { sheetConversions } from './converters/sheets/rows.ts';
import { svgCompressions } from './converters/svg/rows.ts';
import type { EngineId } from './converters/work.ts';

export const conversions: readonly ConversionRow[] = [
  ...imageConversions,
  ...imagePdfConversions,
  ...pdfConversions,
  ...pdfProseConversions,
  ...sheetConversions,
  ...dataConversions,
  ...documentConversions,
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

const conversionsByPair = new Map(conversions.map((row) => [`${row.from} ${row.to}`, row]));
const compressionsByFormat = new Map(compressions.map((row) => [row.format, row]));
const targets = new Set(conversions.map((row) => row.to));

export function conversionRow(from: string | undefined, to: string): ConversionRow | undefined {
  return conversionsByPair.get(`${from} ${to}`);
}

export function compressionRow(format: string | undefined): CompressionRow | undefined {
  return format === undefined ? undefined : compressionsByFormat.get(format);
}

/** Whether an engine converts files of this format. */
export function reads(engine: EngineId, format: string): boolean {
  return conversions.some((row) => row.engine === engine && row.from === format);
}

/** Whether anything at all can become this format. */
export function isTarget(format: string): boolean {
  return targets.has(format);
}
