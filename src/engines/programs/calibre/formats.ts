/** Books that Calibre reads by itself; of web pages and what is made of them it would take in files of this computer. */
export const calibreBooks = ['epub', 'mobi', 'azw3'] as const;
/** Books of readers that are no longer made; Calibre makes EPUBs of them, and our engine of documents all else. */
export const calibreOldBooks = ['lit', 'lrf', 'pdb', 'rb', 'tcr'] as const;
/** What our engine makes an EPUB of, which Calibre then reads. */
export const calibreDocuments = ['docx', 'odt', 'rtf', 'html', 'md', 'fb2', 'tex', 'txt'] as const;

/** What Calibre writes, and what only of old books: all else becomes an EPUB by our engine. */
export const calibreTargets = ['azw3', 'mobi', 'htmlz'] as const;
export const calibreOldBookTargets = [...calibreTargets, 'epub'] as const;
/** What our engine of documents makes of an EPUB of Calibre's. */
export const calibrePageTargets = ['html', 'md', 'txt', 'docx', 'odt', 'rtf', 'pdf'] as const;

export const documents: ReadonlySet<string> = new Set(calibreDocuments);
export const pageTargets: ReadonlySet<string> = new Set(calibrePageTargets);
