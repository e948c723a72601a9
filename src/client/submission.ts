import { lastModifiedField } from '../contract/combinations.ts';
import type { RequestDialect } from '../contract/dialect.ts';
import { idempotencyKeyHeader, uploadField } from '../contract/extensions.ts';
import type { JsonObject } from '../contract/read.ts';
import { filePart, routes, targetFormatField } from '../contract/routes.ts';
import { tools } from '../contract/tools.ts';
import type { Submission, SubmittedFile } from '../jobs/core/service.ts';
import type { ByteReader } from '../util/bytes.ts';
import { frameMultipart, UploadBody } from './upload.ts';

/** A submission, whose file may have been uploaded before. */
export interface FileSubmission extends Submission {
  /** The identifier of the upload with the file, which is empty in the submission itself. */
  readonly upload?: string;
}

/** The endpoint for a submission (api.md, Endpoints 2 to 4; api-extensions.md, Combining 3). */
export function submissionPath({ tool, targetFormat }: FileSubmission): string {
  const named = tools[tool].takesTargetFormat ? undefined : targetFormat;
  return named === undefined ? routes.submission(tool) : routes.compression(named);
}

/** The headers of a submission, in addition to those of every request. */
export function submissionHeaders({ idempotencyKey }: FileSubmission): Readonly<Record<string, string>> {
  return idempotencyKey === undefined ? {} : { [idempotencyKeyHeader]: idempotencyKey };
}

/** The same submission of a file that has been uploaded before. */
export function withUpload(submission: FileSubmission, upload: string): FileSubmission {
  const files = submission.files.map((file) => ({ ...file, sizeBytes: 0, content: emptyReader }));
  return { ...submission, files, upload, onSent: () => {} };
}

const emptyReader: ByteReader = { read: async () => 0, close: async () => {} };

export function submissionBody(submission: FileSubmission, writing: RequestDialect): UploadBody {
  const { tool, targetFormat, options, files, upload } = submission;
  const fields = {
    ...(upload === undefined ? {} : { [uploadField]: upload }),
    ...(tools[tool].takesTargetFormat && targetFormat !== undefined
      ? { [targetFormatField]: targetFormat }
      : {}),
    ...(tools[tool].maxFiles > 1 ? datesOf(files) : {}),
    ...(options === undefined || Object.keys(options).length === 0 ? {} : optionFields(options, writing)),
  };
  return new UploadBody(frameMultipart(fields, filePart, files), submission);
}

/** Multipart forms have no dates for their files, so a field lists them. Omitted unless all dates are known. */
function datesOf(files: readonly SubmittedFile[]): Record<string, string> {
  const dates = files.flatMap(({ modifiedMs }) => modifiedMs ?? []);
  return dates.length === files.length ? { [lastModifiedField]: JSON.stringify(dates.map(Math.round)) } : {};
}

/** Conversion options in the encoding that the dialect requires (api.md, Left open). */
function optionFields(options: JsonObject, writing: RequestDialect): Record<string, string> {
  const field = writing.optionsField;
  if (writing.optionsEncoding === 'json') return { [field]: JSON.stringify(options) };
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      field === '' ? name : `${field}[${name}]`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
