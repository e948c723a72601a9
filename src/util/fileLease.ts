import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import path from 'node:path';
import {
  hasEnded,
  leaseHolderSchema,
  ownLeaseHolder,
  type Processes,
  systemProcesses,
} from './leaseHolder.ts';
import type { Disposable } from './disposable.ts';
import { systemCode } from './systemCode.ts';

/** If a process takes longer than this to acquire a lease, it has died in the meantime. */
const takeoverMs = 60_000;

/** A file that names the process that is performing an exclusive task. */
export class FileLease implements Disposable {
  readonly #file: string;
  readonly #processes: Processes;
  #isHeld = false;
  #isDisposed = false;

  constructor(file: string, processes: Processes = systemProcesses) {
    this.#file = file;
    this.#processes = processes;
  }

  /**
   * Acquires the lease if no process holds it, or if its holder has ended. Returns true if this process holds the
   * lease.
   */
  async take(): Promise<boolean> {
    if (this.#isHeld || this.#isDisposed) return this.#isHeld;
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    // Locks the check together with the takeover, because a lease that looked abandoned may have a new holder by then.
    const lock = `${this.#file}.taking`;
    if (!(await create(lock, '')) && !(await isAbandoned(lock))) return false;
    try {
      if (await this.#isOthers()) return false;
      await rm(this.#file, { force: true });
      this.#isHeld = await create(this.#file, JSON.stringify(await ownLeaseHolder(this.#processes)));
    } finally {
      await rm(lock, { force: true });
    }
    // The lease was disposed in the meantime, so nothing else would release the file.
    if (this.#isDisposed) this.#release();
    return this.#isHeld;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#release();
  }

  #release(): void {
    if (this.#isHeld) rmSync(this.#file, { force: true });
    this.#isHeld = false;
  }

  async #isOthers(): Promise<boolean> {
    try {
      const holder = leaseHolderSchema.safeParse(JSON.parse(await readFile(this.#file, 'utf8')));
      return holder.success && !(await hasEnded(holder.data, this.#processes));
    } catch {
      return false;
    }
  }
}

async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** True if the process that created the lock has died. This process holds the lock then. */
async function isAbandoned(lock: string): Promise<boolean> {
  const facts = await stat(lock).catch(() => undefined);
  if (facts === undefined || Date.now() - facts.mtimeMs < takeoverMs) return false;
  await rm(lock, { force: true });
  return create(lock, '');
}
