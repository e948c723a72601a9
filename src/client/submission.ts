import type { Readable } from 'node:stream';
import type { WritingDialect } from '../contract/dialect.ts';
import type { JsonObject } from '../contract/read.ts';
import { filePart, routes, targetFormatField } from '../contract/routes.ts';
import { type ToolId, tools } from '../contract/tools.ts';
import { frameMultipart } from './http/multipart.ts';
import { Upload } from './http/upload.ts';

/** One file to be sent. */
export interface FileSubmission {
  readonly tool: ToolId;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** The file's bytes; consumed or destroyed by the submission. */
  readonly content: Readable;
  /** The target of a conversion. For a compression the file's type, where its name does not tell. */
  readonly targetFormat: string | undefined;
  readonly options: JsonObject | undefined;
  /** Called with the bytes of the file that have been handed over so far. */
  readonly onSent: (sentBytes: number) => void;
}

/** The endpoint for a submission (api.md, Endpoints 2 to 4). */
export function submissionPath({ tool, targetFormat }: FileSubmission): string {
  const named = tools[tool].takesTargetFormat ? undefined : targetFormat;
  return named === undefined ? routes.submission(tool) : routes.compression(named);
}

/** The multipart body of a submission. */
export function submissionBody(submission: FileSubmission, writing: WritingDialect): Upload {
  const { tool, targetFormat, options, fileName } = submission;
  const fields = {
    ...(tools[tool].takesTargetFormat && targetFormat !== undefined
      ? { [targetFormatField]: targetFormat }
      : {}),
    ...(options === undefined || Object.keys(options).length === 0 ? {} : optionFields(options, writing)),
  };
  return new Upload(frameMultipart(fields, { part: filePart, fileName }), submission);
}

/** Conversion options in the encoding of the dialect (api.md, Left open). */
function optionFields(options: JsonObject, writing: WritingDialect): Record<string, string> {
  const field = writing.optionsField;
  if (writing.optionsEncoding === 'json') return { [field]: JSON.stringify(options) };
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      field === '' ? name : `${field}[${name}]`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
