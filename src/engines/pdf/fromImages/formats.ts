import { sources } from '../../images/formats.ts';

/** A drawing would become pixels, which is not what anybody wants of a PDF. */
const drawings = new Set(['svg']);

/** Formats that can become PDF pages. */
export const readable: ReadonlySet<string> = new Set(sources.filter((from) => !drawings.has(from)));

/** Zips whose pictures become a page each; comic books are such. */
export const zips = ['zip', 'cbz'] as const;
