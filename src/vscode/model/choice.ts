import type { Words } from '../text/words.ts';
import type { Icon } from './icons.ts';

/** What can be picked from a list. */
export interface Choice<T> {
  readonly value: T;
  readonly icon?: Icon;
  readonly label: Words;
  readonly description?: Words;
  readonly detail?: Words;
  /** Whatever is typed to search the list. */
  readonly alwaysShown?: boolean;
}

/** A line between choices. */
export interface Heading {
  readonly heading: Words;
}
