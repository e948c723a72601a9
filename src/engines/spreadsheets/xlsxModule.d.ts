import '@e965/xlsx';

// What the library exports besides what it declares.
declare module '@e965/xlsx' {
  /** A zip as `CFB.read` opens it. */
  interface OpenZip {
    readonly FileIndex: { name: string; content: Buffer; size: number }[];
    readonly FullPaths: string[];
  }
  export function parse_zip(zip: OpenZip, options: ParsingOptions): WorkBook;
}
