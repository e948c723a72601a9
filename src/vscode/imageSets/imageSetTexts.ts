import { namesText } from '../text/batches.ts';
import { fileName } from '../text/files.ts';
import { say, type Words } from '../text/words.ts';

/** The pictures, by URI, without larger widths. */
export function notEnlargedText(uris: readonly string[]): Words | undefined {
  return uris.length === 0
    ? undefined
    : say('Larger widths left out, so that nothing is enlarged: {0}.', namesText(uris.map(fileName)));
}

/** The pictures, by URI, without larger icons. */
export function iconsNotEnlargedText(uris: readonly string[]): Words | undefined {
  return uris.length === 0
    ? undefined
    : say('Larger icons left out, so that nothing is enlarged: {0}.', namesText(uris.map(fileName)));
}

/** The folders, by URI, with the sets of icons. */
export function iconFoldersText(uris: readonly string[]): Words | undefined {
  return uris.length === 0 ? undefined : say('The icons are in {0}.', namesText(uris.map(fileName)));
}

export function companionFailedText(uri: string, reason: Words): Words {
  return say('{0} could not be written: {1}', fileName(uri), reason);
}
