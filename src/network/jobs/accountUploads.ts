import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type NewUpload, type SignedRequest, uploadPartBytes } from '../../contract/extensions.ts';
import type { ServiceError } from '../../contract/errors.ts';
import type { CallerUploads, StoredUpload } from '../../service/server/caller.ts';
import { serviceError } from '../../service/faults.ts';
import type { Database, Queryable } from '../database/database.ts';
import { hasSpace, saturated } from '../store/diskSpace.ts';
import { incomingKey, partName, type DirectUploads, type ObjectStore } from '../store/objectStore.ts';
import { isJobId } from './jobRow.ts';

/** Uploads that can't be used anymore, although no job uses them. */
export const isAbandoned = `used_at is null and created_at < now() - interval '1 hour'`;
const isUsable = `used_at is null and not (${isAbandoned})`;
/** The number of parts whose sizes the store is asked for at the same time. */
const checkedAtOnce = 8;

interface AccountUploadsParts {
  readonly database: Database;
  readonly store: Pick<ObjectStore, 'get'>;
  readonly uploads: DirectUploads;
  /** The space for files that no job has used yet, of all accounts. */
  readonly uploadSpaceBytes: number;
}

/** The files of one account that are stored in parts before they are submitted. They are the same on every node. */
export class AccountUploads implements CallerUploads {
  readonly #parts: AccountUploadsParts;
  readonly #account: string;

  constructor(parts: AccountUploadsParts, account: string) {
    this.#parts = parts;
    this.#account = account;
  }

  async create(bytes: number): Promise<NewUpload> {
    const { database, uploadSpaceBytes } = this.#parts;
    return database.transaction(async (connection) => {
      // Only one upload at a time reserves space.
      await connection.query(`select pg_advisory_xact_lock(hashtext('network.uploads'))`);
      // Abandoned uploads take space until the sweeper has deleted them.
      const { rows: sums } = await connection.query<{ all: number; own: number }>(
        `select coalesce(sum(bytes), 0)::float8 as all,
           coalesce(sum(bytes) filter (where account = $1), 0)::float8 as own
         from network.uploads where used_at is null`,
        [this.#account],
      );
      const { all, own } = sums[0] ?? { all: 0, own: 0 };
      if (!hasSpace(bytes, uploadSpaceBytes - all, own)) throw saturated();
      const { rows } = await connection.query<{ id: string }>(
        'insert into network.uploads (account, bytes) values ($1, $2) returning id',
        [this.#account, bytes],
      );
      return { id: rows[0]?.id ?? '', partBytes: uploadPartBytes };
    });
  }

  async sign(id: string, part: number, sha256: string): Promise<SignedRequest> {
    if (!isJobId(id)) throw notFound();
    const index = part + 1;
    const { rows } = await this.#parts.database.query<{ bytes: number }>(
      `update network.uploads set digests[$3] = $4
       where id = $1 and account = $2 and ${isUsable} and $3 between 1 and ceil(bytes::float8 / ${uploadPartBytes})
         and coalesce(digests[$3], $4) = $4
       returning bytes::float8 as bytes`,
      [id, this.#account, index, sha256],
    );
    const [upload] = rows;
    if (upload === undefined) throw notFound();
    return this.#parts.uploads.sign(incomingKey(id, partName(part)), sizeOfPart(upload.bytes, part), sha256);
  }

  async find(id: string): Promise<StoredUpload> {
    if (!isJobId(id)) throw notFound();
    const { rows } = await this.#parts.database.query<UploadRow>(
      `select bytes::float8 as bytes, digests, ${isUsable} as usable from network.uploads where id = $1 and account = $2`,
      [id, this.#account],
    );
    const [upload] = rows;
    if (upload === undefined) throw notFound();
    const { bytes, digests } = upload;
    return {
      id,
      bytes,
      digests,
      check: async () => this.#check(id, upload),
      fetch: async (path, signal, maxBytes = bytes) => {
        const content = upTo(maxBytes, this.#contentOf(id, digests.length));
        await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal });
      },
    };
  }

  async #check(id: string, { bytes, digests, usable }: UploadRow): Promise<void> {
    const { uploads } = this.#parts;
    if (!usable || digests.length !== Math.ceil(bytes / uploadPartBytes)) throw notFound();
    const parts = [...digests.keys()];
    while (parts.length > 0) {
      const some = parts.splice(0, checkedAtOnce);
      const sizes = await Promise.all(some.map((part) => uploads.sizeOf(incomingKey(id, partName(part)))));
      // The store has checked the digests, which are part of the signatures.
      if (some.some((part, index) => sizes[index] !== sizeOfPart(bytes, part))) throw notFound();
    }
  }

  async *#contentOf(id: string, parts: number): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part += 1)
      yield* await this.#parts.store.get(incomingKey(id, partName(part)));
  }
}

interface UploadRow {
  readonly bytes: number;
  readonly digests: readonly string[];
  readonly usable: boolean;
}

/**
 * Marks an upload as used, in the transaction that accepts its job.
 * @throws ServiceError `request.not_found` if another job has used it, or it has expired
 */
export async function markUploadUsed(connection: Queryable, account: string, id: string): Promise<void> {
  const { rowCount } = await connection.query(
    `update network.uploads set used_at = now() where id = $1 and account = $2 and ${isUsable}`,
    [id, account],
  );
  if (rowCount !== 1) throw notFound();
}

function sizeOfPart(bytes: number, part: number): number {
  return Math.min(uploadPartBytes, bytes - part * uploadPartBytes);
}

async function* upTo(maxBytes: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = maxBytes;
  for await (const chunk of content) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

function notFound(): ServiceError {
  return serviceError('request.not_found', 'There is no complete, unused upload with this identifier.');
}
