import { isImageFormat } from '../../contract/formats/table.ts';
import { withoutNetwork } from '../../formats/offer.ts';
import type { Selection } from '../../formats/possibilities.ts';
import { planWork, type Task, type WorkPlan } from '../../formats/workPlan.ts';
import { shareText } from '../text/files.ts';
import { serviceName } from '../text/services.ts';
import { figure, joined, listed, say } from '../text/words.ts';
import type { Choice, Heading } from './choice.ts';
import type { ImageSetId, RunDetails } from './runDetails.ts';

export type ImageSetChoice = Choice<{ readonly imageSet: ImageSetId }>;

/** The widths of pages on telephones, tablets and screens, in pixels. */
const responsiveWidths = [480, 960, 1440, 1920] as const;
export const widestPixels = Math.max(...responsiveWidths);

export const responsiveTask: Task = { tool: 'convert', targetFormat: 'webp' };
export const responsiveDetails: RunDetails = {
  imageSet: 'responsiveWidths',
  output: { name: '${name}-${width}', ofWorkspace: false },
};

/** The widths in which a picture of this width is made: none that is larger, but its own where it is less than the widest. */
export function widthsUpTo(sourcePixels: number): readonly number[] {
  const fitting = responsiveWidths.filter((width) => width < sourcePixels);
  return sourcePixels > widestPixels ? fitting : [...fitting, sourcePixels];
}

/** What becomes of the pictures among the files: sets are made on this computer, of whatever it reads. */
export function planResponsive(selection: Selection): WorkPlan {
  const files = selection.files.filter(({ format }) => isImageFormat(format));
  return planWork({ ...selection, offer: withoutNetwork(selection.offer), files }, responsiveTask);
}

/** The sets that can be made of at least one of the files, under their heading. */
export function imageSetRows(selection: Selection): (ImageSetChoice | Heading)[] {
  const count = planResponsive(selection).planned.length;
  if (count === 0) return [];
  const fileCount = selection.files.length;
  return [
    { heading: say('Image sets') },
    {
      value: { imageSet: 'responsiveWidths' },
      icon: 'file-media',
      label: say('Responsive widths'),
      // No name of a format: who types one searches for the format.
      description: joined(
        [count < fileCount ? shareText(count, fileCount) : undefined, serviceName('local')],
        ' · ',
      ),
      detail: say(
        'WebP, {0} pixels wide, none wider than the picture, with the srcset for HTML',
        listed(responsiveWidths.map((width) => figure(width, { useGrouping: false }))),
      ),
    },
  ];
}
