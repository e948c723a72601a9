import '@e965/xlsx';

// Exports of the library that it doesn't declare.
declare module '@e965/xlsx' {
  /** A zip or a compound file as `CFB.read` opens it. */
  interface OpenContainer {
    readonly FileIndex: { name: string; content: Buffer; size: number }[];
    readonly FullPaths: string[];
  }
  export function parse_zip(zip: OpenContainer, options: ParsingOptions): WorkBook;
}
