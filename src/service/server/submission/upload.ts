import type { FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isServiceError, type ServiceError } from '../../../contract/errors.ts';
import { filePart } from '../../../contract/routes.ts';
import { refusal } from '../../shared/refusal.ts';

/** A submission's form: its file is on the disk, its other fields are here. */
export interface Upload {
  readonly fileName: string;
  readonly bytes: number;
  readonly fields: ReadonlyMap<string, string>;
}

const maxFieldBytes = 64 * 1024;
const maxFields = 100;
/** One is worked on; a few more are read past. */
const maxFiles = 10;
/** No file system has longer ones. */
const maxNameLength = 255;
/** What a form may hold besides its file, so that a declared length above both is known to be too much. */
const maxFormBytes = 1024 * 1024;

/**
 * Streams a submission's file to `path`. The form's fields may stand before or after it.
 * @throws ServiceError `request.invalid_content_type`, `request.no_files`, `request.file_too_large` as soon as the
 * limit is passed, or `request.malformed`; what has come by then is the caller's to delete.
 */
export async function receiveUpload(
  request: FastifyRequest,
  path: string,
  maxFileBytes: number,
): Promise<Upload> {
  // Without a boundary there are no parts to be told apart.
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(request.headers['content-type'] ?? '')) {
    throw refusal('request.invalid_content_type', 'The submission must use multipart/form-data.');
  }
  if (Number(request.headers['content-length']) > maxFileBytes + maxFormBytes) throw tooLarge(maxFileBytes);
  try {
    return await readForm(request, path, maxFileBytes);
  } catch (error) {
    // A fault of the disk is the service's own; anything else is one of the form.
    if (isServiceError(error) || (error instanceof Error && 'syscall' in error)) throw error;
    const isTooMuch = error instanceof Error && 'code' in error && tooMuch.has(error.code);
    throw isTooMuch
      ? malformed(`A form holds at most ${maxFields} fields and ${maxFiles} files.`)
      : malformed('The form of the submission is incomplete or malformed.');
  }
}

/** What the framework says of a form over its limits. */
const tooMuch: ReadonlySet<unknown> = new Set(['FST_FIELDS_LIMIT', 'FST_FILES_LIMIT', 'FST_PARTS_LIMIT']);

async function readForm(request: FastifyRequest, path: string, maxFileBytes: number): Promise<Upload> {
  const limits = {
    fieldSize: maxFieldBytes,
    fields: maxFields,
    files: maxFiles,
    parts: maxFields + maxFiles,
    fileSize: Number.POSITIVE_INFINITY,
  };
  const fields = new Map<string, string>();
  let file: { fileName: string; bytes: number } | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      // The parser leaves the name of a part that has none undefined, whatever its types say.
      const name: string | undefined = part.fieldname;
      if (name === undefined) continue;
      // The parser cuts what is longer.
      if (name.length > maxNameLength)
        throw malformed(`A field has a name of more than ${maxNameLength} characters.`);
      if (part.valueTruncated) throw malformed(`The field ${name} holds more than 64 KB.`);
      fields.set(name, typeof part.value === 'string' ? part.value : JSON.stringify(part.value));
    } else if (part.fieldname !== filePart) {
      part.file.resume();
    } else if (file) {
      throw malformed('A submission carries one file.');
    } else {
      const fileName = safeName(part.filename);
      file = { fileName, bytes: await save(part.file, path, maxFileBytes) };
    }
  }
  if (file === undefined) throw refusal('request.no_files', `No file is attached as “${filePart}”.`);
  return { ...file, fields };
}

async function save(content: NodeJS.ReadableStream, path: string, maxFileBytes: number): Promise<number> {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxFileBytes) done(tooLarge(maxFileBytes));
      else done(null, chunk);
    },
  });
  await pipeline(content, counter, createWriteStream(path, { mode: 0o600 }));
  return bytes;
}

/**
 * The base name, on the rules of every system, without characters that no file should have.
 * @throws ServiceError `request.malformed`
 */
function safeName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  if (base.length > maxNameLength)
    throw malformed(`The file has a name of more than ${maxNameLength} characters.`);
  // eslint-disable-next-line no-control-regex
  return base.replaceAll(/[\u0000-\u001f\u007f]/g, '') || 'file';
}

function malformed(detail: string): ServiceError {
  return refusal('request.malformed', detail);
}

function tooLarge(maxFileBytes: number): ServiceError {
  const megabytes = Math.floor(maxFileBytes / 1024 ** 2);
  return refusal('request.file_too_large', `The file exceeds the limit of ${megabytes} MB.`);
}
