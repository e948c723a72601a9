import { sources } from '../../images/formats.ts';

/** A vector drawing would be rasterized, which nobody wants in a PDF. */
const drawings = new Set(['svg']);

/** Formats that can become PDF pages. */
export const readable: ReadonlySet<string> = new Set(sources.filter((from) => !drawings.has(from)));

/** ZIPs with one page per picture, including comic books. */
export const zips = ['zip', 'cbz'] as const;
