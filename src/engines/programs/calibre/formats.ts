/** E-book formats that Calibre reads directly. It never reads HTML directly, because it would embed local files. */
export const calibreBooks = ['epub', 'mobi', 'azw3'] as const;
/**
 * E-book formats of discontinued e-readers. Calibre converts them to EPUB, and the document engine converts EPUB to
 * other formats.
 */
export const calibreOldBooks = ['lit', 'lrf', 'pdb', 'rb', 'tcr'] as const;
/** Formats that the document engine converts to EPUB for Calibre. */
export const calibreDocuments = ['docx', 'odt', 'rtf', 'html', 'md', 'fb2', 'tex', 'txt'] as const;

/** Formats that Calibre writes directly. The document engine writes the others from EPUB. */
export const calibreTargets = ['azw3', 'mobi', 'htmlz'] as const;
export const calibreOldBookTargets = [...calibreTargets, 'epub'] as const;
/** Formats that the document engine writes from Calibre's EPUB. */
export const calibrePageTargets = ['html', 'md', 'txt', 'docx', 'odt', 'rtf', 'pdf'] as const;

export const documents: ReadonlySet<string> = new Set(calibreDocuments);
export const pageTargets: ReadonlySet<string> = new Set(calibrePageTargets);
