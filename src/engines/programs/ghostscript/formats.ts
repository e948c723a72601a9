/** Ghostscript's name of the output device for each format. */
export const devices: Readonly<Record<string, string>> = {
  pdf: 'pdfwrite',
  ps: 'ps2write',
  eps: 'eps2write',
};

/** PostScript, and Encapsulated PostScript, which has a single page. */
export const postScripts = ['ps', 'eps'] as const;

/**
 * Formats that the PDF engine creates from the pages of Ghostscript's PDF. Text formats are missing, because the text
 * in PostScript may not map to known characters.
 */
export const pageTargets = ['png', 'jpg', 'webp', 'avif', 'tiff'] as const;
