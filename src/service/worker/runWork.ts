import { rm } from 'node:fs/promises';
import type { Fault } from '../../contract/faults/fault.ts';
import { isConversionError } from '../../engines/api/conversionError.ts';
import type { EngineWork, ProgressListener, WorkResult } from '../../engines/api/work.ts';
import { internalFault } from '../faults.ts';
import type { Runner } from './confinedRunner.ts';

/** Work with a second engine, for files that the first one can't process. */
export interface WorkWithFallback extends EngineWork {
  readonly helper?: Pick<EngineWork, 'engine' | 'program' | 'from' | 'options'> | undefined;
}

/**
 * Runs the work, with the second engine if necessary.
 * @throws as the runner does
 */
export async function runWork(
  runner: Runner,
  work: WorkWithFallback,
  signal: AbortSignal,
  onProgress?: ProgressListener,
): Promise<WorkResult> {
  try {
    return await runner.run(work, signal, onProgress);
  } catch (error) {
    const isBeyond = isConversionError(error) && error.code === 'conversion.program_needed';
    if (!isBeyond || work.helper === undefined) throw error;
    await rm(work.outputPath, { force: true });
    return runner.run({ ...work, ...work.helper }, signal, onProgress);
  }
}

/** The fault of a job whose work failed with this error. */
export function faultOf(error: unknown): Fault {
  return isConversionError(error) ? error.fault : internalFault;
}
