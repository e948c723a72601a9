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
