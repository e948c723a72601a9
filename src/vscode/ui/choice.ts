import type { SafeText } from '../text/safeText.ts';
import type { Icon } from './icons.ts';

/** An item of a list. */
export interface Choice<T> {
  readonly value: T;
  readonly icon?: Icon;
  readonly label: SafeText;
  readonly description?: SafeText;
  readonly detail?: SafeText;
  /**
   * Shown after the description, and below it during a search, which doesn't match it. It may arrive later without moving other
   * rows.
   */
  readonly note?: SafeText;
  /** Shown by a button of the row. */
  readonly info?: SafeText;
  /** Hidden until the user types or asks for more. */
  readonly isRare?: boolean;
  /** True to show it even if it doesn't match the search. */
  readonly alwaysShown?: boolean;
}

/** A separator between choices, with a title. */
export interface ListHeading {
  readonly heading: SafeText;
  readonly isRare?: boolean;
}
