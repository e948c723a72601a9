import type { Loss } from '../../contract/losses.ts';
import type { ComparedPicture } from './pictureMaker.ts';
import { resultSizeText, sizeText } from '../text/amounts.ts';
import { formatTitle } from '../text/formats.ts';
import { compareTitle, leftOutText, ofFile, pixelsText, shownText, tabTexts } from '../text/pictures.ts';
import { namedLossesText } from '../text/losses.ts';
import { untrusted, say, sentences, type SafeText } from '../text/safeText.ts';
import type { ImagePair } from '../jobsView/imagePairs.ts';
import type { PictureTabContent } from '../ui/pictureTabContent.ts';

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

/** The position among all compared pairs. */
interface PairPlace {
  readonly index: number;
  readonly count: number;
}

/** The content of the tab while the pair is loading. */
export function comparisonStatus(
  { before, after }: ImagePair,
  status: SafeText,
  place: PairPlace,
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
export function comparisonContent(comparison: ImageComparison, place: PairPlace): PictureTabContent {
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
