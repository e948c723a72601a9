import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { delay } from '../../util/abort.ts';
import type { FileFacts } from '../../jobs/files/fileStore.ts';
import type { RuleEvent } from './ruleList.ts';

/** What comes within this time comes at once, and a file that has not changed for as long is written. */
export const quietMs = 1000;
/** A file that is written for longer is left alone until it changes again. */
const maxRounds = 600;
/** Beyond so many, nobody is asked about each. */
const maxFiles = 10_000;

/** A file, by its URI, and what happened to it. */
export interface ChangedFile {
  readonly uri: string;
  readonly event: RuleEvent;
}

/** Collects changes of files and hands them on together. No timer runs while nothing changes. */
export class Bursts implements Disposable {
  readonly #clock: Clock;
  readonly #onBurst: (files: readonly ChangedFile[]) => void;
  #files = new Map<string, ChangedFile>();
  #timer: Disposable | undefined;

  constructor(clock: Clock, onBurst: (files: readonly ChangedFile[]) => void) {
    this.#clock = clock;
    this.#onBurst = onBurst;
  }

  add(file: ChangedFile): void {
    const before = this.#files.get(file.uri);
    if (before === undefined && this.#files.size >= maxFiles) return;
    // What is new and written at once is new.
    this.#files.set(file.uri, before?.event === 'add' ? before : file);
    this.#timer?.dispose();
    this.#timer = this.#clock.schedule(quietMs, () => {
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

/** Those of the files that have stopped changing, with what they are by then; not those that go, or are none. */
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
