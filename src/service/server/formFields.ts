import * as z from 'zod/mini';
import { lastModifiedField } from '../../contract/combinations.ts';
import { requestDialect } from '../../contract/dialect.ts';
import { asObject, type JsonObject } from '../../contract/read.ts';
import { targetFormatField } from '../../contract/routes.ts';
import type { ToolId } from '../../contract/tools.ts';
import { parseJson } from '../../util/json.ts';
import type { TaskRequest } from '../assignment.ts';
import { serviceError } from '../faults.ts';
import type { ReceivedUpload } from './upload.ts';

/**
 * The request in a submission's form (api.md, Endpoints 2 to 4; api-extensions.md, Combining 3).
 * @param named the format in the path
 * @throws ServiceError `request.invalid_option`, `request.malformed`
 */
export function requestIn(
  tool: ToolId,
  { files, fields }: ReceivedUpload,
  named: string | undefined,
): TaskRequest {
  const changed = tool === 'combine' ? readDates(fields.get(lastModifiedField), files.length) : undefined;
  return {
    tool,
    files: files.map(({ path, fileName }, index) => ({ path, fileName, modifiedMs: changed?.[index] })),
    named,
    targetFormat: fields.get(targetFormatField),
    options: readOptions(fields),
  };
}

const dates = z.array(z.number());

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
