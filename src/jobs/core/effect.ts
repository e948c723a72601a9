import type { PlacedFile } from './job.ts';

/** A copy of a file that an output replaced, kept so that it can come back. */
export interface Backup {
  readonly uri: string;
  readonly sizeBytes: number;
  /** When the file was changed last before that; milliseconds since the epoch. */
  readonly modifiedMs: number | undefined;
}

/** A source that was removed once its output had come in its place. */
export interface RemovedSource {
  readonly uri: string;
  readonly backup: Backup;
}

/** What a job changed in a person's folders, kept for undo. */
export interface Effect {
  readonly jobId: string;
  readonly batch: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly output: PlacedFile;
  /** What stood in the output's place before. */
  readonly replaced: Backup | undefined;
  /** URIs of folders that were made for it, each before those below it. */
  readonly madeFolders: readonly string[] | undefined;
  readonly removedSource?: RemovedSource | undefined;
}

/** The copies of files that are kept for an effect's undo. */
export function backupsOf({ replaced, removedSource }: Effect): Backup[] {
  return [replaced, removedSource?.backup].filter((backup) => backup !== undefined);
}
