import * as fs from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { retryWhileBusy } from '../../util/files.ts';
import { syncFolder } from '../core/diskFileStore.ts';

// Uses plain file descriptors, because a `FileHandle` can't be written or closed synchronously.
const open = promisify(fs.open);
const write = promisify(fs.write);
const datasync = promisify(fs.fdatasync);
const stat = promisify(fs.stat);

/** The error after another window considered this one dead, renamed its journal file, and continued its jobs. */
export class JournalLostError extends Error {
  override readonly name = 'JournalLostError';
}

/** An append-only file of lines. Lines that are appended during a write are written together afterwards. */
export class JournalFile {
  readonly path: string;
  readonly #descriptor: number;
  /** Identifies the file even after it is renamed. */
  readonly #inode: number;
  /** Lines that may not be on disk yet, in order. */
  #lines: string[] = [];
  #appended = 0;
  #durable = 0;
  #sizeBytes = 0;
  #writing: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  private constructor(path: string, descriptor: number) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#inode = fs.fstatSync(descriptor).ino;
  }

  /** Creates the file with its first lines. The file gets its name only once they are on disk. */
  static async create(path: string, lines: readonly string[]): Promise<JournalFile> {
    const partial = `${path}.new`;
    const file = new JournalFile(path, await open(partial, 'wx', 0o600));
    try {
      await file.#write(lines.join(''));
      await retryWhileBusy(() => rename(partial, path));
      await syncFolder(dirname(path));
    } catch (error) {
      await file.close();
      throw error;
    }
    return file;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  append(line: string): void {
    this.#lines.push(line);
    this.#appended += 1;
  }

  /**
   * Resolves once everything appended so far is on disk. After a rejection, the lines are written by the next flush.
   * @throws JournalLostError
   */
  async flush(): Promise<void> {
    const target = this.#appended;
    while (this.#durable < target) {
      this.#writing ??= this.#commit().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  /**
   * Writes the remaining lines and closes the file synchronously, because an extension that is shutting down has no
   * time to wait.
   */
  closeSync(): void {
    if (this.#closed !== undefined) return;
    if (this.#lines.length > 0 && this.#hasName(fs.statSync(this.path, { throwIfNoEntry: false }))) {
      // An ongoing write puts the same bytes at the same position.
      fs.writeSync(this.#descriptor, this.#lines.join(''), this.#sizeBytes);
      fs.fdatasyncSync(this.#descriptor);
    }
    void this.close();
  }

  /** Rejects new lines, and resolves once an ongoing write has ended. */
  async close(): Promise<void> {
    const close = (): void => fs.closeSync(this.#descriptor);
    // The descriptor stays open until an ongoing write has ended. Otherwise, the system could reuse its number for
    // another file.
    this.#closed ??= Promise.resolve(this.#writing).then(close, close);
    return this.#closed;
  }

  async #commit(): Promise<void> {
    if (this.#closed !== undefined) throw new JournalLostError('The journal is closed.');
    const count = this.#lines.length;
    const text = this.#lines.join('');
    await this.#checkName();
    await this.#write(text);
    // If another window adopted the file during the write, it may have read the file without these lines.
    await this.#checkName();
    this.#lines.splice(0, count);
    this.#durable += count;
  }

  async #checkName(): Promise<void> {
    if (this.#hasName(await stat(this.path).catch(() => undefined))) return;
    throw new JournalLostError('Another window adopted this journal.');
  }

  async #write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    // Writes at an explicit position, so that the next write overwrites a partial one.
    let written = 0;
    while (written < bytes.length) {
      const position = this.#sizeBytes + written;
      written += (await write(this.#descriptor, bytes, written, bytes.length - written, position))
        .bytesWritten;
    }
    await datasync(this.#descriptor);
    this.#sizeBytes += bytes.length;
  }

  #hasName(named: fs.Stats | undefined): boolean {
    return named?.ino === this.#inode;
  }
}
