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

/** A process that needs this long to take over a lease has died meanwhile. */
const takeoverMs = 60_000;

/** A file that names the process with an exclusive task. */
export class FileLease implements Disposable {
  readonly #file: string;
  readonly #processes: Processes;
  #isHeld = false;
  #isDisposed = false;

  constructor(file: string, processes: Processes = systemProcesses) {
    this.#file = file;
    this.#processes = processes;
  }

  /** True if this process holds the lease, after taking it from nobody or from a process that has ended. */
  async take(): Promise<boolean> {
    if (this.#isHeld || this.#isDisposed) return this.#isHeld;
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    // Locks the check and the takeover: a lease that looked abandoned may have a new holder by now.
    const lock = `${this.#file}.taking`;
    if (!(await create(lock, '')) && !(await isAbandoned(lock))) return false;
    try {
      if (await this.#isOthers()) return false;
      await rm(this.#file, { force: true });
      this.#isHeld = await create(this.#file, JSON.stringify(await ownLeaseHolder(this.#processes)));
    } finally {
      await rm(lock, { force: true });
    }
    // Disposed meanwhile, so nobody else would release it.
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

/** True if the lock's owner has died; the lock is free then. */
async function isAbandoned(lock: string): Promise<boolean> {
  const facts = await stat(lock).catch(() => undefined);
  if (facts === undefined || Date.now() - facts.mtimeMs < takeoverMs) return false;
  await rm(lock, { force: true });
  return create(lock, '');
}
