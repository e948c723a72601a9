/** The style of printed pages. Lengths are in points. */
export interface PrintTheme {
  readonly bodySize: number;
  readonly codeSize: number;
  readonly tableSize: number;
  readonly noteSize: number;
  /** The line spacing, as a multiple of the font's own line height. */
  readonly lineHeight: number;
  readonly paragraphGap: number;
  readonly headingSizes: readonly number[];
  /** The space above a heading, as a multiple of its font size. */
  readonly headingGap: number;
  readonly cellPadding: number;
}

export const printThemes = {
  standard: {
    bodySize: 10.5,
    codeSize: 8.5,
    tableSize: 9.5,
    noteSize: 8.5,
    lineHeight: 1.06,
    paragraphGap: 8,
    headingSizes: [22, 16, 13, 11.5, 10.5, 10.5],
    headingGap: 0.95,
    cellPadding: 3.5,
  },
  compact: {
    bodySize: 9,
    codeSize: 7.5,
    tableSize: 8.5,
    noteSize: 7.5,
    lineHeight: 0.98,
    paragraphGap: 5,
    headingSizes: [16, 12.5, 11, 10, 9, 9],
    headingGap: 0.7,
    cellPadding: 2,
  },
} as const satisfies Readonly<Record<string, PrintTheme>>;

export const colors = {
  heading: '#1a1a1a',
  link: '#0b57d0',
  quiet: '#5f6368',
  line: '#c8ccd1',
  strongLine: '#80868b',
  codeFill: '#f6f7f9',
} as const;
