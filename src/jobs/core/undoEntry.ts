import type { PlacedFile } from './job.ts';

/** A copy of a file that an output replaced, kept for undo. */
export interface Backup {
  readonly uri: string;
  readonly sizeBytes: number;
  /** When the file was last changed before it was replaced, in milliseconds since the epoch. */
  readonly modifiedMs: number | undefined;
}

/** A source that was removed after its output was saved. */
interface RemovedSource {
  readonly uri: string;
  readonly backup: Backup;
}

/** A job's changes in the user's folders, kept for undo. */
export interface UndoEntry {
  readonly jobId: string;
  readonly batch: string;
  /** The time of the changes, in milliseconds since the epoch. */
  readonly at: number;
  readonly output: PlacedFile;
  /** The pictures of the output, in files of their own. */
  readonly pictures?: readonly PlacedFile[] | undefined;
  /** The file that the output replaced. */
  readonly replaced: Backup | undefined;
  /** URIs of the folders that were created for the output, parents first. */
  readonly madeFolders: readonly string[] | undefined;
  readonly removedSource?: RemovedSource | undefined;
}

/** The backups that an entry needs for undo. */
export function backupsOf({ replaced, removedSource }: UndoEntry): Backup[] {
  return [replaced, removedSource?.backup].filter((backup) => backup !== undefined);
}

/** Stores entries that must outlive the process. */
interface UndoRecorder {
  recordUndo(entry: UndoEntry): void;
  forgetUndo(jobId: string): void;
}

/** The changes that jobs made in the user's folders, oldest first, as far as they can be undone. */
export class UndoHistory {
  readonly #undoEntries = new Map<string, UndoEntry>();
  readonly #recorder: UndoRecorder;

  constructor(recorder: UndoRecorder) {
    this.#recorder = recorder;
  }

  all(): readonly UndoEntry[] {
    return [...this.#undoEntries.values()];
  }

  get(jobId: string): UndoEntry | undefined {
    return this.#undoEntries.get(jobId);
  }

  add(entry: UndoEntry): void {
    this.#undoEntries.delete(entry.jobId);
    this.#undoEntries.set(entry.jobId, entry);
    this.#recorder.recordUndo(entry);
  }

  remove(jobId: string): void {
    if (this.#undoEntries.delete(jobId)) this.#recorder.forgetUndo(jobId);
  }

  ofLastBatch(): readonly UndoEntry[] {
    const last = this.all().at(-1);
    return last === undefined ? [] : this.ofBatch(last.batch);
  }

  ofBatch(batch: string): readonly UndoEntry[] {
    return this.all().filter((entry) => entry.batch === batch);
  }

  /** Drops all entries without a record in the journal, because another window continues them. */
  drop(): void {
    this.#undoEntries.clear();
  }
}
