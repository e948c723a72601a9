import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemCode } from '../../util/files.ts';
import { type ObjectStore, type StoredObject, ObjectMissing } from './objectStore.ts';
import { DiskSpace } from './diskSpace.ts';

/** The suffix of an incomplete file. */
const partial = '.partial';

/**
 * Stores files in a folder that all nodes share, on one computer or on a network file system that preserves synced
 * data.
 */
export class FolderStore implements ObjectStore {
  readonly #root: string;
  readonly #diskSpace: DiskSpace;

  constructor(root: string) {
    this.#root = path.resolve(root);
    this.#diskSpace = new DiskSpace(this.#root);
  }

  async put(key: string, content: Readable): Promise<void> {
    // The content may fail before it is read. The pipeline then reports the error.
    content.on('error', () => undefined);
    const file = this.#fileOf(key);
    const temporary = `${file}.${randomUUID()}${partial}`;
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const handle = await open(temporary, 'wx', 0o600);
      await pipeline(content, handle.createWriteStream({ flush: true }));
      await rename(temporary, file);
    } catch (error) {
      content.destroy();
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Readable> {
    const file = this.#fileOf(key);
    try {
      return (await open(file, 'r')).createReadStream();
    } catch (error) {
      throw isMissing(error) ? new ObjectMissing(key, { cause: error }) : error;
    }
  }

  async delete(key: string): Promise<void> {
    const file = this.#fileOf(key);
    await rm(file, { force: true });
    // Also removes empty parent folders, up to the prefix.
    for (
      let folder = path.dirname(file);
      path.dirname(folder) !== this.#root;
      folder = path.dirname(folder)
    ) {
      try {
        await rmdir(folder);
      } catch {
        return;
      }
    }
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const folder = this.#fileOf(prefix);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
      (error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      },
    );
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const facts = await stat(file).catch(() => undefined);
      if (facts === undefined) continue;
      yield { key: path.relative(this.#root, file).split(path.sep).join('/'), changedAt: facts.mtimeMs };
    }
  }

  async check(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    await this.#diskSpace.check();
  }

  #fileOf(key: string): string {
    return path.join(this.#root, ...key.split('/'));
  }
}

function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT';
}
