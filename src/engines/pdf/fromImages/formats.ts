import { sources } from '../../images/formats.ts';

/** Vector drawings would be rasterized, which users wouldn't want in a PDF. */
const drawings = new Set(['svg']);

/** Image formats that can become pages of a PDF. */
export const readable: ReadonlySet<string> = new Set(sources.filter((from) => !drawings.has(from)));

/** ZIP archives whose pictures become pages, including comic books (CBZ). */
export const pictureArchives = ['zip', 'cbz'] as const;
