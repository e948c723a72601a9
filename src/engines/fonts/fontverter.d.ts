declare module 'fontverter' {
  /** Puts the tables of a font into another container. Throws whatever its parts throw where the font is damaged. */
  export function convert(
    font: Buffer,
    toFormat: 'sfnt' | 'woff' | 'woff2',
    fromFormat: 'sfnt' | 'woff' | 'woff2',
  ): Promise<Buffer>;
}
