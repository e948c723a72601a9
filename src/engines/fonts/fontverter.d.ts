declare module 'fontverter' {
  /** Moves a font's tables to another container. Throws arbitrary errors for a damaged font. */
  export function convert(
    font: Buffer,
    toFormat: 'sfnt' | 'woff' | 'woff2',
    fromFormat: 'sfnt' | 'woff' | 'woff2',
  ): Promise<Buffer>;
}
