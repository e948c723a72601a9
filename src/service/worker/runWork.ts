import { rm } from 'node:fs/promises';
import type { Fault } from '../../contract/faults/fault.ts';
import { isConversionError } from '../../engines/api/conversionError.ts';
import type { Work, WorkResult } from '../../engines/api/work.ts';
import { internalFault } from '../faults.ts';
import type { Runner } from './confinedRunner.ts';

/** Work, and who does it where its engine finds that it can't. */
export interface HelpedWork extends Work {
  readonly helper?: Pick<Work, 'engine' | 'program' | 'from' | 'options'> | undefined;
}

/** Has work done, by its helper where that is needed. @throws as the runner does */
export async function runWork(runner: Runner, work: HelpedWork, signal: AbortSignal): Promise<WorkResult> {
  try {
    return await runner.run(work, signal);
  } catch (error) {
    const isBeyond = isConversionError(error) && error.code === 'conversion.program_needed';
    if (!isBeyond || work.helper === undefined) throw error;
    await rm(work.outputPath, { force: true });
    return runner.run({ ...work, ...work.helper }, signal);
  }
}

/** What a job fails with for an error of its work. */
export function faultOf(error: unknown): Fault {
  return isConversionError(error) ? error.fault : internalFault;
}
