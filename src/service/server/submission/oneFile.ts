import type { Loss } from '../../../contract/losses.ts';
import { targetFormatField } from '../../../contract/routes.ts';
import type { DocumentedToolId } from '../../../contract/tools.ts';
import { effectiveFormat, sniffFormat } from '../../../engines/sniff.ts';
import type { ProgramFinder } from '../../../engines/programs/findPrograms.ts';
import { isProgramId } from '../../../engines/programs/programs.ts';
import { serviceError } from '../../faults.ts';
import { type AssignedWork, type Assignment, checkOptions, assignEngine } from './submission.ts';
import { readOptions } from './submittedOptions.ts';
import type { ReceivedUpload } from './upload.ts';

/** The list of found programs is reused for this long, for example for the other files of a batch. */
const heldMs = 1000;

/**
 * Finds the engine for a submission with one file, and the properties that its conversion may drop. `named` is the
 * format in the path.
 * @throws ServiceError as `assignEngine`, `readOptions` and `checkOptions` do
 */
export async function assignOneFile(
  tool: DocumentedToolId,
  { files: [file], fields }: ReceivedUpload,
  named: string | undefined,
  programs: ProgramFinder,
): Promise<AssignedWork & { readonly losses: readonly Loss[] }> {
  if (file === undefined) throw serviceError('request.no_files', 'No file is attached.');
  const { fileName, path: inputPath } = file;
  const sniffed = effectiveFormat(await sniffFormat(inputPath), fileName);
  const targetFormat = fields.get(targetFormatField);
  const found = await programs(heldMs);
  const options = readOptions(fields);
  const assignment = assignEngine({ tool, fileName, sniffed, named, targetFormat, options }, found);
  const assigned = ({ conversion, from }: Assignment) => ({
    engine: conversion.engine,
    program: isProgramId(conversion.engine) ? found.get(conversion.engine) : undefined,
    from,
    options: checkOptions({ conversion }, options),
  });
  const work = {
    fileName,
    ...assigned(assignment),
    helper: assignment.helper && assigned(assignment.helper),
    to: assignment.to,
    inputPath,
  };
  const { conversion } = assignment;
  return { work, cost: conversion.cost, losses: 'losses' in conversion ? conversion.losses : [] };
}
