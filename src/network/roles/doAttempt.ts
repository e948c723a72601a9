import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Fault } from '../../contract/fault.ts';
import type { EngineResult, EngineTask } from '../../engines/api/task.ts';
import type { FoundPrograms } from '../../engines/programs/findPrograms.ts';
import { isProgramId } from '../../engines/programs/programs.ts';
import { keepOutput, removeJobFolder, outputFileName } from '../../service/server/jobs/jobOutput.ts';
import { internalFault } from '../../service/faults.ts';
import { faultOf, runTask } from '../../service/worker/runner.ts';
import { untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import type { Attempt, AttemptOutcome } from '../jobs/attempts.ts';
import { inputNames } from '../jobs/jobRow.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { incomingKey, resultKey, ObjectMissing, openJobFile } from '../store/objectStore.ts';

/** The parts of a node that an attempt uses. */
type AttemptParts = Pick<NodeParts, 'store' | 'folder' | 'programs'> & {
  readonly diskSpace: Pick<NodeParts['diskSpace'], 'check'>;
  readonly engines: Pick<NodeParts['engines'], 'runner'>;
};

/**
 * Downloads a job's files, converts them, and stores the result.
 * @throws Error for a failure that another worker or a later attempt may not have; the signal's reason if it aborts
 */
export async function doAttempt(
  attempt: Attempt,
  node: AttemptParts,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { store } = node;
  const { job, tool, work } = attempt;
  const folder = path.join(node.folder, `${job}-${attempt.attempt}`);
  const outputPath = path.join(folder, 'output');
  const startedAt = systemClock.monotonic();
  await mkdir(folder, { mode: 0o700 });
  try {
    const todo = workIn(folder, outputPath, attempt, await node.programs());
    await fetchInputs(attempt, folder, node, signal);
    const ended = await converted(todo, node, signal);
    if ('fault' in ended) {
      await node.diskSpace.check(startedAt);
      return ended;
    }
    await keepOutput({ folder, outputPath });
    signal.throwIfAborted();
    const { bytes: outputBytes, content } = await openJobFile(outputPath);
    await untilAborted(store.put(resultKey(job, attempt.attempt), content, outputBytes), signal);
    const extension = ended.extension ?? work.to;
    return { result: { outputBytes, outputFileName: outputFileName(tool, work.fileName, extension) } };
  } catch (error) {
    // The input is missing for all workers, so the job fails.
    if (error instanceof ObjectMissing) return { fault: internalFault };
    // The disk is checked before the folder is removed, because the job isn't to blame for a full disk.
    await node.diskSpace.check();
    throw error;
  } finally {
    await removeJobFolder({ folder });
  }
}

/** Converts the files. A failure other than an abort would happen on any worker. */
async function converted(
  task: EngineTask,
  { engines }: AttemptParts,
  signal: AbortSignal,
): Promise<EngineResult | { readonly fault: Fault }> {
  try {
    return await runTask(engines.runner, task, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { fault: faultOf(error) };
  }
}

async function fetchInputs(
  { job, work }: Attempt,
  folder: string,
  { store }: AttemptParts,
  signal: AbortSignal,
): Promise<void> {
  for (const name of inputNames(work)) {
    signal.throwIfAborted();
    const content = await untilAborted(store.get(incomingKey(job, name)), signal);
    // Parts are appended to one file.
    const file = path.join(folder, work.parts === undefined ? name : work.input);
    await pipeline(content, createWriteStream(file, { flags: 'a', mode: 0o600 }), { signal });
  }
}

function workIn(
  folder: string,
  outputPath: string,
  { tool, inputBytes, work }: Attempt,
  found: FoundPrograms,
): EngineTask {
  const { input, inputs, helper, ...rest } = work;
  const withProgram = <T extends { readonly engine: string }>(by: T) => ({
    ...by,
    program: isProgramId(by.engine) ? found.get(by.engine) : undefined,
  });
  return {
    ...withProgram(rest),
    helper: helper && withProgram(helper),
    tool,
    inputBytes,
    outputPath,
    inputPath: path.join(folder, input),
    ...(inputs && {
      inputs: inputs.map(({ name, fileName, from, modifiedMs }) => ({
        path: path.join(folder, name),
        fileName,
        from,
        modifiedMs,
      })),
    }),
  };
}
