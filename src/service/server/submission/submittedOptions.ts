import { requestDialect } from '../../../contract/dialect.ts';
import { asObject, type JsonObject } from '../../../contract/read.ts';
import { parseJson } from '../../../util/json.ts';
import { serviceError } from '../../faults.ts';

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
