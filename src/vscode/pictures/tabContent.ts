import type { Loss } from '../../contract/losses.ts';
import type { ComparedPicture, FileToShow } from './pictureMaker.ts';
import {
  resultSizeText,
  sizeText,
  untrusted,
  say,
  sentences,
  type SafeText,
  figure,
  listed,
  sayCount,
} from '../text/safeText.ts';
import { formatTitle } from '../text/names.ts';
import { namedLossesText, lossesInOrder, lossText } from '../text/losses.ts';
import type { ImagePair } from './imagePairs.ts';
import type { PictureTabContent } from '../ui/pictureTab.ts';
import { isImageFormat } from '../../contract/formats/table.ts';
import type { Problem } from '../../jobs/core/job.ts';
import { problemText, tooLargeToShow } from '../text/problems.ts';

/** One of two images, with its picture or the reason why there is none. */
export interface ComparedSide {
  readonly picture?: ComparedPicture;
  /** The reason why there is no picture. */
  readonly problem?: SafeText;
  /** True if the file has changed since the job ended. */
  readonly hasChanged?: boolean;
}

export interface ImageComparison {
  readonly pair: ImagePair;
  readonly before: ComparedSide;
  readonly after: ComparedSide;
  /** Names of properties that the result lost, and of those that it lost if the source had them. */
  readonly losses: PairLosses;
}

export interface PairLosses {
  readonly certain: readonly string[];
  readonly possible: readonly string[];
}

export const noLosses: PairLosses = { certain: [], possible: [] };

/** The position among several pages or pairs, starting at 0. */
interface Place {
  readonly index: number;
  readonly count: number;
}

/** The content of the tab while the pair is loading. */
export function comparisonStatus(
  { before, after }: ImagePair,
  status: SafeText,
  place: Place,
): PictureTabContent {
  return {
    texts: tabTexts('images'),
    title: compareTitle(before.name, after.name),
    status,
    pictures: [],
    facts: [],
    remarks: [],
    place: { ...place, text: say('{0} of {1}', place.index + 1, place.count) },
  };
}

/** The content of the tab for a pair, or for one image if the other can't be shown. */
export function comparisonContent(comparison: ImageComparison, place: Place): PictureTabContent {
  const { pair, before, after } = comparison;
  const names = [pair.before, pair.after].map(({ name }) => name);
  const sides = [before, after];
  const labels = pair.made === undefined ? names.map((name) => untrusted(name)) : madeLabels(pair);
  const problems = sides.map(({ problem }, index) => problem && ofFile(names[index] ?? '', problem));
  return {
    ...comparisonStatus(pair, sentences(problems), place),
    pictures: sides.flatMap(({ picture }, index) =>
      picture === undefined ? [] : [{ file: picture.file, name: labels[index] ?? untrusted('') }],
    ),
    facts: [{ label: say('File'), values: labels }, ...facts(comparison)],
    remarks: remarks(comparison, names),
  };
}

function madeLabels({ before, after }: ImagePair): SafeText[] {
  return [say('Before: {0}', untrusted(before.name)), say('After: {0}', untrusted(after.name))];
}

function facts({ pair, before, after }: ImageComparison): PictureTabContent['facts'] {
  const values = (of: (picture: ComparedPicture) => SafeText): SafeText[] =>
    [before, after].map(({ picture }) => (picture === undefined ? unknown : of(picture)));
  const sizes = values(({ sizeBytes }) => sizeText(sizeBytes));
  if (pair.made !== undefined && before.picture !== undefined && after.picture !== undefined)
    sizes[1] = resultSizeText(before.picture.sizeBytes, after.picture.sizeBytes);
  return [
    { label: say('Format'), values: values(({ format }) => formatTitle(format)) },
    { label: say('Image'), values: values(({ width, height }) => pixelsText(width, height)) },
    { label: say('Size'), values: sizes },
  ];
}

/** The properties of an image and of the result that a live preview shows, as far as they are known. */
export function liveFacts(
  names: readonly [SafeText, SafeText],
  source: ComparedPicture,
  size: { readonly width: number; readonly height: number } | undefined,
  outcome: SafeText,
): PictureTabContent['facts'] {
  const after = size && pixelsText(size.width, size.height);
  return [
    { label: say('File'), values: names },
    { label: say('Image'), values: [pixelsText(source.width, source.height), after ?? unknown] },
    { label: say('Size'), values: [sizeText(source.sizeBytes), outcome] },
  ];
}

function remarks({ pair, before, after, losses }: ImageComparison, names: readonly string[]): SafeText[] {
  const { picture: first } = before;
  const { picture: second } = after;
  const differ = first !== undefined && second !== undefined && first.width !== second.width;
  const stripped = pair.made?.isStripped === true ? [metadata] : [];
  const possible = [...losses.possible, ...stripped].filter((name) => !losses.certain.includes(name));
  const parts = [
    namedLossesText(losses.certain),
    leftOutText([...new Set(possible)]),
    before.hasChanged === true ? say('The source has changed since then.') : undefined,
    after.hasChanged === true ? say('The result has changed since then.') : undefined,
    differ ? say('They have different resolutions, but are shown at the same size.') : undefined,
    ...[first, second].map((picture, index) => {
      const text = picture && shownText(picture);
      return text && ofFile(names[index] ?? '', text);
    }),
  ];
  return parts.filter((part) => part !== undefined);
}

