import { randomUUID } from 'node:crypto';
import { retentionMs } from '../contract/jobStatus.ts';
import { systemClock } from '../util/clock.ts';
import { type ChildMessage, type ParentMessage, parentMessage } from './embeddedMessages.ts';
import { localPlan } from './jobs/plans.ts';
import { findPrograms, type ProgramSearch } from './programs/findPrograms.ts';
import { createService, type Service, type ServiceOptions } from './service.ts';
import { createSocketPath } from './storage/socketPath.ts';

/** Serves the extension over a socket of its own, and ends when the extension's process does. */
export function runEmbedded(scriptPath: string): void {
  if (!process.connected) throw new Error('This form is started by the extension, over an IPC channel.');
  let service: Service | undefined;
  let search: ProgramSearch = { paths: {}, avoid: [] };
  process.once('disconnect', () => process.exit(0));
  process.once('exit', () => service?.dispose());
  process.on('message', (raw) => {
    const message = parentMessage.parse(raw);
    if (message.type !== 'cancel') search = message.search;
    if (message.type === 'cancel') {
      service?.jobs.cancel(message.tool, message.jobId);
      tell({ type: 'canceled', request: message.request });
    } else if (message.type === 'start' && service === undefined) {
      const programs = () => findPrograms(search);
      void start(scriptPath, message, programs, (started) => (service = started));
    }
  });
}

async function start(
  scriptPath: string,
  { key, temporaryRoot }: Extract<ParentMessage, { type: 'start' }>,
  programs: ServiceOptions['programs'],
  own: (service: Service) => void,
): Promise<void> {
  const service = await createService({
    scriptPath,
    temporaryRoot,
    key,
    allowedAddresses: [],
    checkHost: false,
    plan: localPlan,
    programs,
    clock: systemClock,
    poolPlaces: localPlan.limits.maxParallelJobs,
    retentionMs,
    jobDelayMs: 0,
  });
  own(service);
  const socket = createSocketPath();
  process.once('exit', () => socket.dispose());
  await service.app.listen({ path: socket.path });
  tell({ type: 'listening', socketPath: socket.path, incarnation: randomUUID() });
}

function tell(message: ChildMessage): void {
  process.send?.(message);
}
