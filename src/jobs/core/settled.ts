import { type Job, phaseOf } from './job.ts';
import type { JobStore } from './jobStore.ts';

/**
 * Resolves with the jobs, in the given order, once each has ended, is parked, or was removed.
 * @throws the signal's reason
 */
export async function settled(
  store: JobStore,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Job[]> {
  signal?.throwIfAborted();
  const last = new Map(ids.map((id) => [id, store.get(id)]));
  const moving = new Set(ids.filter((id) => isMoving(last.get(id))));
  if (moving.size > 0) {
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        listener.dispose();
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const listener = store.onDidWrite((job) => {
        if (!last.has(job.id)) return;
        last.set(job.id, job);
        if (isMoving(store.get(job.id))) moving.add(job.id);
        else moving.delete(job.id);
        if (moving.size === 0) finish();
      });
      signal?.addEventListener('abort', finish, { once: true });
    });
    signal?.throwIfAborted();
  }
  return ids.flatMap((id) => last.get(id) ?? []);
}

function isMoving(job: Job | undefined): boolean {
  return job !== undefined && phaseOf(job.state) === 'active';
}
