import * as z from 'zod/mini';
import { anyFormat, lastModifiedField, takesFormat } from '../../../contract/combinations.ts';
import { canonicalFormat, formatOfFileName } from '../../../contract/formats/naming.ts';
import { targetFormatField } from '../../../contract/routes.ts';
import type { WorkInput } from '../../../engines/api/work.ts';
import { effectiveFormat, sniffFormat } from '../../../engines/sniff.ts';
import { type RegisteredCombination, findCombination } from '../../../engines/registry.ts';
import { parseJson } from '../../../util/json.ts';
import { serviceError } from '../../faults.ts';
import { type AssignedWork, checkOptions } from './submission.ts';
import { readOptions } from './submittedOptions.ts';
import type { ReceivedUpload, UploadedFile } from './upload.ts';

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
