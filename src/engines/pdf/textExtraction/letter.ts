import type { TextStyle } from './styles.ts';
import type { PageArea } from './upright.ts';

/** A glyph's text, which is usually one letter, and its displayed position on the page in points. */
export interface Letter extends TextStyle, PageArea {
  readonly text: string;
  readonly baseline: number;
  /** Address of the link that the letter belongs to. */
  readonly link: string | undefined;
}

/** Letters that PDFium assigns to the same line, in reading order. */
export interface Segment<Each = Letter> {
  readonly letters: readonly Each[];
  /** True if the line ends within a hyphenated word. */
  readonly isHyphenated: boolean;
}
