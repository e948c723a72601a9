import type { PlacedFile } from './job.ts';

/** A copy of a file that an output replaced, kept so that it can come back. */
export interface Backup {
  readonly uri: string;
  readonly sizeBytes: number;
  /** When the file was changed last before that; milliseconds since the epoch. */
  readonly modifiedMs: number | undefined;
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
}
