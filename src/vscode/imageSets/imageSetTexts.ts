import { namesText } from '../text/batches.ts';
import { fileName } from '../text/files.ts';
import { say, type SafeText } from '../text/safeText.ts';

/** Says which pictures, given by URI, don't get the larger widths. */
export function notEnlargedText(uris: readonly string[]): SafeText | undefined {
  return uris.length === 0
    ? undefined
    : say('Skipped larger widths to avoid upscaling: {0}.', namesText(uris.map(fileName)));
}

/** Says which pictures, given by URI, don't get the larger icons. */
export function iconsNotEnlargedText(uris: readonly string[]): SafeText | undefined {
  return uris.length === 0
    ? undefined
    : say('Skipped larger icons to avoid upscaling: {0}.', namesText(uris.map(fileName)));
}

/** Says which folders, given by URI, contain the sets of icons. */
export function iconFoldersText(uris: readonly string[]): SafeText | undefined {
  return uris.length === 0 ? undefined : say('The icons are in {0}.', namesText(uris.map(fileName)));
}

export function companionFailedText(uri: string, reason: SafeText): SafeText {
  return say('{0} couldn’t be written: {1}', fileName(uri), reason);
}
