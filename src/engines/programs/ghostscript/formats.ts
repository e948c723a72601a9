/** What writes each format, by Ghostscript's names. */
export const devices: Readonly<Record<string, string>> = {
  pdf: 'pdfwrite',
  ps: 'ps2write',
  eps: 'eps2write',
};

/** PostScript, and PostScript of one page that is there to be put into others. */
export const postScripts = ['ps', 'eps'] as const;

/** What our own engine makes of the pages of a PDF. Of the text in PostScript nobody knows which letters it shows. */
export const pageTargets = ['png', 'jpg', 'webp', 'avif', 'tiff'] as const;
