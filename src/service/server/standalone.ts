import os from 'node:os';
import { ownExtensions } from '../../contract/extensions.ts';
import { defaultSearch, programFinder } from '../../engines/programs/findPrograms.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { printError } from '../faults.ts';
import { UsageError, parseStandaloneArguments, type StandaloneArguments } from './arguments.ts';
import { networkPlan } from './jobs/plans.ts';

const host = '127.0.0.1';

/** Serves on the loopback interface until it is stopped. Prints only its base URL, on one line. */
export async function runStandalone(scriptPath: string, args: readonly string[]): Promise<void> {
  const parsed = readArguments(args);
  const plan = networkPlan(parsed.plan, parsed.credits);
  const { createService } = await import('./service.ts');
  const service = await createService({
    ...parsed,
    scriptPath,
    temporaryRoot: os.tmpdir(),
    checkHost: true,
    ...(parsed.isExtended && { extensions: ownExtensions }),
    plan,
    programs: programFinder(() => defaultSearch, systemClock),
    clock: shiftedClock(parsed.clockOffsetMs),
    poolSlots: parsed.poolSlots ?? plan.limits.maxParallelJobs,
  });
  // Runs when the process ends for any reason.
  process.once('exit', () => service.dispose());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));
  try {
    process.stdout.write(`${await service.app.listen({ host, port: parsed.port })}\n`);
  } catch (error) {
    fail(
      `The service can’t listen on port ${parsed.port}: ${error instanceof Error ? error.message : 'unknown'}.`,
      1,
    );
  }
}

function readArguments(args: readonly string[]): StandaloneArguments {
  try {
    return parseStandaloneArguments(args);
  } catch (error) {
    if (error instanceof UsageError) return fail(error.message, 2);
    throw error;
  }
}

function fail(sentence: string, exitCode: number): never {
  printError(sentence);
  process.exit(exitCode);
}

function shiftedClock(offsetMs: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + offsetMs };
}
