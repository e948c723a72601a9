import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { Job } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { resumeParked } from '../core/resumeParked.ts';
import type { ServiceId } from '../core/service.ts';

const firstMs = 5000;
/** Short enough to notice soon that a service is back. Jobs with large files are polled even more often. */
const capMs = 15_000;

/** Tries one offline job from time to time, and resumes all of them once their service answers. */
export class OfflineProbe implements Disposable {
  readonly #store: JobStore;
  readonly #clock: Clock;
  readonly #listener: Disposable;
  readonly #probes = new Map<ServiceId, { tries: number; timer: Disposable | undefined }>();

  constructor(store: JobStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#listener = store.onDidWrite((job) => {
      if (job.state.name === 'offline') this.#probeLater(job.service);
    });
  }

  dispose(): void {
    this.#listener.dispose();
    for (const { timer } of this.#probes.values()) timer?.dispose();
  }

  /** Call this when a service answered. Resumes every job that waited for it. */
  heard(service: ServiceId): void {
    const probe = this.#probes.get(service);
    if (probe === undefined) return;
    probe.timer?.dispose();
    this.#probes.delete(service);
    resumeParked(this.#store, this.#offline(service));
  }

  #probeLater(service: ServiceId): void {
    const probe = this.#probes.get(service) ?? { tries: 0, timer: undefined };
    this.#probes.set(service, probe);
    if (probe.timer !== undefined) return;
    const delayMs = Math.min(firstMs * 2 ** probe.tries, capMs);
    probe.timer = this.#clock.schedule(delayMs, () => {
      probe.timer = undefined;
      const jobs = this.#offline(service);
      // Tries each job in turn, because only one of them may be affected.
      const tried = jobs[probe.tries % jobs.length];
      probe.tries += 1;
      if (tried !== undefined) resumeParked(this.#store, [tried]);
      // The job may end or become unconfirmed without an answer, which would leave the others waiting.
      if (jobs.length > 1) this.#probeLater(service);
    });
  }

  #offline(service: ServiceId): Job[] {
    return this.#store.all().filter((job) => job.service === service && job.state.name === 'offline');
  }
}
