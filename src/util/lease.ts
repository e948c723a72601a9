import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Disposable } from './disposable.ts';
import { systemCode } from './files.ts';
import { removeAll, removeFolderSync } from './folders.ts';

/** The process that holds a lease on files. It is written beside the files, for other processes to read. */
export const leaseHolderSchema = z.object({
  pid: z.int(),
  /**
   * When the process started, to distinguish it from a later process with the same id. Absent if the system doesn't
   * report it.
   */
  startedAt: z.optional(z.string()),
  /** The machine or container, because others may share the disk, and have their own process ids. */
  host: z.string(),
});

export type LeaseHolder = z.infer<typeof leaseHolderSchema>;

/** This process, and what it can find out about others on the same machine. */
export interface Processes {
  readonly pid: number;
  isRunning(pid: number): boolean;
  /** A process's start time as a text that can be compared; `undefined` if the system doesn't report it. */
  startedAt(pid: number): Promise<string | undefined>;
}

export const systemProcesses: Processes = {
  pid: process.pid,
  isRunning(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // The process exists if the error is that this process may not signal it.
      return systemCode(error) === 'EPERM';
    }
  },
  startedAt: processStart,
};

/** Describes this process as the holder of a lease. */
export async function ownLeaseHolder(processes: Processes = systemProcesses): Promise<LeaseHolder> {
  const { pid } = processes;
  const startedAt = await processes.startedAt(pid);
  return { pid, host: os.hostname(), ...(startedAt === undefined ? {} : { startedAt }) };
}

/** True if the holder has certainly ended. */
export async function hasEnded(
  { pid, startedAt, host }: LeaseHolder,
  processes: Processes = systemProcesses,
): Promise<boolean> {
  if (host !== os.hostname()) return false;
  if (!processes.isRunning(pid)) return true;
  if (startedAt === undefined) return false;
  const now = await processes.startedAt(pid);
  return now !== undefined && now !== startedAt;
}

/**
 * A process's start time as a text that can be compared, if the system reports it. It is needed because the process's
 * id may have been reused.
 */
export async function processStart(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  try {
    if (platform === 'linux') {
      // The start time is field 22. The second field is a name in parentheses that may contain spaces and parentheses.
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    if (platform === 'darwin') {
      // Windows with different languages and time zones must get the same text.
      const env = { LC_ALL: 'C', TZ: 'UTC' };
      const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { env });
      return stdout.trim();
    }
  } catch {
    // The process doesn't exist, or access is denied.
  }
  return undefined;
}

/** A private folder of this process. Disposing it deletes the folder. */
export class LeasedFolder implements Disposable {
  readonly path: string;
  readonly #onWillRemove: ((folder: string) => void) | undefined;

  private constructor(folder: string, onWillRemove?: (folder: string) => void) {
    this.path = folder;
    this.#onWillRemove = onWillRemove;
  }

  /**
   * Creates the folder in `parent`, and deletes folders that dead processes left there. Calls `onWillRemove` before
   * each deletion, to clean up elsewhere. A dot before the name hides a folder among the user's files.
   */
  static async create(
    parent: string,
    onWillRemove?: (folder: string) => void,
    before: '' | '.' = '',
  ): Promise<LeasedFolder> {
    await mkdir(parent, { recursive: true });
    const folder = path.join(parent, before + leasedFolderPrefix + randomBytes(8).toString('hex'));
    await Promise.all([sweepDeadOwners(parent, onWillRemove), makeLeased(folder)]);
    return new LeasedFolder(folder, onWillRemove);
  }

  dispose(): void {
    this.#onWillRemove?.(this.path);
    removeFolderSync(this.path);
  }
}

async function makeLeased(folder: string): Promise<void> {
  const [holder] = await Promise.all([ownLeaseHolder(), mkdir(folder, { mode: 0o700 })]);
  await writeFile(path.join(folder, leaseFile), JSON.stringify(holder), { mode: 0o600 });
}

/** The file in a leased folder that names its holder. */
const leaseFile = 'lease.json';

/** Start of every leased folder's name, possibly after a dot. 16 hexadecimal digits follow it. */
const leasedFolderPrefix = 'fun-';

/**
 * Deletes the folders of dead owners. Calls `onWillRemove` before each deletion. Skips folders that can't be read or
 * deleted.
 */
export async function sweepDeadOwners(
  parent: string,
  onWillRemove: (folder: string) => void = () => undefined,
): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!isLeasedFolder(name)) continue;
    const folder = path.join(parent, name);
    try {
      if (!(await isOurs(folder)) || !(await hasDeadOwner(folder))) continue;
      onWillRemove(folder);
      await removeAll([folder]);
    } catch {
      // The folder has been deleted, or its owner is about to write the lease.
    }
  }
}

function isLeasedFolder(name: string): boolean {
  const plain = name.replace(/^\./, '');
  return (
    plain.startsWith(leasedFolderPrefix) && /^[0-9a-f]{16}$/.test(plain.slice(leasedFolderPrefix.length))
  );
}

/**
 * True if the folder belongs to this user. In a shared temporary folder, another user may have created a folder or link
 * with this name.
 */
async function isOurs(folder: string): Promise<boolean> {
  const facts = await lstat(folder);
  return facts.isDirectory() && (process.getuid === undefined || facts.uid === process.getuid());
}

async function hasDeadOwner(folder: string): Promise<boolean> {
  const text = await readFile(path.join(folder, leaseFile), 'utf8');
  const holder = leaseHolderSchema.safeParse(JSON.parse(text));
  return holder.success && (await hasEnded(holder.data));
}

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
