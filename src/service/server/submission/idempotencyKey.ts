import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { idempotencyKeyHeader } from '../../../contract/extensions.ts';
import { own } from '../../../util/own.ts';
import { serviceError } from '../../faults.ts';
import type { ReceivedUpload } from './upload.ts';

const validKey = /^[\x21-\x7e]{1,255}$/;

/**
 * The key under which a submission may be repeated.
 * @throws ServiceError `request.malformed`
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = own(headers, idempotencyKeyHeader.toLowerCase());
  if (key === undefined || (typeof key === 'string' && validKey.test(key))) return key;
  throw serviceError(
    'request.malformed',
    `The header ${idempotencyKeyHeader} takes 1 to 255 visible ASCII characters.`,
  );
}

/** The fingerprint of a submission. */
export async function fingerprintOf(
  { url }: FastifyRequest,
  { files, fields }: ReceivedUpload,
): Promise<string> {
  const names = files.map(({ fileName, bytes }) => [fileName, bytes]);
  const form = [...fields].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([url, names, form]));
  for (const file of files) await pipeline(createReadStream(file.path), hash, { end: false });
  return hash.digest('hex');
}
