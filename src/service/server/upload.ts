import type { FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingMessage } from 'node:http';
import { isServiceError, type ServiceError } from '../../contract/errors.ts';
import { filePart } from '../../contract/routes.ts';
import { untilAborted } from '../../util/abort.ts';
import { type Disposable, toDisposable } from '../../util/disposable.ts';
import { systemCode } from '../../util/files.ts';
import { serviceError } from '../faults.ts';

/** A submitted file that has been stored on disk. */
export interface UploadedFile {
  readonly path: string;
  /** The submitted name: a base name, or a path if there are several files. */
  readonly fileName: string;
  readonly bytes: number;
}

/** The content of a submission's form: files on disk, and other fields. */
export interface ReceivedUpload {
  /** The files. There is at least one. */
  readonly files: readonly UploadedFile[];
  /** Total size of all files. */
  readonly bytes: number;
  readonly fields: ReadonlyMap<string, string>;
}

export interface UploadLimits {
  readonly maxFiles: number;
  /** Maximum size of all files together. */
  readonly maxBytes: number;
  readonly pace?: UploadPace | undefined;
  /** Refuses the upload. Its reason is a ServiceError. */
  readonly signal: AbortSignal;
}

const maxFieldBytes = 64 * 1024;
const maxFields = 100;
/** Maximum number of files under other field names, which are read and discarded. */
const maxOtherFiles = 9;
const maxFieldNameLength = 255;
/**
 * Maximum size of a form without its files. A submission is rejected early if its declared length exceeds both limits.
 */
const maxFormBytes = 1024 * 1024;
const maxPartHeadBytes = 8 * 1024;

/**
 * The maximum length of a submission's body: its declared length, or else the limit.
 * @throws ServiceError `request.file_too_large` if the declared length is too large
 */
export function checkLength({ headers }: FastifyRequest, limits: UploadLimits): number {
  const maxBytes = maxBodyBytes(limits);
  const length = Number(headers['content-length'] ?? maxBytes);
  if (length > maxBytes) throw tooLarge(limits);
  return length;
}

function maxBodyBytes({ maxFiles, maxBytes }: UploadLimits): number {
  return maxBytes + maxFormBytes + maxFiles * maxPartHeadBytes;
}

/**
 * Stores a submission's files in a folder while they arrive. The other fields may come before or after the files.
 * @throws ServiceError `request.invalid_content_type`, `request.no_files`, `request.file_too_large` as soon as the
 * limit is exceeded, `queue.pool_saturated` if the disk is full, or `request.malformed`; the caller then deletes the
 * files that have arrived
 */
export async function receiveUpload(
  request: FastifyRequest,
  folder: string,
  limits: UploadLimits,
): Promise<ReceivedUpload> {
  // Without a boundary, the body has no parts.
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(request.headers['content-type'] ?? '')) {
    throw serviceError('request.invalid_content_type', 'The submission must use multipart/form-data.');
  }
  const { raw } = request;
  const brokenOff = new AbortController();
  // If the body ended early before the form parser started, the parser would wait forever.
  const onClose = (): void => {
    if (!raw.complete) brokenOff.abort();
  };
  if (raw.closed) onClose();
  else raw.once('close', onClose);
  const signal = AbortSignal.any([brokenOff.signal, limits.signal]);
  const watched = limitBody(raw, {
    maxBytes: maxBodyBytes(limits),
    pace: limits.pace,
    onTooLong: () => brokenOff.abort(tooLarge(limits)),
  });
  try {
    signal.throwIfAborted();
    return await untilAborted(readForm(request, folder, limits, signal), signal);
  } catch (error) {
    if (diskFullCodes.has(systemCode(error))) {
      throw serviceError('queue.pool_saturated', 'There’s no space for more files. Try again shortly.');
    }
    // Other disk errors are the service's own fault. All other errors are faults of the form.
    if (isServiceError(error) || (error instanceof Error && 'syscall' in error)) throw error;
    const isTooMuch = error instanceof Error && 'code' in error && tooMuch.has(error.code);
    throw isTooMuch
      ? malformed(`A form can have at most ${maxFields} fields and ${limits.maxFiles + maxOtherFiles} files.`)
      : malformed('The form of the submission is incomplete or malformed.');
  } finally {
    watched.dispose();
    raw.off('close', onClose);
  }
}

/** The system's error codes for a full disk and an exceeded quota. */
const diskFullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** The framework's error codes for a form that exceeds its limits. */
const tooMuch: ReadonlySet<unknown> = new Set(['FST_FIELDS_LIMIT', 'FST_FILES_LIMIT', 'FST_PARTS_LIMIT']);

