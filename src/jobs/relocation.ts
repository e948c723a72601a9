import { randomUUID } from 'node:crypto';
import { cancelJob, type CancellationParts } from './cancellation.ts';
import type { Job } from './core/job.ts';
import type { ServiceId } from './core/service.ts';
import { states } from './core/states.ts';

/** True if a job is waiting and its service has certainly not accepted it. */
export function isNotAccepted({ state }: Job): boolean {
  switch (state.name) {
    case 'waiting':
    case 'needsCredits':
      return true;
    case 'needsKey':
    case 'offline':
      return state.remote === undefined;
    default:
      return false;
  }
}

/**
 * Moves jobs to another service. A job never changes its service: it is canceled, and if its service has certainly not
 * accepted it, a new job replaces it in its batch. Resolves to a map from the ids of the jobs to those of the new jobs.
 */
export async function relocate(
  parts: CancellationParts,
  ids: readonly string[],
  service: ServiceId,
): Promise<ReadonlyMap<string, string>> {
  const { store, clock } = parts;
  const replaced = new Map<string, string>();
  const move = async (id: string): Promise<void> => {
    const job = store.get(id);
    if (job === undefined || job.service === service || !isNotAccepted(job)) return;
    await cancelJob(parts, id);
    const ended = store.get(id)?.state;
    // The service may have accepted and charged the job while it was being canceled.
    if (ended?.name !== 'canceled' || ended.spent) return;
    const fresh: Job = {
      ...job,
      id: randomUUID(),
      service,
      createdAt: clock.now(),
      keyId: undefined,
      charge: undefined,
      losses: undefined,
      isUnanswered: false,
      state: states.waiting(),
    };
    store.add(fresh);
    store.remove(id);
    replaced.set(id, fresh.id);
  };
  await Promise.all(ids.map(move));
  return replaced;
}
