import type { Words } from '../text/words.ts';
import type { Icon } from './icons.ts';

/** What can be picked from a list. */
export interface Choice<T> {
  readonly value: T;
  readonly icon?: Icon;
  readonly label: Words;
  readonly description?: Words;
  readonly detail?: Words;
  /** Shown even where the text that is typed to search the list does not match. */
  readonly alwaysShown?: boolean;
}

/** A separator between choices, with a title. */
export interface Heading {
  readonly heading: Words;
}
