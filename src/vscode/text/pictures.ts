import type { Problem } from '../../jobs/core/job.ts';
import { lossesInOrder, lossText } from './losses.ts';
import { problemText, tooLargeToShow } from './problems.ts';
import { figure, untrusted, listed, say, sayCount, sentences, type SafeText } from './safeText.ts';

/** The labels of a picture tab's controls, for pages or for pairs of images. */
export function tabTexts(of: 'pages' | 'images') {
  return {
    view: say('View'),
    slider: say('Slider'),
    sideBySide: say('Side by Side'),
    difference: say('Difference'),
    size: say('Size'),
    fit: say('Fit'),
    actual: say('1:1'),
    zoomIn: say('Zoom In'),
    zoomOut: say('Zoom Out'),
    previous: of === 'pages' ? say('Previous Page') : say('Previous Image'),
    next: of === 'pages' ? say('Next Page') : say('Next Image'),
    divider: say('Divider'),
    gain: say('Brightness of Differences'),
    picture: of === 'pages' ? say('Picture') : say('Pictures'),
    facts: say('File Details'),
  };
}

export type TabTexts = ReturnType<typeof tabTexts>;

/** The title of a tab that compares two images. */
export function compareTitle(before: string, after: string): SafeText {
  return say('{0} ↔ {1}', untrusted(before), untrusted(after));
}

/** The title of a tab that compares several pairs of images. */
export function compareAllTitle(count: number): SafeText {
  return sayCount(count, { one: 'Compare {0} image', other: 'Compare {0} images' });
}

export function pixelsText(width: number, height: number): SafeText {
  return say('{0} × {1} pixels', figure(width), figure(height));
}

/** Says what the result's format doesn't preserve; `undefined` if there is nothing. */
export function leftOutText(losses: readonly string[]): SafeText | undefined {
  if (losses.length === 0) return undefined;
  return say('Lost if present in the source: {0}.', listed(lossesInOrder(losses).map(lossText)));
}

/** Says how a preview differs from the file. */
export function shownText({
  isReduced,
  frames,
}: {
  readonly isReduced?: boolean | undefined;
  readonly frames?: number | undefined;
}): SafeText | undefined {
  const parts = [
    isReduced === true ? say('It’s very large, so it’s shown at a lower resolution.') : undefined,
    frames === undefined
      ? undefined
      : sayCount(frames, {
          one: 'It’s an animation with {0} frame. The first is shown.',
          other: 'It’s an animation with {0} frames. The first is shown.',
        }),
  ];
  const text = sentences(parts);
  return text === '' ? undefined : text;
}

/** A text about one of two files, with the file's name. */
export function ofFile(name: string, text: SafeText): SafeText {
  return say('{0}: {1}', untrusted(name), text);
}

/** The program that could show the file if it were allowed to run; `undefined` if that isn't the problem. */
export function programToRun({ fault }: Problem): SafeText | undefined {
  return fault?.id === 'preview.unasked' ? untrusted(String(fault.parameters[1])) : undefined;
}

/** The reason why a file has no preview. Leaves out the advice to choose or convert another file. */
export function noPictureText(problem: Problem): SafeText {
  if (problem.code === 'file.missing') return say('The file no longer exists.');
  const program = programToRun(problem);
  if (program !== undefined)
    return say('Showing this file requires {0}, which only runs in trusted workspaces.', program);
  if (problem.code === 'conversion.limit_exceeded') return tooLargeToShow();
  return problemText(problem);
}