/** The user may have asked to remove metadata, so it isn't shown as a loss. */
const metadata: Loss = 'metadata';

/** Stands for an unknown value. */
const unknown = untrusted('—');

/** The content of the tab while the picture is being made, or the reason why there is none. */
export function previewStatus(
  { name }: Pick<FileToShow, 'name'>,
  status: SafeText,
  { index, count }: Place,
): PictureTabContent {
  return {
    texts: tabTexts('pages'),
    title: untrusted(name),
    status,
    pictures: [],
    facts: [],
    remarks: [],
    place: { index, count, text: say('Page {0} of {1}', index + 1, count) },
  };
}

/** The content of the tab for a page of a file. */
export function previewContent(file: FileToShow, picture: ComparedPicture, place: Place): PictureTabContent {
  const { format, width, height, sizeBytes } = picture;
  const remark = shownText(picture);
  return {
    ...previewStatus(file, sentences([]), place),
    pictures: [{ file: picture.file, name: untrusted(file.name) }],
    facts: [
      { label: say('Format'), values: [formatTitle(format)] },
      // Only images have a size in pixels. A page has a size on paper.
      ...(isImageFormat(format) ? [{ label: say('Image'), values: [pixelsText(width, height)] }] : []),
      { label: say('Size'), values: [sizeText(sizeBytes)] },
    ],
    remarks: remark === undefined ? [] : [remark],
  };
}

/** The labels of a picture tab's controls, for pages or for pairs of images. */
export function tabTexts(of: 'pages' | 'images') {
  return {
    view: say('View'),
    slider: say('Slider'),
    sideBySide: say('Side by Side'),
    difference: say('Difference'),
    size: say('Size'),
    fit: say('Fit'),
    actual: say('1:1'),
    zoomIn: say('Zoom In'),
    zoomOut: say('Zoom Out'),
    previous: of === 'pages' ? say('Previous Page') : say('Previous Image'),
    next: of === 'pages' ? say('Next Page') : say('Next Image'),
    divider: say('Divider'),
    gain: say('Brightness of Differences'),
    picture: of === 'pages' ? say('Picture') : say('Pictures'),
    facts: say('File Details'),
  };
}

/** The title of a tab that compares two images. */
export function compareTitle(before: string, after: string): SafeText {
  return say('{0} ↔ {1}', untrusted(before), untrusted(after));
}

/** The title of a tab that compares several pairs of images. */
export function compareAllTitle(count: number): SafeText {
  return sayCount(count, { one: 'Compare {0} image', other: 'Compare {0} images' });
}

function pixelsText(width: number, height: number): SafeText {
  return say('{0} × {1} pixels', figure(width), figure(height));
}

/** Says what the result's format doesn't preserve; `undefined` if there is nothing. */
export function leftOutText(losses: readonly string[]): SafeText | undefined {
  if (losses.length === 0) return undefined;
  return say('Lost if present in the source: {0}.', listed(lossesInOrder(losses).map(lossText)));
}

/** Says how a preview differs from the file. */
export function shownText({
  isReduced,
  frames,
}: {
  readonly isReduced?: boolean | undefined;
  readonly frames?: number | undefined;
}): SafeText | undefined {
  const parts = [
    isReduced === true ? say('It’s very large, so it’s shown at a lower resolution.') : undefined,
    frames === undefined
      ? undefined
      : sayCount(frames, {
          one: 'It’s an animation with {0} frame. The first is shown.',
          other: 'It’s an animation with {0} frames. The first is shown.',
        }),
  ];
  const text = sentences(parts);
  return text === '' ? undefined : text;
}

/** A text about one of two files, with the file's name. */
function ofFile(name: string, text: SafeText): SafeText {
  return say('{0}: {1}', untrusted(name), text);
}

/** The program that could show the file if it were allowed to run; `undefined` if that isn't the problem. */
export function programToRun({ fault }: Problem): SafeText | undefined {
  return fault?.id === 'preview.unasked' ? untrusted(String(fault.parameters[1])) : undefined;
}

/** The reason why a file has no preview. Leaves out the advice to choose or convert another file. */
export function noPictureText(problem: Problem): SafeText {
  if (problem.code === 'file.missing') return say('The file no longer exists.');
  const program = programToRun(problem);
  if (program !== undefined)
    return say('Showing this file requires {0}, which only runs in trusted workspaces.', program);
  if (problem.code === 'conversion.limit_exceeded') return tooLargeToShow();
  return problemText(problem);
}
