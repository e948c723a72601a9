import type { Readable } from 'node:stream';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { SignedRequest } from '../../contract/extensions.ts';
import type { DownloadHeaders } from '../../service/server/caller.ts';

export interface StoredObject {
  readonly key: string;
  /** The time of the last change, in milliseconds since the Unix epoch. */
  readonly changedAt: number;
}

/** Files that clients store themselves. */
export interface DirectUploads {
  /**
   * Returns a request that stores a file with this size and SHA-256, in hex. It is secret, and valid for 15 minutes.
   * The store refuses other content, so repeating the request changes nothing.
   */
  sign(key: string, bytes: number, sha256: string): Promise<SignedRequest>;
  /** Returns the size of a file; `undefined` if there is none. */
  sizeOf(key: string): Promise<number | undefined>;
}

/**
 * A store for files between uploading, converting, and downloading. Keys are generated: words of letters, digits, `-`
 * and `.`, separated by `/`.
 */
export interface ObjectStore {
  /**
   * Stores a file. Resolves when the content would survive a crash. Until then, and if it fails, the key has no file.
   * Closes the content in any case.
   */
  put(key: string, content: Readable, bytes: number): Promise<void>;
  /** Reads a file. @throws ObjectMissing */
  get(key: string): Promise<Readable>;
  /**
   * Returns an address at which clients can download a file for a minute, with these headers. It is secret, and the file
   * may be missing. Absent if clients can't reach the store.
   */
  readonly sign?: ((key: string, headers: DownloadHeaders) => Promise<string>) | undefined;
  /** Absent if clients can't reach the store. */
  readonly uploads?: DirectUploads | undefined;
  /** Deletes a file. Does nothing if the file doesn't exist. */
  delete(key: string): Promise<void>;
  /** Lists the files whose keys start with the prefix. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Checks that the store can save files. @throws Error if it can't be reached or is full */
  check(): Promise<void>;
}

/** The store couldn't save a file, and kept no part of it. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(cause: unknown) {
    super('The store can’t save files right now.', { cause });
  }
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(key: string, options?: ErrorOptions) {
    super(`The store doesn’t contain ${key}.`, options);
  }
}

/** The prefixes of the keys of all submissions and all results. */
export const incomingPrefix = 'incoming/';
export const resultPrefix = 'jobs/';

/** Returns the key of a submitted file. The name is generated, such as `input-1`. */
export function incomingKey(job: string, name: string): string {
  return `${incomingPrefix}${job}/${name}`;
}

/** Returns the name of a part of a file that its sender stored in parts. */
export function partName(part: number): string {
  return `part-${part}`;
}

/** Returns the key of an attempt's result. Other attempts use other keys. */
export function resultKey(job: string, attempt: number): string {
  return `${resultPrefix}${job}/${attempt}/output`;
}

/** Returns the prefixes of all keys of a job. */
export function prefixesOf(job: string): readonly string[] {
  return [incomingPrefix, resultPrefix].map((prefix) => `${prefix}${job}/`);
}

/** Returns the id of the job that a key belongs to. */
export function jobOfKey(key: string): string {
  return key.split('/')[1] ?? '';
}

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a job's file in order to store it. Rejects links and pipes, because a compromised engine may have replaced the
 * file with a link to a file that only the node can read, or with a pipe that never ends.
 * @throws Error
 */
export async function openJobFile(
  file: string,
): Promise<{ readonly bytes: number; readonly content: Readable }> {
  const handle = await open(file, flags);
  const facts = await handle.stat();
  if (facts.isFile() && facts.nlink === 1) return { bytes: facts.size, content: handle.createReadStream() };
  await handle.close();
  throw new Error('The job’s file isn’t a regular file, or has several hard links');
}
