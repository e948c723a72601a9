import type { TabWords } from '../text/pictures.ts';
import type { SafeText } from '../text/safeText.ts';
import type { Control, Form, Part } from '../../webview/messages.ts';

/** The texts of a value that a page shows, as safe texts. */
type Safe<T> = T extends string
  ? string extends T
    ? SafeText
    : T
  : T extends number
    ? T
    : { readonly [Key in keyof T]: Safe<T[Key]> };

/** A control of a form; its name and values are ours. */
export type ShownControl = Control extends infer Each ? Safe<Each> : never;
type ShownForm = Safe<Form>;

/** A picture in the folder of its tab. */
export interface ShownPicture {
  readonly file: string;
  /** For screen readers. */
  readonly name: SafeText;
  /** Present if it is only this part of the other picture. */
  readonly part?: Part;
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
  /** Settings whose effect the pictures show. */
  readonly form?: ShownForm;
  readonly facts: readonly { readonly label: SafeText; readonly values: readonly SafeText[] }[];
  readonly remarks: readonly SafeText[];
  /** The position among several pages or pairs, counted from 0. */
  readonly place?: { readonly index: number; readonly count: number; readonly text: SafeText };
}
