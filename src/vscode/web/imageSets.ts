import { isImageFormat } from '../../contract/formats/table.ts';
import { withoutNetwork, withResizing } from '../../planning/offer.ts';
import type { Selection } from '../../planning/possibilities.ts';
import {
  type ImageSetId,
  imageSetIds,
  type Work,
  type OutputRequest,
  type IconSetId,
} from '../../planning/work.ts';
import { planWork, type WorkPlan } from '../../planning/workPlan.ts';
import { shareText, serviceName, fileName, imageSetName } from '../text/names.ts';
import { figure, joined, listed, say, type SafeText } from '../text/safeText.ts';
import type { Choice, ListHeading } from '../ui/picks.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import { namesText } from '../text/batches.ts';

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
    label: imageSetName(imageSet),
    info: infos[imageSet](),
  };
}

const infos: Readonly<Record<ImageSetId, () => SafeText>> = {
  responsiveWidths: () =>
    say(
      'WebP at {0} pixels wide, never wider than the image, with the srcset for HTML',
      listed(responsiveWidths.map((width) => figure(width, { useGrouping: false }))),
    ),
  favicon: () => say('ICO, icons for iOS and Android, manifest, and HTML links'),
  appIcons: () => say('PNG from 16 to 1024 pixels, ICO for Windows, ICNS for macOS'),
};

/** An icon file with a picture in one or several sizes. Each is a square with the whole picture centered. */
export interface IconFile {
  /** The file's name without its extension. */
  readonly name: string;
  readonly format: 'png' | 'ico' | 'icns';
  /** The sizes that the file contains, as side lengths in pixels. */
  readonly sides: readonly number[];
  /** Width of the empty border on each side, in pixels. */
  readonly padding?: number;
  readonly background?: string;
  /** The icon's purpose in a web app manifest; absent if the manifest doesn't list it. */
  readonly purpose?: 'any' | 'maskable';
}

const opaque = '#ffffff';

/**
 * The icons that browsers and operating systems request today: an ICO for tabs and bookmarks, an opaque picture for the
 * home screen of iOS, which rounds its corners, and the web app manifest's icons for all others. Systems crop a
 * maskable icon to a circle of 80 % of its width (W3C, Web Application Manifest, Icon masks). In an icon of 512 pixels,
 * that circle contains a square of 288 pixels.
 */
const favicon: readonly IconFile[] = [
  { name: 'favicon', format: 'ico', sides: [16, 32, 48] },
  { name: 'apple-touch-icon', format: 'png', sides: [180], padding: 20, background: opaque },
  { name: 'icon-192', format: 'png', sides: [192], purpose: 'any' },
  { name: 'icon-512', format: 'png', sides: [512], purpose: 'any' },
  {
    name: 'icon-maskable-512',
    format: 'png',
    sides: [512],
    padding: 112,
    background: opaque,
    purpose: 'maskable',
  },
];

const appSides = [16, 32, 48, 64, 128, 256, 512, 1024] as const;

/** The icons of a desktop application: for Windows, for macOS, and one picture per size for other systems. */
const appIcons: readonly IconFile[] = [
  { name: 'icon', format: 'ico', sides: [16, 24, 32, 48, 64, 128, 256] },
  { name: 'icon', format: 'icns', sides: [16, 32, 64, 128, 256, 512, 1024] },
  ...appSides.map((side) => ({ name: `icon-${side}`, format: 'png', sides: [side] }) as const),
];

export const iconsOf: Readonly<Record<IconSetId, readonly IconFile[]>> = { favicon, appIcons };

/**
 * The icons that can be made without enlarging a picture whose longer side has this length. Files with several sizes
 * contain at least the smallest.
 */
export function iconsWithin(icons: readonly IconFile[], sourcePixels: number): readonly IconFile[] {
  return icons.flatMap((icon) => {
    const fitting = icon.sides.filter((side) => side - 2 * (icon.padding ?? 0) <= sourcePixels);
    if (fitting.length > 0) return { ...icon, sides: fitting };
    return icon.format === 'png' ? [] : { ...icon, sides: [Math.min(...icon.sides)] };
  });
}

/** The options for converting a picture to an icon. */
export function iconOptions({ format, sides, padding, background }: IconFile): JobOptions {
  const [side] = sides;
  return {
    ...(format === 'png' ? { width: side, height: side, fit: 'contain' } : { sizes: sides }),
    ...(padding === undefined ? {} : { padding }),
    ...(background === undefined ? {} : { background }),
    metadata: 'stripAll',
    profile: 'srgb',
  };
}

/** The text of a web app manifest that lists the icons. */
export function webManifest(name: string, icons: readonly IconFile[]): string {
  const entries = icons.flatMap(({ name: file, sides: [side], purpose }) =>
    purpose === undefined ? [] : { src: `${file}.png`, sizes: `${side}x${side}`, type: 'image/png', purpose },
  );
  return `${JSON.stringify({ name, icons: entries }, undefined, 2)}\n`;
}

/** Placeholders whose values differ between the icons of a set, which must be in one folder. */
const perResult = /\$\{(?:ext|width|height)\}/;

/**
 * The destinations for a set of icons: a new folder inside the folder that each of `requests` asks for. The new folder
 * is beside the source if none asks for one, or if the folder would differ between the files of the set.
 */
export function folderWithin(name: string, requests: readonly OutputRequest[]): OutputRequest[] {
  const within = requests.flatMap(({ folder, ofWorkspace = false }) => {
    if (folder === undefined || perResult.test(folder)) return [];
    return { folder: folder === '' ? name : `${folder}/${name}`, ofWorkspace };
  });
  return [...within, { folder: name }];
}

/** Says which pictures, given by URI, don't get the larger widths. */
export function notEnlargedText(uris: readonly string[]): SafeText | undefined {
  return uris.length === 0
    ? undefined
    : say('Skipped larger widths to avoid upscaling: {0}.', namesText(uris.map(fileName)));
}

/** Says which pictures, given by URI, don't get the larger icons. */
export function iconsNotEnlargedText(uris: readonly string[]): SafeText | undefined {
  return uris.length === 0
    ? undefined
    : say('Skipped larger icons to avoid upscaling: {0}.', namesText(uris.map(fileName)));
}

/** Says which folders, given by URI, contain the sets of icons. */
export function iconFoldersText(uris: readonly string[]): SafeText | undefined {
  return uris.length === 0 ? undefined : say('The icons are in {0}.', namesText(uris.map(fileName)));
}

/** Says which files, given by URI, were added to sets of icons without conversion. */
export function companionsText(uris: readonly string[]): SafeText | undefined {
  const names = new Set(uris.map(fileName));
  return names.size === 0 ? undefined : say('Each folder also contains {0}.', namesText([...names]));
}

export function companionFailedText(uri: string, reason: SafeText): SafeText {
  return say('{0} couldn’t be written: {1}', fileName(uri), reason);
}
