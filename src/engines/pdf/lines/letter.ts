import type { TextStyle } from './styles.ts';
import type { Place } from './upright.ts';

/** A letter, or several that one glyph stands for, with where it is, in points, on the page as it is seen. */
export interface Letter extends TextStyle, Place {
  readonly text: string;
  readonly baseline: number;
  /** The address that it leads to. */
  readonly link: string | undefined;
}

/** Letters that PDFium takes for one line, in reading order. */
export interface Segment<Each = Letter> {
  readonly letters: readonly Each[];
  /** True if it ends within a word. */
  readonly isHyphenated: boolean;
}
