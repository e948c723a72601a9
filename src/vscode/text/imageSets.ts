import { namesText } from './batches.ts';
import { fileName } from './files.ts';
import { say, type Words } from './words.ts';

/** Of which pictures, by their URIs, there are no larger widths, and why; nothing where there are all. */
export function notEnlargedText(uris: readonly string[]): Words | undefined {
  return uris.length === 0
    ? undefined
    : say('Larger widths left out, so that nothing is enlarged: {0}.', namesText(uris.map(fileName)));
}
