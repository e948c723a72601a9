import { closeSync, fdatasyncSync, writeSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file no longer has its name: another window took this one for dead and carries its jobs on. */
export class JournalLostError extends Error {
  override readonly name = 'JournalLostError';
}

/** An append-only file of lines. Lines that are appended while others are being written go to the disk together. */
export class JournalFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #lines: string[] = [];
  #appended = 0;
  #durable = 0;
  #sizeBytes = 0;
  #writing: Promise<void> | undefined;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** Creates the file with its first lines; it has its name only once they are on the disk. */
  static async create(path: string, lines: readonly string[]): Promise<JournalFile> {
    const partial = `${path}.new`;
    const handle = await open(partial, 'wx', 0o600);
    const file = new JournalFile(path, handle);
    try {
      await file.#write(lines.join(''));
      await rename(partial, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await handle.close();
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
   * Resolves once everything appended so far is on the disk; after a rejection the lines wait for the next flush.
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

  /** Writes what is left and closes, all before it returns: an extension that ends has no time to wait. */
  closeSync(): void {
    try {
      if (this.#lines.length > 0 && this.#writing === undefined) {
        writeSync(this.#handle.fd, this.#lines.join(''), this.#sizeBytes);
        fdatasyncSync(this.#handle.fd);
      }
    } finally {
      this.#lines = [];
      closeSync(this.#handle.fd);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #commit(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    try {
      await this.#checkName();
      await this.#write(lines.join(''));
      this.#durable += lines.length;
    } catch (error) {
      this.#lines = [...lines, ...this.#lines];
      throw error;
    }
  }

  async #write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    // Written at a position, so that a write that failed half-way is overwritten by the next.
    let written = 0;
    while (written < bytes.length) {
      const position = this.#sizeBytes + written;
      written += (await this.#handle.write(bytes, written, bytes.length - written, position)).bytesWritten;
    }
    await this.#handle.datasync();
    this.#sizeBytes += bytes.length;
  }

  async #checkName(): Promise<void> {
    const [named, own] = await Promise.all([stat(this.path).catch(() => undefined), this.#handle.stat()]);
    if (named?.ino !== own.ino) throw new JournalLostError('Another window adopted this journal.');
  }
}

/** Makes a change of names durable, where the system knows how to. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder as a file and needs no such thing.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
