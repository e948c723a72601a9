import os from 'node:os';
import { isCodedError } from '../../contract/errors.ts';
import { faultCode, faultSentence } from '../../contract/fault.ts';
import { isConversionError } from '../../engines/api/conversionError.ts';
import { removeLeftovers } from '../../engines/index.ts';
import { describePrograms } from '../../engines/programs/confinement/inspector.ts';
import { provenMechanisms } from '../../engines/programs/confinement/mechanisms.ts';
import { defaultSearch, type ProgramFinder, programFinder } from '../../engines/programs/findPrograms.ts';
import { isAbortError } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import { LeasedFolder } from '../../util/lease.ts';
import { internalFault, printError } from '../faults.ts';
import {
  type ChildMessage,
  type ParentMessage,
  parentMessage,
  type RequestFault,
  type RequestKind,
  requestKinds,
  type RequestOf,
  type ResultOf,
  type Share,
} from '../localProtocol.ts';
import { localLimits } from '../plans.ts';
import { createConversionRuntime, createPool } from '../worker/conversionRuntime.ts';
import { UrgentQueue } from '../worker/urgentQueue.ts';
import { Conversions } from './conversions.ts';
import { extractArchive, Previews, probeFile } from './previews.ts';

/** More pictures than anyone waits for at the same time. */
const maxWaitingPictures = 100;

/** Reports that work has begun or, with `share`, that this share of it is done. */
type Report = (share?: number) => void;

type StartMessage = Extract<ParentMessage, { type: 'start' }>;

/** Answers each kind of request. */
type Answers = {
  readonly [Kind in RequestKind]: (
    request: RequestOf<Kind>,
    signal: AbortSignal,
    report: Report,
  ) => Promise<ResultOf<Kind>>;
};

interface Parts {
  readonly answers: Answers;
  readonly setMaxParallel: (count: number) => void;
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
        parts?.setMaxParallel(message.share.maxParallelJobs);
        return;
      case 'request':
        if (parts !== undefined) void answer(parts.answers, message);
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
  const conversions = new Conversions({
    runner,
    urgentRunner,
    programs,
    maxParallelJobs,
    folder: folder.path,
  });
  const previews = new Previews(urgentRunner, programs);
  return {
    setMaxParallel: (count) => conversions.setMaxParallel(count),
    answers: {
      convert: async (request, signal, report) => conversions.convert(request, signal, report),
      preview: async (request, signal) => previews.make(request, signal),
      extract: async (request, signal) => extractArchive(urgentRunner, request, signal),
      probe: async (request, signal) => probeFile(urgentRunner, request, signal),
      describePrograms: async () => describePrograms(await programs(), inspector),
    },
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
  answers: Answers,
  { id, kind, content }: Extract<ParentMessage, { type: 'request' }>,
): Promise<void> {
  const abort = new AbortController();
  pending.set(id, abort);
  const report: Report = (share) => send({ type: 'progress', id, ...(share === undefined ? {} : { share }) });
  try {
    const result = await resultOf(answers, kind, content, abort.signal, report);
    send({ type: 'result', id, result });
  } catch (error) {
    send({ type: 'fault', id, fault: faultOf(error) });
  } finally {
    pending.delete(id);
  }
}

async function resultOf<Kind extends RequestKind>(
  answers: Answers,
  kind: Kind,
  content: unknown,
  signal: AbortSignal,
  report: Report,
): Promise<ResultOf<Kind>> {
  return answers[kind](requestKinds[kind].request.parse(content), signal, report);
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
