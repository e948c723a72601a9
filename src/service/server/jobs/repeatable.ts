import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { idempotencyKeyHeader, minSignedUploadBytes, uploadPartBytes } from '../../../contract/extensions.ts';
import { pipeline } from 'node:stream/promises';
import { serviceError } from '../../faults.ts';
import { ownValue } from '../../../util/ownValue.ts';

/** Identifies a submission that its caller may send again without paying twice. */
export interface Repeatable {
  /** The idempotency key, unique for each submission of an account. */
  readonly key: string;
  /** The SHA-256, in hex, of everything that the job depends on. Equal for equal requests. */
  readonly fingerprint: string;
}

/** A submission that was accepted under an idempotency key. */
export interface AcceptedSubmission extends Pick<Repeatable, 'fingerprint'> {
  readonly jobId: string;
}

/** The form of a submission. */
interface Form {
  readonly files: readonly { readonly path: string; readonly fileName: string; readonly bytes: number }[];
  readonly fields: ReadonlyMap<string, string>;
}

const validKey = /^[\x21-\x7e]{1,255}$/;

/**
 * The idempotency key in a request's headers.
 * @throws ServiceError `request.malformed`
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = ownValue(headers, idempotencyKeyHeader.toLowerCase());
  if (key === undefined || (typeof key === 'string' && validKey.test(key))) return key;
  throw serviceError(
    'request.malformed',
    `The header ${idempotencyKeyHeader} must have 1 to 255 visible ASCII characters.`,
  );
}

/**
 * The fingerprint of a submission, to recognize equal ones. It is the same for a large file in the form and for one
 * that is stored in parts with these digests.
 */
export async function fingerprintOf(
  { url }: FastifyRequest,
  { files, fields }: Form,
  storedDigests?: readonly string[],
): Promise<string> {
  const names = files.map(({ fileName, bytes }) => [fileName, bytes]);
  const form = [...fields].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([url, names, form]));
  for (const file of files) {
    if (file.bytes < minSignedUploadBytes) await pipeline(createReadStream(file.path), hash, { end: false });
    else hash.update(JSON.stringify(storedDigests ?? (await digestsOfParts(file))));
  }
  return hash.digest('hex');
}

/** The SHA-256, in hex, of each part of a file. */
async function digestsOfParts({ path, bytes }: Form['files'][number]): Promise<string[]> {
  const digests: string[] = [];
  for (let start = 0; start < bytes; start += uploadPartBytes) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path, { start, end: start + uploadPartBytes - 1 }), hash);
    digests.push(hash.digest('hex'));
  }
  return digests;
}

/**
 * Checks that a submission equals the one that was accepted under its key.
 * @throws ServiceError `request.idempotency_key_reused` if it doesn't
 */
export function checkSameRequest({ fingerprint }: Repeatable, accepted: AcceptedSubmission): void {
  if (accepted.fingerprint === fingerprint) return;
  throw serviceError(
    'request.idempotency_key_reused',
    `A different request was sent with this ${idempotencyKeyHeader}.`,
  );
}
