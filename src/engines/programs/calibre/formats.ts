/** Books that Calibre reads directly; it would embed local files into web pages and their derivatives. */
export const calibreBooks = ['epub', 'mobi', 'azw3'] as const;
/** Books of discontinued readers; Calibre converts them to EPUB, and our document engine to everything else. */
export const calibreOldBooks = ['lit', 'lrf', 'pdb', 'rb', 'tcr'] as const;
/** Formats that our engine converts to EPUB for Calibre. */
export const calibreDocuments = ['docx', 'odt', 'rtf', 'html', 'md', 'fb2', 'tex', 'txt'] as const;

/** Calibre's output formats; our engine handles the others via EPUB. */
export const calibreTargets = ['azw3', 'mobi', 'htmlz'] as const;
export const calibreOldBookTargets = [...calibreTargets, 'epub'] as const;
/** Formats that our document engine makes from Calibre's EPUB. */
export const calibrePageTargets = ['html', 'md', 'txt', 'docx', 'odt', 'rtf', 'pdf'] as const;

export const documents: ReadonlySet<string> = new Set(calibreDocuments);
export const pageTargets: ReadonlySet<string> = new Set(calibrePageTargets);
