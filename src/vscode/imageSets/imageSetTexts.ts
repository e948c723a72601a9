import { namesText } from '../text/batches.ts';
import { fileName } from '../text/files.ts';
import { say, type Words } from '../text/words.ts';

/** Of which pictures, by their URIs, there are no larger widths, and why; nothing where there are all. */
export function notEnlargedText(uris: readonly string[]): Words | undefined {
  return uris.length === 0
    ? undefined
    : say('Larger widths left out, so that nothing is enlarged: {0}.', namesText(uris.map(fileName)));
}

/** The same of icons. */
export function iconsNotEnlargedText(uris: readonly string[]): Words | undefined {
  return uris.length === 0
    ? undefined
    : say('Larger icons left out, so that nothing is enlarged: {0}.', namesText(uris.map(fileName)));
}

/** In which folders, by their URIs, sets of icons are. */
export function iconFoldersText(uris: readonly string[]): Words | undefined {
  return uris.length === 0 ? undefined : say('The icons are in {0}.', namesText(uris.map(fileName)));
}

/** Which file of a set could not be written, and why. */
export function companionFailedText(uri: string, reason: Words): Words {
  return say('{0} could not be written: {1}', fileName(uri), reason);
}
