import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import { type Disposable, toDisposable } from '../../util/disposable.ts';
import { ObjectMissing, type ObjectStore, type StoredObject } from './objectStore.ts';

/** The size of an upload's parts, and the number of parts in memory at once. */
const partBytes = 8 * 1024 ** 2;
const partsAtOnce = 2;
/** The memory for all uploads together. The AWS SDK needs about half as much again. */
const uploadBytes = 64 * 1024 ** 2;
/** The maximum number of parts that S3 accepts. */
const maxParts = 10_000;
/**
 * The time limits for a connection and for the next byte. The latter exceeds the time for which a caller may be silent
 * during a download.
 */
const connectMs = 10_000;
const maxSilenceMs = 150_000;
/** The time within which a download at a signed address must begin. */
const signedSeconds = 60;

interface S3StoreOptions {
  /** The origin at which clients reach the store, if they do. */
  readonly publicUrl?: string | undefined;
  /** The maximum time for which the store may be silent. */
  readonly silenceMs?: number;
}

/** Stores files in a bucket of any S3-compatible store. */
export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #uploads = new ByteBudget(uploadBytes);
  readonly sign: ObjectStore['sign'];
  readonly uploads: ObjectStore['uploads'];

  constructor(
    bucket: string,
    config: S3ClientConfig,
    { publicUrl, silenceMs = maxSilenceMs }: S3StoreOptions = {},
  ) {
    this.#bucket = bucket;
    const complete: S3ClientConfig = {
      // Without these limits, the AWS SDK would wait forever.
      requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
      ...config,
      forcePathStyle: true,
      // Only Amazon's store supports newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    };
    this.#client = new S3Client(complete);
    if (publicUrl === undefined) return;
    // A signature includes the host, so only a client with the public address can sign. It sends no requests.
    const signer = new S3Client({ ...complete, endpoint: publicUrl });
    this.sign = async (key, { contentType, contentDisposition }) => {
      const response = { ResponseContentType: contentType, ResponseContentDisposition: contentDisposition };
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...response });
      return getSignedUrl(signer, command, { expiresIn: signedSeconds });
    };
    const { protocol, hostname, host } = new URL(publicUrl);
    this.uploads = {
      // Stores check the digest of the content only if a header has the signature, not if the address has it.
      sign: async (key, bytes, sha256) => {
        const path = `/${bucket}/${key}`;
        const sent = {
          'content-length': String(bytes),
          'content-type': 'application/octet-stream',
          'x-amz-content-sha256': sha256,
        };
        const request = { method: 'PUT', protocol, hostname, path, query: {}, headers: { host, ...sent } };
        const signed = await (await signer.config.signer()).sign(request);
        // Clients set these headers themselves.
        const { host: _, 'content-length': __, ...headers } = signed.headers;
        return { url: publicUrl + path, headers };
      },
      sizeOf: async (key) => this.#sizeOf(key),
    };
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

  async #sizeOf(key: string): Promise<number | undefined> {
    try {
      return (await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })))
        .ContentLength;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  // Deletes files one by one, because deleting several at once requires a checksum that the AWS SDK no longer sends.
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

/** Limits the memory for transfers. Grants it in the order of the requests. */
class ByteBudget {
  #free: number;
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /**
   * Resolves when the requested memory is available. A request for more than the whole budget gets the whole budget.
   * Disposing the result frees the memory.
   */
  async take(bytes: number): Promise<Disposable> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ bytes, begin: resolve });
    this.#serve();
    await promise;
    return toDisposable(() => {
      this.#free += bytes;
      this.#serve();
    });
  }

  #serve(): void {
    for (let [next] = this.#waiting; next !== undefined && next.bytes <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.begin();
    }
  }
}
