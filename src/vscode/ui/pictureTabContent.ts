import type { TabWords } from '../text/pictures.ts';
import type { Words } from '../text/words.ts';

/** A picture in the folder of its tab. */
export interface ShownPicture {
  readonly file: string;
  /** For screen readers. */
  readonly name: Words;
}

/** The content of a picture tab. */
export interface PictureTabContent {
  readonly words: TabWords;
  readonly title: Words;
  /** The progress, or an error. */
  readonly status: Words;
  /** The label of a button. */
  readonly action?: Words;
  /** One picture, or two to compare. */
  readonly pictures: readonly ShownPicture[];
  readonly facts: readonly { readonly label: Words; readonly values: readonly Words[] }[];
  readonly remarks: readonly Words[];
  /** The position among several pages or pairs, counted from 0. */
  readonly place?: { readonly index: number; readonly count: number; readonly text: Words };
}