async function readForm(
  request: FastifyRequest,
  folder: string,
  limits: UploadLimits,
  signal: AbortSignal,
): Promise<ReceivedUpload> {
  const { maxFiles } = limits;
  const parserLimits = {
    fieldSize: maxFieldBytes,
    fields: maxFields,
    files: maxFiles + maxOtherFiles,
    parts: maxFields + maxFiles + maxOtherFiles,
    fileSize: Number.POSITIVE_INFINITY,
  };
  const fields = new Map<string, string>();
  const files: UploadedFile[] = [];
  let bytes = 0;
  const count = (more: number): void => {
    bytes += more;
    if (bytes > limits.maxBytes) throw tooLarge(limits);
  };
  for await (const part of request.parts({ limits: parserLimits, preservePath: true })) {
    if (part.type === 'field') {
      // For a part without a name, the parser returns `undefined`, despite its types.
      const name: string | undefined = part.fieldname;
      if (name === undefined) continue;
      // The parser cuts longer names off.
      if (name.length > maxFieldNameLength)
        throw malformed(`A field’s name has more than ${maxFieldNameLength} characters.`);
      if (part.valueTruncated) throw malformed(`The field ${name} has more than 64 KB.`);
      fields.set(name, typeof part.value === 'string' ? part.value : JSON.stringify(part.value));
    } else if (part.fieldname !== filePart) {
      part.file.resume();
    } else if (files.length === maxFiles) {
      throw malformed(
        maxFiles === 1
          ? 'A submission must have exactly one file.'
          : `A submission can have at most ${maxFiles} files.`,
      );
    } else {
      const fileName = maxFiles === 1 ? safeName(part.filename) : safePath(part.filename);
      const filePath = path.join(folder, files.length === 0 ? 'input' : `input-${files.length}`);
      files.push({ path: filePath, fileName, bytes: await save(part.file, filePath, count, signal) });
    }
  }
  if (files.length === 0) throw serviceError('request.no_files', `No file is attached as “${filePart}”.`);
  return { files, bytes, fields };
}

async function save(
  content: NodeJS.ReadableStream,
  filePath: string,
  count: (more: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      try {
        count(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : null);
      }
    },
  });
  await pipeline(content, counter, createWriteStream(filePath, { mode: 0o600 }), { signal });
  return bytes;
}

function malformed(detail: string): ServiceError {
  return serviceError('request.malformed', detail);
}

/** The error for files that are too large. */
export function tooLarge({ maxFiles, maxBytes }: Pick<UploadLimits, 'maxFiles' | 'maxBytes'>): ServiceError {
  const megabytes = Math.floor(maxBytes / 1024 ** 2);
  const what = maxFiles === 1 ? 'The file exceeds' : 'The files together exceed';
  return serviceError('request.file_too_large', `${what} the limit of ${megabytes} MB.`);
}

/** The minimum speed of an upload: bytes per interval. */
export interface UploadPace {
  readonly bytes: number;
  readonly everyMs: number;
}

interface BodyLimits {
  /** Maximum size of the whole body, including its multipart framing. */
  readonly maxBytes: number;
  readonly pace?: UploadPace | undefined;
  readonly onTooLong: () => void;
}

/**
 * Counts the bytes of a body while other code reads it, which must start immediately. Closes a connection that is
 * slower than the minimum speed.
 */
export function limitBody(request: IncomingMessage, { maxBytes, pace, onTooLong }: BodyLimits): Disposable {
  let bytes = 0;
  let sinceTick = 0;
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    sinceTick += chunk.length;
    if (bytes > maxBytes) onTooLong();
  };
  const tick = (): void => {
    // If there is unread data, the service is the cause of the delay, not the caller.
    const waitsForUs = request.isPaused() || request.readableLength > 0;
    if (pace !== undefined && sinceTick < pace.bytes && !waitsForUs && !request.complete)
      request.socket.destroy();
    sinceTick = 0;
  };
  request.on('data', onData);
  const timer = pace && setInterval(tick, pace.everyMs).unref();
  return toDisposable(() => {
    clearInterval(timer);
    request.off('data', onData);
  });
}

/** No file system has longer names. */
const maxNameLength = 255;
const maxPathLength = 4096;

/**
 * The base name of a submitted file, by the rules of all operating systems, without characters that don't belong in a
 * name.
 * @throws ServiceError `request.malformed`
 */
export function safeName(name: string): string {
  return cleaned(name.split(/[/\\]/).at(-1) ?? '') || 'file';
}

/**
 * The relative path of one of several submitted files, with `/` between folders. It never leads to a parent folder or a
 * drive.
 * @throws ServiceError `request.malformed`
 */
export function safePath(name: string): string {
  if (name.length > maxPathLength)
    throw serviceError('request.malformed', `The file’s path has more than ${maxPathLength} characters.`);
  const parts = name.split(/[/\\]/).map(cleaned);
  const own = parts.filter((part, index) => !/^\.{0,2}$/.test(part) && !(index === 0 && isDrive(part)));
  return own.join('/') || 'file';
}

function cleaned(part: string): string {
  if (part.length > maxNameLength)
    throw serviceError('request.malformed', `The file’s name has more than ${maxNameLength} characters.`);
  if (!part.isWellFormed())
    throw serviceError('request.malformed', 'The file’s name isn’t valid Unicode text.');
  // eslint-disable-next-line no-control-regex
  return part.replaceAll(/[\u0000-\u001f\u007f]/g, '');
}

function isDrive(part: string): boolean {
  return /^[a-z]:$/i.test(part);
}
