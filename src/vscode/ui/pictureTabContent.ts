import type { TabWords } from '../text/pictures.ts';
import type { Words } from '../text/words.ts';

/** A picture that lies in the folder of its tab. */
export interface ShownPicture {
  readonly file: string;
  /** What screen readers read. */
  readonly name: Words;
}

/** What a tab of pictures shows. */
export interface PictureTabContent {
  readonly words: TabWords;
  readonly title: Words;
  /** What is going on, or went wrong. */
  readonly status: Words;
  /** What a person can do about it, by a button. */
  readonly action?: Words;
  /** One, or two that are compared. */
  readonly pictures: readonly ShownPicture[];
  readonly facts: readonly { readonly label: Words; readonly values: readonly Words[] }[];
  readonly remarks: readonly Words[];
  /** Which it is of several pages or pairs, counted from 0. */
  readonly place?: { readonly index: number; readonly count: number; readonly text: Words };
}
