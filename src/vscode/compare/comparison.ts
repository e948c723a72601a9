import type { Loss } from '../../contract/losses.ts';
import type { Picture } from './pictureMaker.ts';
import { resultSizeText, sizeText } from '../text/amounts.ts';
import { formatTitle } from '../text/formats.ts';
import { compareTitle, leftOutText, ofFile, pixelsText, shownText, tabWords } from '../text/pictures.ts';
import { foreign, say, sentences, type Words } from '../text/words.ts';
import type { ImagePair } from '../jobsView/imagePairs.ts';
import type { PictureTabContent } from '../ui/pictureTabContent.ts';

/** What became of one of two images. */
export interface LookedAtSide {
  readonly picture?: Picture;
  /** Why there is no picture. */
  readonly problem?: Words;
  /** The file is no longer what it was when the job was done. */
  readonly hasChanged?: boolean;
}

/** A pair once it was looked at. */
export interface Comparison {
  readonly pair: ImagePair;
  readonly before: LookedAtSide;
  readonly after: LookedAtSide;
  /** What the conversion has no place for, by name. */
  readonly losses: readonly string[];
}

/** Which it is of all that are compared. */
export interface PairPlace {
  readonly index: number;
  readonly count: number;
}

/** What is shown of a pair while it is looked at. */
export function comparisonStatus(
  { before, after }: ImagePair,
  status: Words,
  place: PairPlace,
): PictureTabContent {
  return {
    words: tabWords('images'),
    title: compareTitle(before.name, after.name),
    status,
    pictures: [],
    facts: [],
    remarks: [],
    place: { ...place, text: say('{0} of {1}', place.index + 1, place.count) },
  };
}

/** What is shown of a pair, or of that one of the two that can be seen. */
export function comparisonContent(comparison: Comparison, place: PairPlace): PictureTabContent {
  const { pair, before, after } = comparison;
  const names = [pair.before, pair.after].map(({ name }) => name);
  const sides = [before, after];
  const labels = pair.made === undefined ? names.map((name) => foreign(name)) : madeLabels(pair);
  const problems = sides.map(({ problem }, index) => problem && ofFile(names[index] ?? '', problem));
  return {
    ...comparisonStatus(pair, sentences(problems), place),
    pictures: sides.flatMap(({ picture }, index) =>
      picture === undefined ? [] : [{ file: picture.file, name: labels[index] ?? foreign('') }],
    ),
    facts: [{ label: say('File'), values: labels }, ...facts(comparison)],
    remarks: remarks(comparison, names),
  };
}

function madeLabels({ before, after }: ImagePair): Words[] {
  return [say('Before: {0}', foreign(before.name)), say('After: {0}', foreign(after.name))];
}

function facts({ pair, before, after }: Comparison): PictureTabContent['facts'] {
  const values = (of: (picture: Picture) => Words): Words[] =>
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

function remarks({ pair, before, after, losses }: Comparison, names: readonly string[]): Words[] {
  const { picture: first } = before;
  const { picture: second } = after;
  const differ = first !== undefined && second !== undefined && first.width !== second.width;
  const stripped = pair.made?.isStripped === true ? [metadata] : [];
  const parts = [
    leftOutText([...new Set([...losses, ...stripped])]),
    before.hasChanged === true ? say('The source has changed since.') : undefined,
    after.hasChanged === true ? say('The result has changed since.') : undefined,
    differ ? say('They have different numbers of pixels, and are shown in one size.') : undefined,
    ...[first, second].map((picture, index) => {
      const text = picture && shownText(picture);
      return text && ofFile(names[index] ?? '', text);
    }),
  ];
  return parts.filter((part) => part !== undefined);
}

/** What a result may have been asked to go without. */
const metadata: Loss = 'metadata';

/** What nobody can tell. */
const unknown = foreign('—');
