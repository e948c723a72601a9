import type { TabWords } from '../text/pictures.ts';
import type { SafeText } from '../text/safeText.ts';

/** A picture in the folder of its tab. */
export interface ShownPicture {
  readonly file: string;
  /** For screen readers. */
  readonly name: SafeText;
}

/** The content of a picture tab. */
export interface PictureTabContent {
  readonly words: TabWords;
  readonly title: SafeText;
  /** The progress, or an error. */
  readonly status: SafeText;
  /** The label of a button. */
  readonly action?: SafeText;
  /** One picture, or two to compare. */
  readonly pictures: readonly ShownPicture[];
  readonly facts: readonly { readonly label: SafeText; readonly values: readonly SafeText[] }[];
  readonly remarks: readonly SafeText[];
  /** The position among several pages or pairs, counted from 0. */
  readonly place?: { readonly index: number; readonly count: number; readonly text: SafeText };
}
