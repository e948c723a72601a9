import type { TabTexts } from '../text/pictures.ts';
import type { SafeText } from '../text/safeText.ts';
import type { Control, Form, Part } from '../../webview/messages.ts';

/** A type in which all texts that a page shows are `SafeText`. */
type Safe<T> = T extends string
  ? string extends T
    ? SafeText
    : T
  : T extends number
    ? T
    : { readonly [Key in keyof T]: Safe<T[Key]> };

/** A control of a form with safe texts. Its name and values are the extension's own. */
export type ShownControl = Control extends infer Each ? Safe<Each> : never;
type ShownForm = Safe<Form>;

/** A picture in the tab's folder. */
export interface ShownPicture {
  readonly file: string;
  /** The picture's name, for screen readers. */
  readonly name: SafeText;
  /** Present if the picture shows only this part of the other one. */
  readonly part?: Part;
}

export interface PictureTabContent {
  readonly texts: TabTexts;
  readonly title: SafeText;
  /** The current activity, or an error. */
  readonly status: SafeText;
  /** The label of a button below the status. */
  readonly action?: SafeText;
  /** One picture, or two to compare. */
  readonly pictures: readonly ShownPicture[];
  /** The form with settings that change the pictures. */
  readonly form?: ShownForm;
  readonly facts: readonly { readonly label: SafeText; readonly values: readonly SafeText[] }[];
  readonly remarks: readonly SafeText[];
  /** The position among several pages or pairs, starting at 0. */
  readonly place?: { readonly index: number; readonly count: number; readonly text: SafeText };
}
