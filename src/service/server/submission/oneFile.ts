import type { Loss } from '../../../contract/losses.ts';
import { targetFormatField } from '../../../contract/routes.ts';
import type { DocumentedToolId } from '../../../contract/tools.ts';
import { formatShown, sniffFormat } from '../../../engines/sniff.ts';
import type { ProgramFinder } from '../../../engines/programs/programFinder.ts';
import { isProgramId } from '../../../engines/programs/programs.ts';
import { refusal } from '../../faults.ts';
import type { AssignedWork } from './assignedWork.ts';
import { type Assignment, checkOptions, routeSubmission } from './submission.ts';
import { readOptions } from './submittedOptions.ts';
import type { ReceivedUpload } from './upload.ts';

/** Time to reuse the list of found programs for the next submissions, such as each file of a batch. */
const heldMs = 1000;

/**
 * Finds the engine for a submission's file, and what its conversion may lose; `named` is the format in the path.
 * @throws ServiceError as `routeSubmission`, `readOptions` and `checkOptions` do
 */
export async function assignOneFile(
  tool: DocumentedToolId,
  { files: [file], fields }: ReceivedUpload,
  named: string | undefined,
  programs: ProgramFinder,
): Promise<AssignedWork & { readonly losses: readonly Loss[] }> {
  if (file === undefined) throw refusal('request.no_files', 'No file is attached.');
  const { fileName, path: inputPath } = file;
  const sniffed = formatShown(await sniffFormat(inputPath), fileName);
  const targetFormat = fields.get(targetFormatField);
  const found = await programs(heldMs);
  const options = readOptions(fields);
  const route = routeSubmission({ tool, fileName, sniffed, named, targetFormat, options }, found);
  const assigned = (assignment: Assignment) => ({
    engine: assignment.conversion.engine,
    program: isProgramId(assignment.conversion.engine) ? found.get(assignment.conversion.engine) : undefined,
    from: assignment.from,
    options: checkOptions(assignment, options),
  });
  const work = {
    fileName,
    ...assigned(route),
    helper: route.helper && assigned(route.helper),
    to: route.to,
    inputPath,
  };
  const losses = 'losses' in route.conversion ? route.conversion.losses : [];
  return { work, cost: route.conversion.cost, losses };
}
