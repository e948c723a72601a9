import os from 'node:os';
import { isCodedError } from '../../contract/errors.ts';
import { faultCode, faultSentence } from '../../contract/fault.ts';
import { isConversionError } from '../../engines/api/conversionError.ts';
import { removeLeftovers } from '../../engines/index.ts';
import { describePrograms } from '../../engines/programs/confinement/inspector.ts';
import { provenMechanisms } from '../../engines/programs/confinement/mechanisms.ts';
import { defaultSearch, type ProgramFinder, programFinder } from '../../engines/programs/findPrograms.ts';
import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import { isAbortError } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import { LeasedFolder } from '../../util/lease.ts';
import { internalFault, printError } from '../faults.ts';
import {
  type ChildMessage,
  type LocalRequest,
  type ParentMessage,
  parentMessage,
  type RequestFault,
  type RequestKind,
  type ResultOf,
  type Share,
} from '../localProtocol.ts';
import { localLimits } from '../plans.ts';
import { createConversionRuntime, createPool } from '../worker/conversionRuntime.ts';
import type { Runner } from '../worker/runner.ts';
import { UrgentQueue } from '../worker/urgentQueue.ts';
import { Conversions } from './conversions.ts';
import { extractArchive, Previews, probeFile } from './previews.ts';

/** More pictures than anyone waits for at the same time. */
const maxWaitingPictures = 100;

/** Reports that work has begun or, with `share`, that this share of it is done. */
type Report = (share?: number) => void;

type StartMessage = Extract<ParentMessage, { type: 'start' }>;

/** What answers requests. */
interface Parts {
  readonly conversions: Conversions;
  readonly previews: Previews;
  /** Runs work that the user waits for in an editor. */
  readonly urgentRunner: Runner;
  /** Inspects the currently installed programs. */
  readonly describePrograms: () => Promise<ProgramFacts[]>;
}

/** Answers the extension's requests over the channel to it. Ends when the extension's process ends. */
export function runLocalService(scriptPath: string): void {
  if (!process.connected) throw new Error('The local service needs an IPC channel to the extension');
  let parts: Parts | undefined;
  let search = defaultSearch;
  const programs = programFinder(() => search, systemClock);
  const begin = async (message: StartMessage): Promise<void> => {
    parts = await start(scriptPath, message, programs);
    send({ type: 'ready' });
  };
  process.once('disconnect', () => process.exit(0));
  process.on('message', (raw) => {
    const message = parentMessage.parse(raw);
    switch (message.type) {
      case 'start':
        search = message.search;
        void begin(message);
        return;
      case 'programs':
        search = message.search;
        return;
      case 'share':
        takeShare(message.share);
        parts?.conversions.setMaxParallel(message.share.maxParallelJobs);
        return;
      case 'request':
        if (parts !== undefined) void answer(parts, message);
        return;
      case 'cancel':
        pending.get(message.id)?.abort();
    }
  });
}

async function start(
  scriptPath: string,
  { temporaryRoot, share }: StartMessage,
  programs: ProgramFinder,
): Promise<Parts> {
  takeShare(share);
  const { maxParallelJobs } = share;
  // The user is waiting for a conversion, so a worker starts while this process prepares.
  const pool = createPool(scriptPath, systemClock);
  process.once('exit', () => pool.dispose());
  pool.warm();
  const folder = await LeasedFolder.create(temporaryRoot, removeLeftovers);
  process.once('exit', () => folder.dispose());
  const { runner, inspector } = createConversionRuntime({
    scriptPath,
    pool,
    folder: folder.path,
    confineBy: provenMechanisms,
    clock: systemClock,
    maxWaitingMeasurements: localLimits.maxQueuedJobs,
  });
  const urgentRunner = new UrgentQueue({ runner, maxParallel: 2, maxWaiting: maxWaitingPictures });
  return {
    conversions: new Conversions({ runner, urgentRunner, programs, maxParallelJobs, folder: folder.path }),
    previews: new Previews(urgentRunner, programs),
    urgentRunner,
    describePrograms: async () => describePrograms(await programs(), inspector),
  };
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

/** Pending requests, by id. */
const pending = new Map<number, AbortController>();

async function answer(
  parts: Parts,
  { id, request }: Extract<ParentMessage, { type: 'request' }>,
): Promise<void> {
  const abort = new AbortController();
  pending.set(id, abort);
  const report: Report = (share) => send({ type: 'progress', id, ...(share === undefined ? {} : { share }) });
  try {
    const result = await resultOf(parts, request, abort.signal, report);
    send({ type: 'result', id, result });
  } catch (error) {
    send({ type: 'fault', id, fault: faultOf(error) });
  } finally {
    pending.delete(id);
  }
}

async function resultOf(
  { conversions, previews, urgentRunner, describePrograms: describe }: Parts,
  request: LocalRequest,
  signal: AbortSignal,
  report: Report,
): Promise<ResultOf<RequestKind>> {
  switch (request.kind) {
    case 'convert':
      return conversions.convert(request.content, signal, report, report);
    case 'preview':
      return previews.make(request.content, signal);
    case 'extract':
      return extractArchive(urgentRunner, request.content, signal);
    case 'probe':
      return probeFile(urgentRunner, request.content, signal);
    case 'describePrograms':
      return describe();
  }
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
