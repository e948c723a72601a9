import { randomUUID } from 'node:crypto';
import type { Clock } from '../util/clock.ts';
import type { Activities } from './core/activities.ts';
import { type Job, temporaryOf } from './core/job.ts';
import type { JobStore } from './core/jobStore.ts';
import type { RemoteJob, Service, ServiceId } from './core/service.ts';
import { mayFollow, states } from './core/states.ts';
import type { FileStore } from './core/fileStore.ts';
import type { KeptOutputs } from './placement/keptOutputs.ts';

interface CancellationParts {
  readonly store: JobStore;
  readonly activities: Activities;
  readonly files: FileStore;
  readonly kept: KeptOutputs;
  readonly services: (id: ServiceId) => Promise<Service>;
  readonly clock: Clock;
}

/**
 * Cancels a job. An incomplete upload is aborted at no cost. A submitted job is no longer polled. An unconfirmed job is
 * removed, because retrying a canceled row could pay twice.
 */
export async function cancelJob(parts: CancellationParts, id: string): Promise<void> {
  const { store, activities, clock } = parts;
  // Applies only if the job was unconfirmed when the user canceled it. A job that becomes unconfirmed during the
  // cancellation may have been charged, so it stays.
  if (store.get(id)?.state.name === 'unconfirmed') {
    store.remove(id);
    return;
  }
  /** Whether the service of an accepted job charges, which decides whether its credits are spent. */
  let charges: boolean | undefined;
  for (;;) {
    const running = store.get(id);
    // Once the last byte is sent, only the answer shows whether the job was accepted.
    if (running !== undefined && hasLeft(running)) await activities.ended(id);
    else await activities.abort(id);
    if (activities.isRunning(id)) continue;
    const job = store.get(id);
    if (job === undefined || !mayFollow(job.state.name, 'canceled')) return;
    const remote = remoteOf(job);
    if (remote !== undefined && charges === undefined) {
      charges = await parts.services(job.service).then(
        (service) => service.charges,
        () => true,
      );
      continue;
    }
    const maySpend = remote !== undefined || job.lostSubmission !== undefined;
    store.transition(id, states.canceled(clock.now(), maySpend && (charges ?? true)));
    await discardTemporary(parts, job);
    return;
  }
}

async function discardTemporary({ files, kept }: CancellationParts, job: Job): Promise<void> {
  const temporary = temporaryOf(job);
  if (temporary === undefined) return;
  await (kept.holds(temporary) ? kept.remove(temporary) : files.remove(temporary)).catch(() => {});
}

function hasLeft({ state, sourceBytes }: Job): boolean {
  return state.name === 'uploading' && state.sentBytes >= (sourceBytes ?? Number.POSITIVE_INFINITY);
}

function remoteOf({ state }: Job): RemoteJob | undefined {
  if (state.name === 'needsName') return state.output?.remote;
  return 'remote' in state ? state.remote : undefined;
}

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
