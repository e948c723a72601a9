import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter, type Event } from '../../util/emitter.ts';
import { systemCode } from '../../util/files.ts';
import type { UndoEntry } from '../core/undoEntry.ts';
import type { Job } from '../core/job.ts';
import type { JobRecorder } from '../core/jobStore.ts';
import { encodeRecord, type JournalRecord, journalVersion, withholdSecrets } from './journalRecord.ts';
import { JournalFile, JournalLostError } from './journalFile.ts';

// Files below this size aren't compacted. It is small enough to read quickly, and so large that a journal of 1,000 live
// jobs is seldom rewritten.
const compactFromBytes = 1024 * 1024;
const compactFactor = 4;
/** Maximum delay for writing several records together. */
const gatherMs = 50;

/**
 * One owner's durable log of all changes to its jobs, and of their effects on folders. Records made before `open` are
 * written when it is called.
 */
export class Journal implements JobRecorder, Disposable {
  readonly #folder: string;
  readonly #owner: string;
  readonly #log: (message: string) => void;
  readonly #lost = new Emitter<void>();
  /** The latest line of each job and effect, by key. */
  readonly #live = new Map<string, string>();
  #liveBytes = 0;
  /** Orders the records of a job in several files. A later owner starts with a higher number. */
  #revision = 0;
  #file: JournalFile | undefined;
  #fileName: string | undefined;
  readonly #created = new Set<string>();
  /** Records made while a new file is being created. The new file contains only earlier ones. */
  #meanwhile: string[] | undefined;
  #starting: Promise<JournalFile | undefined> | undefined;
  #compacting: Promise<void> | undefined;
  #reopening: Promise<void> | undefined;
  /** The file that is being replaced, or was, because its folder was deleted. */
  #reopened: JournalFile | undefined;
  /** The timer for writing records that no caller waits for. */
  #writer: { readonly timer: NodeJS.Timeout; readonly isUrgent: boolean } | undefined;
  #disposed = false;

  /** Fires if another window considered this one dead, and continues its jobs. */
  readonly onDidLose: Event<void> = this.#lost.event;

  constructor(folder: string, owner: string, log: (message: string) => void) {
    this.#folder = folder;
    this.#owner = owner;
    this.#log = log;
  }

  /**
   * Creates this owner's file with everything recorded so far.
   * @throws an error of the file system, or JournalLostError if the journal was disposed before the file was complete
   */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (this.#disposed) throw new JournalLostError('The journal is closed.');
    await this.#startFile();
  }

  /** True for a file that this owner wrote, as opposed to one that it is about to adopt. */
  wrote(fileName: string): boolean {
    return this.#created.has(fileName);
  }

  /** Makes this owner's records newer than all adopted ones. */
  startAfter(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
  }

