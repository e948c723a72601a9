import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Configuration, ConfigurationError } from '../configuration.ts';
import { settings, variableOf } from '../settings.ts';
import { FolderStore } from './folderStore.ts';
import {
  type ObjectStore,
  ObjectMissing,
  StoreUnavailable,
  type StoredObject,
  incomingKey,
} from './objectStore.ts';
import { S3Store } from './s3Store.ts';

const scheme = 's3://';

/** Opens the store that the configuration names. @throws ConfigurationError */
export function openStore(configuration: Configuration): ObjectStore {
  const { store, s3Endpoint, s3PublicUrl, s3Region, s3AccessKeyId, s3SecretAccessKey } = configuration;
  if (store === undefined) {
    throw new ConfigurationError(`Set ${variableOf('store')} to ${settings.store.expected}.`);
  }
  if (!store.startsWith(scheme)) return new FolderStore(store);
  const bucket = store.slice(scheme.length);
  if (!/^[a-z0-9][a-z0-9.-]+$/.test(bucket)) {
    throw new ConfigurationError(`${variableOf('store')} has an invalid bucket name: ${store}.`);
  }
  if ((s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined)) {
    const [id, secret] = [variableOf('s3AccessKeyId'), variableOf('s3SecretAccessKey')];
    throw new ConfigurationError(`Set both ${id} and ${secret}, or neither.`);
  }
  const config = {
    region: s3Region,
    ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
    // Without configured keys, the AWS SDK uses the default credentials of the machine.
    ...(s3AccessKeyId === undefined || s3SecretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }),
  };
  return new S3Store(bucket, config, { publicUrl: s3PublicUrl });
}

/** The maximum size of the test file that is written after the store has rejected a file. */
const maxProbeBytes = 8 * 1024 ** 2;

/**
 * A store that counts as unusable after it rejected a file, for example because it is full. It is usable again once it
 * accepts a test file of the same size.
 */
export class WatchedStore implements ObjectStore {
  readonly #store: ObjectStore;
  readonly #onDidFail: (operation: string) => void;
  #rejectedBytes: number | undefined;

  constructor(store: ObjectStore, onDidFail: (operation: string) => void) {
    this.#store = store;
    this.#onDidFail = onDidFail;
  }

  async put(key: string, content: Readable, bytes: number): Promise<void> {
    try {
      await this.#watch('put', this.#store.put(key, content, bytes));
    } catch (error) {
      this.#rejectedBytes = Math.min(bytes, maxProbeBytes);
      throw new StoreUnavailable(error);
    }
  }

  async get(key: string): Promise<Readable> {
    return this.#watch('get', this.#store.get(key));
  }

  get sign(): ObjectStore['sign'] {
    return this.#store.sign;
  }

  get uploads(): ObjectStore['uploads'] {
    return this.#store.uploads;
  }

  async delete(key: string): Promise<void> {
    await this.#watch('delete', this.#store.delete(key));
  }

  list(prefix: string): AsyncIterable<StoredObject> {
    return this.#store.list(prefix);
  }

  async check(): Promise<void> {
    await this.#watch('check', this.#check());
  }

  async #watch<T>(operation: string, result: Promise<T>): Promise<T> {
    return result.catch((error: unknown) => {
      if (!(error instanceof ObjectMissing)) this.#onDidFail(operation);
      throw error;
    });
  }

  async #check(): Promise<void> {
    await this.#store.check();
    if (this.#rejectedBytes === undefined) return;
    // If the test file can't be deleted, the sweeper finds it under this prefix.
    const key = incomingKey(`probe-${randomUUID()}`, 'input');
    await this.#store.put(key, Readable.from([Buffer.alloc(this.#rejectedBytes)]), this.#rejectedBytes);
    this.#rejectedBytes = undefined;
    await this.#store.delete(key);
  }
}
