import type { TextStyle } from './styles.ts';
import type { PageArea } from './upright.ts';

/** A letter, or several in one glyph, with its displayed position on the page, in points. */
export interface Letter extends TextStyle, PageArea {
  readonly text: string;
  readonly baseline: number;
  /** The address of its link. */
  readonly link: string | undefined;
}

/** Letters in the same line according to PDFium, in reading order. */
export interface Segment<Each = Letter> {
  readonly letters: readonly Each[];
  /** True if it ends within a word. */
  readonly isHyphenated: boolean;
}
