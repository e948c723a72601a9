/** The output device of each format, by Ghostscript's names. */
export const devices: Readonly<Record<string, string>> = {
  pdf: 'pdfwrite',
  ps: 'ps2write',
  eps: 'eps2write',
};

/** PostScript, and single-page PostScript for embedding. */
export const postScripts = ['ps', 'eps'] as const;

/** Formats that our own engine makes from the pages of a PDF. The text in PostScript may have no known characters. */
export const pageTargets = ['png', 'jpg', 'webp', 'avif', 'tiff'] as const;
