import { canonicalFormat, formatOfFileName } from '../contract/format.ts';
import type { JsonObject } from '../contract/read.ts';
import type { ToolId } from '../contract/tools.ts';
import { refusal } from './refusal.ts';
import type { CompressionRow, ConversionRow } from './converters/row.ts';
import type { FoundPrograms } from './programs/findPrograms.ts';
import { compressionRow, conversionRows, engineOf, isTarget, reads } from './registry.ts';
import { unsupportedPair } from './unsupportedPair.ts';

/** What a request asks for, once its file is on the disk. */
export interface Submission {
  readonly tool: ToolId;
  readonly fileName: string;
  /** The format that the content shows, where it shows any. */
  readonly sniffed: string | undefined;
  /** The format that the path names: `POST /compress/{format}`. */
  readonly named: string | undefined;
  readonly targetFormat: string | undefined;
  readonly options: JsonObject;
}

/** The row that does the work, and the formats on both sides of it. */
export interface Route {
  readonly row: ConversionRow | CompressionRow;
  readonly from: string;
  readonly to: string;
}

/**
 * Finds the row for a submission. What the file's content shows wins over what its name says.
 * @throws ServiceError `request.invalid_target_format`, `conversions.unsupported_pair`, `compressions.unsupported_format`
 */
export function routeSubmission(submission: Submission, found: FoundPrograms): Route {
  return submission.tool === 'convert' ? routeConversion(submission, found) : routeCompression(submission);
}

function routeConversion(
  { fileName, sniffed, targetFormat, options }: Submission,
  found: FoundPrograms,
): Route {
  if (!targetFormat) {
    throw refusal('request.invalid_target_format', 'The field targetFormat is missing.');
  }
  const to = canonicalFormat(targetFormat);
  const sources = [sniffed, formatOfFileName(fileName)].filter((from) => from !== undefined);
  const rows = sources.map((from) => conversionRows(from, to, found)).find(({ length }) => length > 0) ?? [];
  // A program may do the pair better, and yet not what is asked for, such as opening an encrypted document.
  const row = rows.find((each) => each.options.safeParse(options).success) ?? rows[0];
  if (row) return { row, from: sourceOf(row, sniffed), to };
  const source = sources.find((from) => engineOf(from, to) !== undefined);
  if (source === undefined && !isTarget(to, found)) {
    throw refusal('request.invalid_target_format', `${targetFormat} is not a format that files can become.`);
  }
  throw unsupportedPair(source ?? sources[0] ?? 'A file of unknown type', to);
}

/** An engine is told what the content shows, where that is its business: an SVG under the name of XML is XML. */
function sourceOf({ engine, from }: ConversionRow, sniffed: string | undefined): string {
  return sniffed !== undefined && reads(engine, sniffed) ? sniffed : from;
}

function routeCompression({ fileName, sniffed, named }: Submission): Route {
  const claimed = named === undefined ? formatOfFileName(fileName) : canonicalFormat(named);
  if (named !== undefined && compressionRow(claimed) === undefined) {
    throw refusal('compressions.unsupported_format', `${named} can’t be compressed.`);
  }
  const row = compressionRow(sniffed) ?? compressionRow(claimed);
  if (row) return { row, from: row.format, to: row.format };
  const from = claimed ?? 'A file of unknown type';
  throw refusal('compressions.unsupported_format', `${from} can’t be compressed.`);
}

/** Reads the options of a submission against the schema of its row. @throws ServiceError `request.invalid_option` */
export function checkOptions({ row }: Route, options: JsonObject): JsonObject {
  const parsed = row.options.safeParse(options);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue?.path.join('.') ?? '';
  const reason = issue?.message ?? 'Invalid input';
  throw refusal('request.invalid_option', name === '' ? `${reason}.` : `The option ${name}: ${reason}.`);
}
