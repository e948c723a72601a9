import type { Selection } from '../../planning/possibilities.ts';
import type { BatchFileResult } from '../batch/fileResult.ts';
import type { IconSetId, ImageSetId, Work } from '../../planning/work.ts';
import { type BatchContext, runForPerson } from '../batch/runBatch.ts';
import { problemText } from '../text/problems.ts';
import { say } from '../text/safeText.ts';
import { showInformation, showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { followIcons } from './followIcons.ts';
import { layOutIcons } from './iconLayout.ts';
import { iconOptions } from './iconSets.ts';
import { planImageSet } from './imageSets.ts';
import { makeResponsiveWidths } from './responsiveWidths.ts';

/** Makes an image set from each picture among the files, on this computer and as one batch. */
export async function makeImageSet(
  context: BatchContext,
  selection: Selection,
  imageSet: ImageSetId,
  work: Work,
): Promise<BatchFileResult[]> {
  return imageSet === 'responsiveWidths'
    ? makeResponsiveWidths(context, selection, work)
    : makeIcons(context, selection, imageSet, work);
}

/** Makes a set of icons from each picture among the files. Each set has its own folder. */
async function makeIcons(
  context: BatchContext,
  selection: Selection,
  imageSet: IconSetId,
  work: Work,
): Promise<BatchFileResult[]> {
  const plan = planImageSet(selection, imageSet);
  if (plan.planned.length + plan.refused.length === 0) {
    void showInformation(say('None of the files is an image that can be made into icons.'));
    return [];
  }
  const laid = await withProgress({ place: 'statusBar', title: say('Looking for files') }, async () =>
    layOutIcons(plan, imageSet),
  );
  for (const text of new Set(laid.ignored.map(problemText))) void showWarning(text);
  const planned = laid.sets.flatMap(({ file, icons, output }) =>
    icons.map((icon) => ({
      ...file,
      targetFormat: icon.format,
      options: iconOptions(icon),
      output: { ...output, name: icon.name },
    })),
  );
  const whole = { ...plan, work, planned, refused: [...plan.refused, ...laid.refused] };
  return runForPerson(context, whole, followIcons(context.jobs, imageSet, laid.sets));
}
