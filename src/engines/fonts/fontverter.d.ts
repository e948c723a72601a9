declare module 'fontverter' {
  /** Converts a font to another container format. Throws errors of any kind for a damaged font. */
  export function convert(
    font: Buffer,
    toFormat: 'sfnt' | 'woff' | 'woff2',
    fromFormat: 'sfnt' | 'woff' | 'woff2',
  ): Promise<Buffer>;
}