  saved(job: Job): void {
    this.#revision += 1;
    this.#record(`job ${job.id}`, {
      kind: 'job',
      revision: this.#revision,
      job: withholdSecrets(job),
    });
    this.#write({ isUrgent: job.charge !== undefined });
  }

  removed(id: string): void {
    this.#revision += 1;
    this.#record(`job ${id}`, { kind: 'removed', revision: this.#revision, id }, true);
    this.#write();
  }

  recordUndo(entry: UndoEntry): void {
    this.#record(`effect ${entry.jobId}`, { kind: 'effect', effect: entry });
    this.#write();
  }

  forgetUndo(jobId: string): void {
    this.#record(`effect ${jobId}`, { kind: 'effectOver', jobId }, true);
    this.#write();
  }

  /**
   * Resolves once everything recorded so far is on disk.
   * @throws an error of the file system, or JournalLostError
   */
  async flush(): Promise<void> {
    await this.#compacting;
    const file = this.#disposed ? undefined : this.#file;
    if (file === undefined) throw new JournalLostError('The journal isn’t open.');
    try {
      await file.flush();
    } catch (error) {
      // The journal was compacted during the write. The new file contains the lines that the old one didn't write.
      if (this.#file !== undefined && file !== this.#file) return this.flush();
      if (error instanceof JournalLostError && file === this.#file && !this.#disposed) {
        // Nobody can have adopted a journal whose folder was deleted. Another call may have made it again by now.
        if ((await isGone(this.#folder)) || this.#reopened === file) {
          if (this.#reopened !== file) this.#reopening = this.#reopen(file);
          await this.#reopening;
          return this.flush();
        }
        await this.#startOver();
      }
      throw error;
    }
    if (!this.#disposed && file.sizeBytes > Math.max(compactFromBytes, this.#liveBytes * compactFactor)) {
      this.#compacting ??= this.#compact().finally(() => {
        this.#compacting = undefined;
      });
    }
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#writer?.timer);
    try {
      this.#file?.closeSync();
    } catch (error) {
      this.#log(`The journal couldn’t be closed: ${String(error)}`);
    }
    this.#lost.dispose();
  }

  /** Disposes the journal, and resolves once nothing is being written any more. */
  async close(): Promise<void> {
    this.dispose();
    await this.#starting?.catch(() => {});
    await this.#compacting;
    await this.#file?.close();
  }

  #record(key: string, record: JournalRecord, isOver = false): void {
    if (this.#disposed) return;
    const line = encodeRecord(record);
    this.#liveBytes -= this.#live.get(key)?.length ?? 0;
    if (isOver) this.#live.delete(key);
    else {
      this.#live.set(key, line);
      this.#liveBytes += line.length;
    }
    this.#file?.append(line);
    this.#meanwhile?.push(line);
  }

  /** Schedules a write. Records of charges are written immediately, others after a short delay. */
  #write({ isUrgent = false } = {}): void {
    if (this.#disposed || (this.#writer !== undefined && (this.#writer.isUrgent || !isUrgent))) return;
    clearTimeout(this.#writer?.timer);
    const write = (): void => {
      this.#writer = undefined;
      if (this.#file === undefined) return;
      this.flush().catch((error: unknown) => this.#log(`The journal couldn’t be written: ${String(error)}`));
    };
    this.#writer = { timer: setTimeout(write, isUrgent ? 0 : gatherMs), isUrgent };
  }

  /** Starts a new file, and returns the previous one. */
  async #startFile(): Promise<JournalFile | undefined> {
    this.#starting = this.#createFile();
    return this.#starting;
  }

  async #createFile(): Promise<JournalFile | undefined> {
    const before = this.#file;
    const fileName = randomBytes(8).toString('hex');
    const header: JournalRecord = {
      kind: 'header',
      version: journalVersion,
      file: fileName,
      ...(this.#fileName === undefined ? {} : { replaces: this.#fileName }),
    };
    const name = `${this.#owner}.${fileName}.jsonl`;
    this.#created.add(name);
    const path = join(this.#folder, name);
    const meanwhile: string[] = [];
    this.#meanwhile = meanwhile;
    try {
      this.#file = await JournalFile.create(path, [encodeRecord(header), ...this.#live.values()]);
    } finally {
      this.#meanwhile = undefined;
    }
    this.#fileName = fileName;
    for (const line of meanwhile) this.#file.append(line);
    if (this.#disposed) this.#file.closeSync();
    return before;
  }

  /** Rewrites the log with only the latest line of each record. A crash leaves the old file, or both. */
  async #compact(): Promise<void> {
    try {
      const before = await this.#startFile();
      if (before === undefined) return;
      await before.close();
      await rm(before.path, { force: true });
    } catch (error) {
      this.#log(`The journal couldn’t be compacted: ${String(error)}`);
    }
  }

  /** Writes everything to a new folder. */
  async #reopen(before: JournalFile): Promise<void> {
    this.#reopened = before;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await this.#startFile();
    } catch (error) {
      this.#reopened = undefined;
      throw error;
    }
    await before.close();
  }

  async #startOver(): Promise<void> {
    void this.#file?.close();
    this.#file = undefined;
    this.#fileName = undefined;
    this.#live.clear();
    this.#liveBytes = 0;
    try {
      await this.#startFile();
    } finally {
      // The jobs belong to another window, even if this one can't start a new file.
      this.#lost.fire();
    }
  }
}

async function isGone(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => false,
    (error: unknown) => systemCode(error) === 'ENOENT',
  );
}
