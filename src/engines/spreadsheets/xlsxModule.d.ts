import '@e965/xlsx';

// Exports of SheetJS that its types omit.
declare module '@e965/xlsx' {
  /** A ZIP or compound file opened with `CFB.read`. */
  interface OpenContainer {
    readonly FileIndex: { name: string; content: Buffer; size: number }[];
    readonly FullPaths: string[];
  }
  export function parse_zip(zip: OpenContainer, options: ParsingOptions): WorkBook;
}
