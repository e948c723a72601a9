/** What Ghostscript reads: programs that draw pages, which is why it runs them in its safe mode. */
export const ghostscriptSources = ['ps', 'eps', 'pdf'] as const;

/** The devices that write the targets; those that hold one page draw the first. */
export const devices: Readonly<
  Record<string, { readonly device: string; readonly onePage?: boolean; readonly isPicture?: boolean }>
> = {
  pdf: { device: 'pdfwrite' },
  ps: { device: 'ps2write' },
  eps: { device: 'eps2write', onePage: true },
  txt: { device: 'txtwrite' },
  tiff: { device: 'tiff24nc', isPicture: true },
  png: { device: 'png16m', onePage: true, isPicture: true },
  jpg: { device: 'jpeg', onePage: true, isPicture: true },
  bmp: { device: 'bmp16m', onePage: true, isPicture: true },
  pcx: { device: 'pcx24b', onePage: true, isPicture: true },
  ppm: { device: 'ppmraw', onePage: true, isPicture: true },
  pgm: { device: 'pgmraw', onePage: true, isPicture: true },
  pbm: { device: 'pbmraw', onePage: true, isPicture: true },
  psd: { device: 'psdrgb', onePage: true, isPicture: true },
};
