import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import type { Activities } from '../core/activities.ts';
import type { Job } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import type { Placer } from '../placement/placer.ts';
import type { Downloader } from './downloader.ts';

const maxAtOnce = 4;

/** Downloads outputs and saves them, a few at a time. */
export class Deliveries implements Disposable {
  readonly #store: JobStore;
  readonly #activities: Activities;
  readonly #downloader: Downloader;
  readonly #placer: Placer;
  readonly #owned = new DisposableStore();
  readonly #running = new Set<string>();
  readonly #waiting = new Set<string>();
  #disposed = false;

  constructor(store: JobStore, activities: Activities, downloader: Downloader, placer: Placer) {
    this.#store = store;
    this.#activities = activities;
    this.#downloader = downloader;
    this.#placer = placer;
    this.#owned.add(store.onDidWrite((job) => this.#note(job)));
    this.#owned.add(
      activities.onDidEnd((id) => {
        this.#running.delete(id);
        this.#startNext();
      }),
    );
  }

  dispose(): void {
    this.#disposed = true;
    this.#owned.dispose();
    this.#waiting.clear();
  }

  #note(job: Job): void {
    if (isDelivery(job)) this.#waiting.add(job.id);
    else this.#waiting.delete(job.id);
    this.#startNext();
  }

  #startNext(): void {
    for (const id of this.#waiting) {
      if (this.#disposed || this.#running.size >= maxAtOnce) return;
      if (this.#activities.isRunning(id)) continue;
      this.#running.add(id);
      this.#activities.start(id, (signal) => this.#deliver(id, signal));
    }
  }

  async #deliver(id: string, signal: AbortSignal): Promise<void> {
    // The job is only checked again after its next change. Otherwise, a bug could make this loop forever.
    this.#waiting.delete(id);
    if (this.#store.get(id)?.state.name === 'downloading') await this.#downloader.download(id, signal);
    await this.#placer.place(id, signal);
    this.#waiting.delete(id);
  }
}

function isDelivery(job: Job): boolean {
  return job.state.name === 'downloading' || job.state.name === 'placing';
}
