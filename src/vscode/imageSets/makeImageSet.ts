import type { Selection } from '../../planning/possibilities.ts';
import type { FileResult } from '../batch/fileResult.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import type { ImageSetId, RunDetails } from '../request/runDetails.ts';
import { makeIcons } from './makeIcons.ts';
import { makeResponsiveWidths } from './responsiveWidths.ts';

/** Makes a set of pictures of each picture among the files, on this computer and as one batch. */
export async function makeImageSet(
  context: BatchContext,
  selection: Selection,
  imageSet: ImageSetId,
  details: RunDetails,
): Promise<FileResult[]> {
  return imageSet === 'responsiveWidths'
    ? makeResponsiveWidths(context, selection, details)
    : makeIcons(context, selection, imageSet, details);
}
