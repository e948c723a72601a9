import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Readable } from 'node:stream';
import { ByteBudget } from './byteBudget.ts';
import { ObjectMissing, type ObjectStore, type StoredObject } from './objectStore.ts';

/** The size of an upload's parts, and the number in memory at once. */
const partBytes = 8 * 1024 ** 2;
const partsAtOnce = 2;
/** The memory of all uploads together; the library takes about half as much again. */
const uploadBytes = 64 * 1024 ** 2;
/** S3 accepts no more parts. */
const maxParts = 10_000;
/** The time limits for a connection, and for the next byte: longer than a caller may be silent during a download. */
const connectMs = 10_000;
const mostSilenceMs = 150_000;

/** A bucket of any S3-compatible store. */
export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #uploads = new ByteBudget(uploadBytes);

  /** The store may be silent for `silenceMs`. */
  constructor(bucket: string, config: S3ClientConfig, silenceMs = mostSilenceMs) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      // The library would wait forever.
      requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
      ...config,
      forcePathStyle: true,
      // Stores other than Amazon's don't support newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(key: string, content: Readable, bytes: number): Promise<void> {
    content.on('error', () => undefined);
    const partSize = Math.max(partBytes, Math.ceil(bytes / maxParts));
    const memory = await this.#uploads.take(Math.min(bytes, partsAtOnce * partSize, uploadBytes));
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: key, Body: content },
      partSize,
      queueSize: partsAtOnce,
    });
    try {
      await upload.done();
    } finally {
      memory.dispose();
      content.destroy();
    }
  }

  async get(key: string): Promise<Readable> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
      if (Body instanceof Readable) return Body;
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(key, { cause: error }) : error;
    }
    throw new ObjectMissing(key);
  }

  // One by one, as deleting several at once requires a checksum that the library no longer sends.
  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages) {
      for (const { Key, LastModified } of Contents) {
        if (Key !== undefined) yield { key: Key, changedAt: LastModified?.getTime() ?? Date.now() };
      }
    }
  }

  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}
