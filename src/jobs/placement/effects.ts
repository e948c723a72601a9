import type { Effect } from '../core/effect.ts';

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
