import { rm } from 'node:fs/promises';
import { uploadField } from '../../../contract/extensions.ts';
import { headBytes } from '../../../contract/formats/formatOfHead.ts';
import type { Disposable } from '../../../util/disposable.ts';
import { serviceError } from '../../faults.ts';
import type { Awaitable, CallerUploads, StoredUpload } from '../caller.ts';
import type { Measure } from './price.ts';
import { type ReceivedUpload, tooLarge, type UploadLimits } from './upload.ts';

/** A form whose file is stored in parts. The file on disk only has the bytes that show its format. */
interface StoredForm extends ReceivedUpload {
  readonly stored: StoredUpload;
}

/**
 * Finds the upload that a form with an empty file names (api-extensions.md, Signed uploads).
 * @returns `undefined` if the form names none
 * @throws ServiceError `request.not_found`, `request.malformed`, `request.file_too_large`
 */
export async function findStored(
  { files: [file], fields }: ReceivedUpload,
  uploads: CallerUploads | undefined,
  limits: Pick<UploadLimits, 'maxFiles' | 'maxBytes'>,
): Promise<StoredForm | undefined> {
  const id = fields.get(uploadField);
  if (id === undefined) return undefined;
  if (uploads === undefined) throw serviceError('request.not_found', 'This service has no signed uploads.');
  if (file === undefined || file.bytes > 0 || limits.maxFiles > 1)
    throw serviceError('request.malformed', 'The file of a submission that names an upload must be empty.');
  const stored = await uploads.find(id);
  const { bytes } = stored;
  if (bytes > limits.maxBytes) throw tooLarge(limits);
  const others = new Map([...fields].filter(([name]) => name !== uploadField));
  return { stored, files: [{ ...file, bytes }], bytes, fields: others };
}

/** Checks an upload, and writes the bytes that show its format. @throws ServiceError `request.not_found` */
export async function fetchHead({ stored, files: [file] }: StoredForm, signal: AbortSignal): Promise<void> {
  await stored.check();
  if (file) await stored.fetch(file.path, signal, headBytes);
}

/** Writes an upload to disk to measure it, and deletes it afterwards. `reserve` reserves the space. */
export function measureStored(
  stored: StoredUpload,
  measure: Measure,
  reserve: (bytes: number) => Awaitable<Disposable>,
): Measure {
  return async (work, account, signal) => {
    const space = await reserve(stored.bytes);
    try {
      await stored.fetch(work.inputPath, signal);
      return await measure(work, account, signal);
    } finally {
      await rm(work.inputPath, { force: true });
      space.dispose();
    }
  };
}
