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
export interface Effect {
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

/** The backups that an effect needs for undo. */
export function backupsOf({ replaced, removedSource }: Effect): Backup[] {
  return [replaced, removedSource?.backup].filter((backup) => backup !== undefined);
}

/** Stores effects that must outlive the process. */
interface EffectRecorder {
  savedEffect(effect: Effect): void;
  removedEffect(jobId: string): void;
}

/** The changes that jobs made in the user's folders, oldest first, as far as they can be undone. */
export class Effects {
  readonly #effects = new Map<string, Effect>();
  readonly #recorder: EffectRecorder;

  constructor(recorder: EffectRecorder) {
    this.#recorder = recorder;
  }

  all(): readonly Effect[] {
    return [...this.#effects.values()];
  }

  get(jobId: string): Effect | undefined {
    return this.#effects.get(jobId);
  }

  add(effect: Effect): void {
    this.#effects.delete(effect.jobId);
    this.#effects.set(effect.jobId, effect);
    this.#recorder.savedEffect(effect);
  }

  remove(jobId: string): void {
    if (this.#effects.delete(jobId)) this.#recorder.removedEffect(jobId);
  }

  ofLastBatch(): readonly Effect[] {
    const last = this.all().at(-1);
    return last === undefined ? [] : this.ofBatch(last.batch);
  }

  ofBatch(batch: string): readonly Effect[] {
    return this.all().filter((effect) => effect.batch === batch);
  }

  /** Drops all effects without a record in the journal, because another window continues them. */
  drop(): void {
    this.#effects.clear();
  }
}
