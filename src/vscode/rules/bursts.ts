import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { delay } from '../../util/abort.ts';
import type { FileFacts } from '../../jobs/core/fileStore.ts';
import type { RuleEvent } from './ruleList.ts';

/** Changes within this time are reported together. A file that hasn't changed for this long counts as complete. */
export const quietMs = 1000;
/** A file that keeps changing for longer is skipped until its next change after that. */
const maxRounds = 600;
/** Maximum number of files that are checked individually. */
const maxFiles = 10_000;

/** A file, given by URI, with the event that affected it. */
export interface ChangedFile {
  readonly uri: string;
  readonly event: RuleEvent;
}

/** Collects changes of files, and reports them together. No timer runs while nothing changes. */
export class Bursts implements Disposable {
  readonly #clock: Clock;
  readonly #onBurst: (files: readonly ChangedFile[]) => void;
  readonly #pauseMs: number;
  #files = new Map<string, ChangedFile>();
  #timer: Disposable | undefined;

  /** @param pauseMs a burst ends once nothing has changed for this time */
  constructor(clock: Clock, onBurst: (files: readonly ChangedFile[]) => void, pauseMs = quietMs) {
    this.#clock = clock;
    this.#onBurst = onBurst;
    this.#pauseMs = pauseMs;
  }

  add(file: ChangedFile): void {
    const before = this.#files.get(file.uri);
    if (before === undefined && this.#files.size >= maxFiles) return;
    // A new file that is saved again immediately still counts as added.
    this.#files.set(file.uri, before?.event === 'add' ? before : file);
    this.#timer?.dispose();
    this.#timer = this.#clock.schedule(this.#pauseMs, () => {
      const files = [...this.#files.values()];
      this.#files = new Map();
      this.#timer = undefined;
      this.#onBurst(files);
    });
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#files = new Map();
  }
}

/** The files that have stopped changing, with their current facts. Deleted files and folders are left out. */
export async function* stillFiles<T extends { readonly uri: string }>(
  files: readonly T[],
  facts: (uri: string) => Promise<FileFacts | undefined>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<readonly (readonly [T, FileFacts])[]> {
  let waiting: readonly (readonly [T, FileFacts | undefined])[] = files.map((file) => [file, undefined]);
  for (let round = 0; round < maxRounds && waiting.length > 0; round += 1) {
    const still: (readonly [T, FileFacts])[] = [];
    const moving: (readonly [T, FileFacts])[] = [];
    for (const [file, before] of waiting) {
      const now = await facts(file.uri).catch(() => undefined);
      if (now?.kind !== 'file' || now.isLink) continue;
      const isSame = before?.sizeBytes === now.sizeBytes && before.modifiedMs === now.modifiedMs;
      (isSame && now.sizeBytes > 0 ? still : moving).push([file, now]);
    }
    if (still.length > 0) yield still;
    waiting = moving;
    if (waiting.length > 0) await delay(quietMs, clock, signal);
  }
}
