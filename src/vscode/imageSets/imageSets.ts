import { isImageFormat } from '../../contract/formats/table.ts';
import { withoutNetwork, withResizing } from '../../planning/offer.ts';
import type { Selection } from '../../planning/possibilities.ts';
import { type ImageSetId, imageSetIds, type Work } from '../../planning/work.ts';
import { planWork, type WorkPlan } from '../../planning/workPlan.ts';
import { shareText } from '../text/files.ts';
import { serviceName } from '../text/services.ts';
import { figure, joined, listed, say, type SafeText } from '../text/safeText.ts';
import type { Choice, ListHeading } from '../ui/choice.ts';
import { iconsOf } from './iconSets.ts';

export type ImageSetChoice = Choice<{ readonly imageSet: ImageSetId }>;

/** Common widths of pictures for web pages on phones, tablets, and screens, in pixels. */
const responsiveWidths = [480, 960, 1440, 1920] as const;
export const widestPixels = Math.max(...responsiveWidths);

/** The work for an image set, without the options for each of its files. */
export function imageSetWork(imageSet: ImageSetId): Work {
  return imageSet === 'responsiveWidths'
    ? {
        tool: 'convert',
        targetFormat: 'webp',
        imageSet,
        output: { name: '${name}-${width}', ofWorkspace: false },
      }
    : { tool: 'convert', targetFormat: 'png', imageSet };
}

/**
 * The widths to make from a picture: none that would enlarge it, but its own width if that is less than the largest.
 */
export function widthsUpTo(sourcePixels: number): readonly number[] {
  const fitting = responsiveWidths.filter((width) => width < sourcePixels);
  return sourcePixels > widestPixels ? fitting : [...fitting, sourcePixels];
}

/**
 * The plan for an image set. Sets are made on this computer, from those files that it can convert to all pictures of
 * the set.
 */
export function planImageSet(selection: Selection, imageSet: ImageSetId): WorkPlan {
  return planFor(redrawing(selection), imageSet);
}

/** Rows for the sets that can be made from at least one of the files, with a heading. */
export function imageSetRows(selection: Selection, saysPlace: boolean): (ImageSetChoice | ListHeading)[] {
  const pictures = redrawing(selection);
  const fileCount = selection.files.length;
  const rows = imageSetIds.flatMap((imageSet) => {
    const count = planFor(pictures, imageSet).planned.length;
    return count === 0 ? [] : row(imageSet, count, fileCount, saysPlace);
  });
  return rows.length === 0 ? [] : [{ heading: say('Image sets') }, ...rows];
}

function redrawing({ offer, files, ...selection }: Selection): Selection {
  const pictures = files.filter(({ format }) => isImageFormat(format));
  return { ...selection, offer: withResizing(withoutNetwork(offer)), files: pictures };
}

function planFor(pictures: Selection, imageSet: ImageSetId): WorkPlan {
  const work = imageSetWork(imageSet);
  const plan = planWork(pictures, work);
  if (imageSet === 'responsiveWidths') return plan;
  const formats = new Set(iconsOf[imageSet].map(({ format }) => format));
  const plans = [...formats].map((targetFormat) => planWork(pictures, { tool: 'convert', targetFormat }));
  const able = plans.map(({ planned }) => new Set(planned.map(({ uri }) => uri)));
  const refused = new Map(plans.flatMap((each) => each.refused).map((file) => [file.uri, file]));
  return {
    work,
    planned: plan.planned.filter(({ uri }) => able.every((uris) => uris.has(uri))),
    refused: [...refused.values()],
  };
}

function row(imageSet: ImageSetId, count: number, fileCount: number, saysPlace: boolean): ImageSetChoice {
  const share = count < fileCount ? shareText(count, fileCount) : undefined;
  return {
    value: { imageSet },
    icon: 'file-media',
    // Contains no format name, because searching for one should find the format.
    description: joined([share, saysPlace ? serviceName('local') : undefined], ' · '),
    ...texts[imageSet](),
  };
}

const texts: Readonly<Record<ImageSetId, () => { readonly label: SafeText; readonly info: SafeText }>> = {
  responsiveWidths: () => ({
    label: say('Responsive widths'),
    info: say(
      'WebP at {0} pixels wide, never wider than the image, with the srcset for HTML',
      listed(responsiveWidths.map((width) => figure(width, { useGrouping: false }))),
    ),
  }),
  favicon: () => ({
    label: say('Favicon set'),
    info: say('ICO, icons for iOS and Android, manifest, and HTML links'),
  }),
  appIcons: () => ({
    label: say('App icon set'),
    info: say('PNG from 16 to 1024 pixels, ICO for Windows, ICNS for macOS'),
  }),
};
