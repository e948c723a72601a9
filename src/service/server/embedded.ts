import { randomUUID, randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { isCodedError } from '../../contract/errors.ts';
import { faultCode, faultSentence } from '../../contract/fault.ts';
import { retentionMs } from '../../contract/jobRecord.ts';
import { isConversionError } from '../../engines/api/conversionError.ts';
import { provenMechanisms } from '../../engines/programs/confinement/mechanisms.ts';
import { defaultSearch, programFinder } from '../../engines/programs/findPrograms.ts';
import { isAbortError } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { LeasedFolder, leasedFolderPrefix } from '../../util/lease.ts';
import {
  type ChildMessage,
  type ParentMessage,
  parentMessage,
  type RequestAnswer,
  type RequestFault,
  type Share,
} from '../embeddedMessages.ts';
import { internalFault, printError } from '../faults.ts';
import { localPlan } from '../plans.ts';
import { createPool } from '../worker/conversionRuntime.ts';
import type { ApiService, ServiceOptions } from './service.ts';

type FileRequest = Extract<ParentMessage, { type: 'preview' | 'convert' | 'probe' | 'extract' }>;

/** Serves the extension over a private socket. Ends when the extension's process ends. */
export function runEmbedded(scriptPath: string): void {
  if (!process.connected) throw new Error('The embedded service needs an IPC channel to the extension');
  let service: ApiService | undefined;
  let search = defaultSearch;
  const programs = programFinder(() => search, systemClock);
  process.once('disconnect', () => process.exit(0));
  process.once('exit', () => service?.dispose());
  process.on('message', (raw) => {
    const message = parentMessage.parse(raw);
    switch (message.type) {
      case 'start':
        search = message.search;
        if (service !== undefined) return;
        void start(scriptPath, message, programs, (started) => (service = started));
        return;
      case 'programs':
        search = message.search;
        return;
      case 'share':
        takeShare(message.share);
        service?.jobs.setMaxParallel(message.share.maxParallelJobs);
        return;
      case 'cancel':
        service?.jobs.cancel(message.tool, message.jobId);
        send({ type: 'canceled', request: message.request });
        return;
      case 'describePrograms':
        void describePrograms(service, message.request);
        return;
      case 'preview':
      case 'convert':
      case 'probe':
      case 'extract':
        if (service !== undefined) void answer(service, message);
        return;
      case 'cancelRequest':
        awaited.get(message.request)?.abort();
    }
  });
}

async function start(
  scriptPath: string,
  { key, temporaryRoot, share }: Extract<ParentMessage, { type: 'start' }>,
  programs: ServiceOptions['programs'],
  own: (service: ApiService) => void,
): Promise<void> {
  takeShare(share);
  const { maxParallelJobs } = share;
  // The user is waiting for a conversion, so a worker starts while this process still loads its server.
  const pool = createPool(scriptPath, systemClock);
  process.once('exit', () => pool.dispose());
  pool.warm();
  const { createService } = await import('./service.ts');
  const creating = createService({
    scriptPath,
    pool,
    temporaryRoot,
    key,
    allowedAddresses: [],
    checkHost: false,
    plan: { ...localPlan, limits: { ...localPlan.limits, maxParallelJobs } },
    programs,
    confineBy: provenMechanisms,
    clock: systemClock,
    poolSlots: maxParallelJobs,
    retentionMs,
    jobDelayMs: 0,
    onDidEndJob: (jobId) => send({ type: 'ended', jobId }),
  });
  const [service, socket] = await Promise.all([creating, createSocketPath()]);
  own(service);
  process.once('exit', () => socket.dispose());
  await service.app.listen({ path: socket.path });
  send({ type: 'listening', socketPath: socket.path, epoch: randomUUID() });
}

/** Sets the priority of this process. Workers inherit it when they start. */
function takeShare({ isBelowNormal }: Share): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = os.constants.priority;
  try {
    os.setPriority(isBelowNormal ? PRIORITY_BELOW_NORMAL : PRIORITY_NORMAL);
  } catch {
    // Only an administrator may raise a priority after it was lowered. The service has the new one when it next starts.
  }
}

async function describePrograms(service: ApiService | undefined, request: number): Promise<void> {
  send({ type: 'described', request, programs: (await service?.describePrograms()) ?? [] });
}

/** Pending previews, conversions, probes, and extractions, by request number. */
const awaited = new Map<number, AbortController>();

/** Answers a request about a file. */
async function answer(
  { previews, directConversions, probe }: ApiService,
  message: FileRequest,
): Promise<void> {
  const { type, request } = message;
  switch (type) {
    case 'preview': {
      const made = await resultOf(request, (signal) => previews.make(message.file, signal));
      send({ type: 'previewed', request, answer: made });
      return;
    }
    case 'convert': {
      const losses = await resultOf(request, (signal) => directConversions.make(message.file, signal));
      send({ type: 'converted', request, answer: losses });
      return;
    }
    case 'extract': {
      const entries = await resultOf(request, (signal) => directConversions.extract(message.file, signal));
      send({ type: 'extracted', request, answer: entries });
      return;
    }
    case 'probe': {
      const traits = await cancelable(request, (signal) => probe(message.file, signal)).catch(() => ({}));
      send({ type: 'probed', request, traits });
    }
  }
}

async function resultOf<T>(
  request: number,
  make: (signal: AbortSignal) => Promise<T>,
): Promise<RequestAnswer<T>> {
  return cancelable(request, make).then(
    (result) => ({ result }),
    (error: unknown) => ({ fault: faultOf(error) }),
  );
}

async function cancelable<T>(request: number, make: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  awaited.set(request, abort);
  return make(abort.signal).finally(() => awaited.delete(request));
}

function faultOf(error: unknown): RequestFault {
  if (isCodedError(error)) return { code: error.code, detail: error.detail, fault: error.fault };
  if (!isConversionError(error) && !isAbortError(error)) printError(error);
  const fault = isConversionError(error) ? error.fault : internalFault;
  return { code: faultCode(fault), detail: faultSentence(fault), fault };
}

function send(message: ChildMessage): void {
  process.send?.(message);
}

/** The maximum length of a Unix socket's path on macOS, which has the shortest limit. */
const maxPathBytes = 103;

/** A path for a socket that only this user can access. */
interface SocketPath extends Disposable {
  readonly path: string;
}

/** Chooses an unused path: a named pipe on Windows, otherwise a Unix socket in a private folder. */
export async function createSocketPath(platform: NodeJS.Platform = process.platform): Promise<SocketPath> {
  if (platform === 'win32') {
    return { path: `\\\\.\\pipe\\fun-${randomBytes(16).toString('hex')}`, dispose: () => undefined };
  }
  const folder = await LeasedFolder.create(shortEnough(os.tmpdir()) ? os.tmpdir() : '/tmp');
  return { path: path.join(folder.path, 's'), dispose: () => folder.dispose() };
}

function shortEnough(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, `${leasedFolderPrefix}0123456789abcdef`, 's')) <= maxPathBytes;
}
