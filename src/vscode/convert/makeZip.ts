import { intoZip } from '../../planning/workPlan.ts';
import type { FileResult } from '../batch/fileResult.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import { runWorkForPerson } from '../batch/runWork.ts';
import { urisOf } from '../files/commandFiles.ts';

/** Compress to ZIP: one archive of all files, for those that nothing makes smaller in their own format. */
export function makeZip(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<FileResult[]> =>
    runWorkForPerson(context, await urisOf(clicked, selected), { task: intoZip, details: {} });
}
