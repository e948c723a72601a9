import { withFile } from '../../test/support/service/lentFiles.ts';
import { printed } from '../../test/support/service/program.ts';
import type { Pixels } from './comparePixels.ts';
import { imageMagick } from './imagePrograms.ts';
import { byPillow, type Frames } from './pixels.ts';
import type { DecoderComparison } from './referenceDecoder.ts';

/** The frames of our animation according to other programs. */
export async function framesOf(output: Buffer, format: string): Promise<Frames> {
  return withFile(output, format, async (file) => {
    if (format === 'jxl') {
      const apng = `${file}.apng`;
      await printed('djxl', ['--quiet', file, apng]);
      return byPillow(apng);
    }
    const frames = await byPillow(file);
    if (format !== 'gif') return frames;
    // Pillow fills a cleared area with the first color, and other programs make it transparent.
    const tiff = `${file}.tiff`;
    await printed(imageMagick, [file, '-coalesce', '-type', 'TrueColorAlpha', '-depth', '8', tiff]);
    return { ...frames, pictures: (await byPillow(tiff)).pictures };
  });
}

/** The properties of an animation that a format preserves. */
export interface PreservedProperties {
  /** The step of frame durations, in milliseconds. */
  readonly stepMs?: number;
  readonly plays?: boolean;
}

/** Compares two animations in the properties that both formats have. `compare` compares two frames. */
export function compareFrames(
  compare: DecoderComparison<Pixels>,
  { stepMs, plays }: PreservedProperties,
): DecoderComparison<Frames> {
  return (ours, theirs) => {
    const [a, b] = [merged(ours, compare), merged(theirs, compare)];
    if (a.length !== b.length) return `${a.length} pictures, not ${b.length}`;
    for (const [index, { picture, ms }] of a.entries()) {
      const other = b[index];
      if (other === undefined) break;
      const difference = compare(picture, other.picture);
      if (difference !== undefined) return `picture ${index}: ${difference}`;
      if (stepMs !== undefined && Math.abs(ms - other.ms) > stepMs / 2) {
        return `picture ${index} is shown for ${ms} ms, not ${other.ms}`;
      }
    }
    if (plays && ours.plays !== theirs.plays) return `is shown ${ours.plays} times, not ${theirs.plays}`;
    return undefined;
  };
}

interface Shown {
  readonly picture: Pixels;
  readonly ms: number;
}

/** The visible frames, with equal consecutive ones merged. */
function merged({ pictures, durations }: Frames, compare: DecoderComparison<Pixels>): Shown[] {
  const all: Shown[] = [];
  for (const [index, picture] of pictures.entries()) {
    const ms = shownMs(durations[index] ?? 0);
    const last = all.at(-1);
    if (last !== undefined && compare(last.picture, picture) === undefined) {
      all[all.length - 1] = { picture, ms: last.ms + ms };
    } else {
      all.push({ picture, ms });
    }
  }
  return all;
}

/** Browsers show frames with negligible durations for a tenth of a second. */
function shownMs(ms: number): number {
  return ms > 10 ? ms : 100;
}
