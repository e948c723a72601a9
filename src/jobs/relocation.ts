import { randomUUID } from 'node:crypto';
import { cancelJob, type CancellationParts } from './cancellation.ts';
import type { Job } from './core/job.ts';
import type { ServiceId } from './core/service.ts';
import { states } from './core/states.ts';

/** True if a job waits for its service, which has certainly not accepted it. */
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
 * Moves jobs to another service. A job never changes service: it is canceled, and replaced in its batch if its service
 * had certainly not accepted it. Resolves to the ids of the new jobs, by those of the jobs that they replace.
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
    // It may have been accepted, and paid for, while it was being canceled.
    if (ended?.name !== 'canceled' || ended.spent) return;
    const fresh: Job = {
      ...job,
      id: randomUUID(),
      service,
      createdAt: clock.now(),
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
