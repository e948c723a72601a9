import { parseSubmission } from '../../../src/contract/jobRecord.ts';
import { routes, targetFormatField } from '../../../src/contract/routes.ts';
import type { DocumentedToolId } from '../../../src/contract/tools.ts';
import { formBody, type FormFile } from '../http/formBody.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import type { RawRequest } from '../http/rawHttp.ts';
import { NotObservable, type RuleContext } from '../rule.ts';
import { damagedPng } from '../samples.ts';
import { ensureAllOk, jsonOf } from './expect.ts';
import { compressible, conversion, conversionPairs } from './formats.ts';

/** Changes to the default submission. */
export interface Difference extends Pick<RawRequest, 'headers' | 'key'> {
  readonly path?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: Partial<FormFile>;
}

/** Submits a sample that the server supports, once. */
export async function submit(
  context: RuleContext,
  tool: DocumentedToolId,
  difference: Difference = {},
): Promise<RawAnswer> {
  const { path = routes.submission(tool), fields, file, ...rest } = difference;
  const { sample, targetFormat } =
    tool === 'convert'
      ? await conversion(context)
      : { sample: await compressible(context), targetFormat: undefined };
  const plainFields = targetFormat === undefined ? {} : { [targetFormatField]: targetFormat };
  const body = formBody(fields ?? plainFields, { ...sample, ...file });
  return context.http.send({ method: 'POST', path, body, ...rest });
}

/** Submits a file whose fault is only found when it is decoded. */
export async function submitDamaged(context: RuleContext): Promise<RawAnswer> {
  const pairs = await conversionPairs(context);
  const to = pairs.find((pair) => pair.from === 'png')?.to;
  if (to === undefined) throw new NotObservable('The server lists no conversion of png files.');
  return submit(context, 'convert', {
    fields: { [targetFormatField]: to },
    file: { name: 'damaged.png', content: damagedPng() },
  });
}

/** The identifier of an accepted submission. @throws Violation, ShapeError */
export function jobIdOf(answer: RawAnswer): string {
  return parseSubmission(jsonOf(answer)).jobId;
}

/**
 * Checks that all submissions are accepted, each with the identifier of a job. Resolves to the evidence.
 * @throws Violation, ShapeError
 */
export async function ensureAccepted(submissions: readonly Promise<RawAnswer>[]): Promise<string> {
  const seen = await ensureAllOk(submissions);
  for (const submission of submissions) jobIdOf(await submission);
  return seen;
}
