import type { SafeText } from '../text/safeText.ts';
import type { Icon } from './icons.ts';

/** An item of a list, with the value that choosing it yields. */
export interface Choice<T> {
  readonly value: T;
  readonly icon?: Icon;
  readonly label: SafeText;
  readonly description?: SafeText;
  readonly detail?: SafeText;
  /**
   * Shown after the description, or during a search in the line below, because the search must not match it. It may be
   * added later without moving other rows.
   */
  readonly note?: SafeText;
  /** Additional text, which a button in the row shows. */
  readonly info?: SafeText;
  /** True to hide the item until the user types or asks for more. */
  readonly isRare?: boolean;
  /** True to show the item even if the search doesn't match it. */
  readonly alwaysShown?: boolean;
}

/** A separator between choices, with a title. */
export interface ListHeading {
  readonly heading: SafeText;
  readonly isRare?: boolean;
}
