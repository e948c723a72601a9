import * as z from 'zod/mini';
import { anyFormat, lastModifiedField, takesFormat } from '../../contract/combinations.ts';
import { requestDialect } from '../../contract/dialect.ts';
import { canonicalFormat, formatOfFileName } from '../../contract/formats/naming.ts';
import type { Loss } from '../../contract/losses.ts';
import { asObject, type JsonObject } from '../../contract/read.ts';
import { targetFormatField } from '../../contract/routes.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import type { WorkInput } from '../../engines/api/work.ts';
import type { ProgramFinder } from '../../engines/programs/findPrograms.ts';
import { isProgramId } from '../../engines/programs/programs.ts';
import { type RegisteredCombination, findCombination } from '../../engines/registry.ts';
import { effectiveFormat, sniffFormat } from '../../engines/sniff.ts';
import { parseJson } from '../../util/json.ts';
import { serviceError } from '../faults.ts';
import { type AssignedWork, type Assignment, checkOptions, assignEngine } from './submission.ts';
import type { ReceivedUpload, UploadedFile } from './upload.ts';

/** The list of found programs is reused for this long, for example for the other files of a batch. */
const heldMs = 1000;

/**
 * Finds the engine for a submission with one file, and the properties that its conversion may drop. `named` is the
 * format in the path.
 * @throws ServiceError as `assignEngine`, `readOptions` and `checkOptions` do
 */
export async function assignOneFile(
  tool: DocumentedToolId,
  { files: [file], fields }: ReceivedUpload,
  named: string | undefined,
  programs: ProgramFinder,
): Promise<AssignedWork & { readonly losses: readonly Loss[] }> {
  if (file === undefined) throw serviceError('request.no_files', 'No file is attached.');
  const { fileName, path: inputPath } = file;
  const sniffed = effectiveFormat(await sniffFormat(inputPath), fileName);
  const targetFormat = fields.get(targetFormatField);
  const found = await programs(heldMs);
  const options = readOptions(fields);
  const assignment = assignEngine({ tool, fileName, sniffed, named, targetFormat, options }, found);
  const assigned = ({ conversion, from }: Assignment) => ({
    engine: conversion.engine,
    program: isProgramId(conversion.engine) ? found.get(conversion.engine) : undefined,
    from,
    options: checkOptions({ conversion }, options),
  });
  const work = {
    fileName,
    ...assigned(assignment),
    helper: assignment.helper && assigned(assignment.helper),
    to: assignment.to,
    inputPath,
  };
  const { conversion } = assignment;
  return { work, cost: conversion.cost, losses: 'losses' in conversion ? conversion.losses : [] };
}

const dates = z.array(z.number());

/**
 * Finds the engine that combines a submission's files (api-extensions.md, Combining 3).
 * @throws ServiceError `request.invalid_target_format`, `conversions.unsupported_pair` with the name of an unsupported
 * file, `request.malformed`, and as `readOptions` and `checkOptions` do
 */
export async function assignSeveralFiles({ files, fields }: ReceivedUpload): Promise<AssignedWork> {
  const to = canonicalFormat(fields.get(targetFormatField) ?? '');
  if (to === '') throw serviceError('request.invalid_target_format', 'The field targetFormat is missing.');
  const combination = requireCombination(to);
  const changed = readDates(fields.get(lastModifiedField), files.length);
  const inputs: WorkInput[] = [];
  for (const [index, file] of files.entries()) {
    const { path, fileName } = file;
    inputs.push({ path, fileName, from: await formatFor(combination, file), modifiedMs: changed?.[index] });
  }
  const [first] = inputs;
  const work = {
    fileName: first?.fileName.split('/').at(-1) ?? '',
    engine: combination.engine,
    from: first?.from ?? anyFormat,
    options: checkOptions({ conversion: combination }, readOptions(fields)),
    to,
    inputPath: first?.path ?? '',
    inputs,
  };
  return { work, cost: combination.cost };
}

/**
 * The combination into a format.
 * @throws ServiceError `request.invalid_target_format`
 */
export function requireCombination(to: string): RegisteredCombination {
  const combination = findCombination(to);
  if (combination !== undefined) return combination;
  throw serviceError('request.invalid_target_format', `Files can’t be combined into ${to}.`);
}

/** The format of a file, if only some formats can be combined. */
async function formatFor(
  combination: RegisteredCombination,
  { path, fileName }: UploadedFile,
): Promise<string | undefined> {
  if (combination.from === anyFormat) return undefined;
  const shown = effectiveFormat(await sniffFormat(path), fileName);
  const format = [shown, formatOfFileName(fileName)].find((each) => takesFormat(combination, each));
  if (format !== undefined) return format;
  throw serviceError(
    'conversions.unsupported_pair',
    `${fileName} can’t be combined into a ${combination.to} file.`,
  );
}

function readDates(text: string | undefined, count: number): readonly number[] | undefined {
  if (text === undefined) return undefined;
  const parsed = dates.safeParse(parseJson(text));
  if (parsed.success && parsed.data.length === count) return parsed.data;
  const detail = `The field ${lastModifiedField} must be a JSON array with a number for each file.`;
  throw serviceError('request.malformed', detail);
}

/**
 * The options among the fields of a submission. The dialect allows two encodings: one field with a JSON object, or a
 * field per option, as in `options[quality]`.
 * @throws ServiceError `request.invalid_option`
 */
export function readOptions(fields: ReadonlyMap<string, string>): JsonObject {
  const { optionsField } = requestDialect.write;
  const options = new Map(Object.entries(readJson(fields.get(optionsField))));
  for (const [name, text] of fields) {
    if (!name.startsWith(`${optionsField}[`) || !name.endsWith(']')) continue;
    options.set(name.slice(optionsField.length + 1, -1), readScalar(text));
  }
  // Names such as `__proto__` become ordinary properties, which the schema rejects.
  const read = Object.fromEntries(options);
  if (hasOnlyStorableTexts(read)) return read;
  throw serviceError('request.invalid_option', 'The options contain invalid Unicode text.');
}

function readJson(text: string | undefined): JsonObject {
  if (text === undefined || text.trim() === '') return {};
  const value = asObject(parseJson(text));
  if (value === undefined) throw serviceError('request.invalid_option', 'The options must be a JSON object.');
  return value;
}

/** Converts the text of a form field: `80` and `true` become a number and a boolean. */
function readScalar(text: string): unknown {
  const value = parseJson(text);
  return typeof value === 'number' || typeof value === 'boolean' ? value : text;
}

/** True if all systems can store the text. Databases reject lone surrogates and NUL. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** True if all systems can store all names and texts in parsed JSON. */
function hasOnlyStorableTexts(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => isStorableText(name) && hasOnlyStorableTexts(each));
}
