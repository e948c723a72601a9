import { fields } from './dialect.ts';
import { formatNamed } from './formats/naming.ts';
import { asObject, pick } from './read.ts';

/** A format that several files can be combined into (api-extensions.md, Combining 2). */
export interface ListedCombination {
  readonly to: string;
  /** Formats of files that can be combined into the format `to`; `anyFormat` if all can. */
  readonly from: readonly string[] | typeof anyFormat;
}

/** Stands for all files, including those of unknown format. */
export const anyFormat = 'any';
/** The answer's field that contains the list of combinations. */
export const combinationsField = 'combinations';
/**
 * The field of a submission that contains the time of each file's last change: a JSON list of milliseconds since the
 * epoch.
 */
export const lastModifiedField = 'lastModified';

/** Query parameter of `GET /combine/schema` for the format of the combined file (api-extensions.md, Combining 9). */
export const combinationSchemaQuery = 'to';

/** Far more combinations than there are formats. */
const maxEntries = 200;
const maxSources = 2000;

/** Reads the list, given as objects or as a map from targets to sources. Entries that aren't understood are skipped. */
export function parseCombinations(body: unknown): ListedCombination[] {
  const object = asObject(body);
  const list = (object && pick(object, [combinationsField, ...fields.envelope.read])) ?? body;
  const entries = Array.isArray(list) ? list.map(entryOf) : Object.entries(asObject(list) ?? {});
  return entries.slice(0, maxEntries).flatMap(([to, from]) => {
    const target = formatNamed(to);
    const sources = sourcesOf(from);
    return target === undefined || sources === undefined ? [] : [{ to: target, from: sources }];
  });
}

/** True if files of this format, or of an unknown one, can be combined. */
export function takesFormat({ from }: Pick<ListedCombination, 'from'>, format: string | undefined): boolean {
  return from === anyFormat || (format !== undefined && from.includes(format));
}

function entryOf(entry: unknown): [to: unknown, from: unknown] {
  const object = asObject(entry) ?? {};
  return [pick(object, fields.pairTo.read), pick(object, fields.pairFrom.read)];
}

function sourcesOf(value: unknown): ListedCombination['from'] | undefined {
  if (value === anyFormat) return anyFormat;
  if (!Array.isArray(value)) return undefined;
  const formats = value.slice(0, maxSources).flatMap((each) => formatNamed(each) ?? []);
  return formats.length === 0 ? undefined : [...new Set(formats)];
}
