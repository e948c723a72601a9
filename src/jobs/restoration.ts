import type { Clock } from '../util/clock.ts';
import { type Disposable, DisposableStore } from '../util/disposable.ts';
import { Emitter } from '../util/emitter.ts';
import { temporaryOf } from './core/job.ts';
import type { JobStore } from './core/jobStore.ts';
import type { FileStore } from './core/fileStore.ts';
import { baseName, isTemporaryName } from './core/fileUri.ts';
import { adoptDeadJournals } from './journal/adoption.ts';
import type { Journal } from './journal/journal.ts';
import type { Leases } from './journal/leases.ts';
import type { UndoHistory } from './core/undoEntry.ts';
import type { KeptOutputs } from './placement/keptOutputs.ts';
import { sweepJobFolders } from './queue/jobFolders.ts';

const sweepMs = 30_000;

interface RestorationParts {
  readonly folder: string;
  readonly leases: Leases;
  readonly journal: Journal;
  readonly store: JobStore;
  readonly undoHistory: UndoHistory;
  readonly files: FileStore;
  readonly kept: KeptOutputs;
  readonly clock: Clock;
  readonly log: (message: string) => void;
}

/** Resumes the jobs of dead owners: those of the last session at startup, and those of other windows when they end. */
export class Restoration implements Disposable {
  readonly #parts: RestorationParts;
  readonly #owned = new DisposableStore();
  readonly #adopted = this.#owned.add(new Emitter<readonly string[]>());
  readonly #setAside = this.#owned.add(new Emitter<string>());
  #timer: Disposable | undefined;
  #work: Promise<void> | undefined;
  #disposed = false;

  /** Fires with the ids of adopted jobs, also after startup, because the last session may still run for a while. */
  readonly onDidAdopt = this.#adopted.event;
  /** Fires once with the new path of a journal that was only partly readable, and was renamed. */
  readonly onDidSetAside = this.#setAside.event;

  constructor(parts: RestorationParts) {
    this.#parts = parts;
    const { leases, journal, log } = parts;
    this.#owned.add(
      journal.onDidLose(() => {
        leases.contest().catch((error: unknown) => log(`The lease couldn’t be renewed: ${String(error)}`));
      }),
    );
  }

  /**
   * Restores the jobs.
   * @throws an error of the file system, or JournalLostError if this object was disposed in the meantime
   */
  async start(): Promise<void> {
    this.#work = this.#begin();
    await this.#work;
  }

  dispose(): void {
    this.#disposed = true;
    this.#owned.dispose();
    this.#timer?.dispose();
  }

  /** Disposes this object, and resolves once nothing is being adopted. */
  async close(): Promise<void> {
    this.dispose();
    await this.#work?.catch(() => {});
  }

  async #begin(): Promise<void> {
    const { leases, journal } = this.#parts;
    await leases.hold();
    await journal.open();
    await this.#adopt();
    this.#sweepLater();
  }

  async #adopt(): Promise<void> {
    const { folder, leases, journal, store, undoHistory, files, kept } = this.#parts;
    const adopted = await adoptDeadJournals(folder, leases, (name) => journal.wrote(name));
    journal.startAfter(adopted.revision);
    for (const entry of adopted.undoEntries) undoHistory.add(entry);
    const jobs = adopted.jobs.filter(({ id }) => store.get(id) === undefined);
    for (const job of jobs) store.add(job);
    const inUse = new Set(store.all().map(temporaryOf));
    await journal.flush();
    // Removes temporary files while the dead owner's journal still names them, because nothing else would remove them
    // after another crash.
    for (const uri of adopted.temporaries) {
      if (inUse.has(uri)) continue;
      if (kept.holds(uri)) await kept.remove(uri).catch(() => {});
      // A journal that was altered could name any file.
      else if (isTemporaryName(baseName(uri))) await files.remove(uri).catch(() => {});
    }
    await sweepJobFolders(jobs);
    await adopted.forget();
    for (const path of adopted.setAside) this.#setAside.fire(path);
    if (jobs.length > 0) this.#adopted.fire(jobs.map(({ id }) => id));
  }

  #sweepLater(): void {
    if (this.#disposed) return;
    this.#timer = this.#parts.clock.schedule(sweepMs, () => {
      this.#work = this.#adopt()
        .catch((error: unknown) =>
          this.#parts.log(`Other windows’ jobs couldn’t be adopted: ${String(error)}`),
        )
        .finally(() => this.#sweepLater());
    });
  }
}
